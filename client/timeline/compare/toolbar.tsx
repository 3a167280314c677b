/** The layout, and the way through the differences. */
import { plural } from '../model/format.ts';
import { ToolButton } from '../view/parts/buttons.tsx';
import type { Layout, ShownComparison } from './protocol.ts';
import * as state from './state.ts';

const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['sides', 'Side by Side'],
  ['list', 'One List'],
];

export function Toolbar({ comparison: { runs } }: { readonly comparison: ShownComparison }) {
  const { starts } = state.laidOut.value;
  const current = state.currentDifference.value;
  return (
    <div class="toolbar" role="toolbar" aria-label="Differences">
      {!state.isNarrow.value && (
        <div class="chips" role="group" aria-label="Layout">
          {LAYOUTS.map(([layout, name]) => (
            <button
              key={layout}
              type="button"
              class="chip"
              aria-pressed={state.layout.value === layout}
              onClick={() => state.chooseLayout(layout)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <span class="spring" />
      <span class="n difference-count">
        {starts.length > 0 && current > 0
          ? `${current} of ${plural(starts.length, 'difference')}`
          : plural(starts.length, 'difference')}
      </span>
      <ToolButton
        icon="up"
        label="Previous Difference"
        title="Previous Difference (Shift+F8)"
        disabled={starts.length === 0}
        onClick={() => state.goToDifference(-1, false)}
      />
      <ToolButton
        icon="down"
        label="Next Difference"
        title="Next Difference (F8)"
        disabled={starts.length === 0}
        onClick={() => state.goToDifference(1, false)}
      />
      {(runs.a.live || runs.b.live) && (
        <ToolButton
          icon="again"
          label="Compare Again"
          title="Compare Again: a run has not ended, or a session has grown"
          onClick={() => state.post({ type: 'refresh' })}
        />
      )}
    </div>
  );
}

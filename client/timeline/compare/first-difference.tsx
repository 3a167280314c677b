/** The line with the first difference and its likely reason. */
import { plural } from '../model/format.ts';
import { ActionButton } from '../view/parts/buttons.tsx';
import { Icon } from '../view/parts/icons.tsx';
import type { ShownComparison } from './protocol.ts';
import { laidOut, post, show } from './state.ts';

export function FirstDifference({ comparison: { first, pairs } }: { readonly comparison: ShownComparison }) {
  if (first === undefined)
    return (
      <p class="first is-same">
        <Icon name="check" className="good" />
        <span>
          {pairs.length === 1 ? 'The only step is the same.' : `All ${plural(pairs.length, 'step')} are the same.`}
        </span>
      </p>
    );
  return (
    <div class="first">
      <Icon name="warning" className="warn" />
      <p>
        <b>First difference, at step {first.row + 1}:</b> {first.sentence}
      </p>
      <span class="spring" />
      {first.hasTexts && (
        <ActionButton
          icon="page"
          label="Compare Texts"
          title="Open the two versions of the text in a diff editor"
          keepsLabel
          onClick={() => post({ type: 'openTexts' })}
        />
      )}
      <ActionButton
        icon="arrow"
        label="Go to Step"
        secondary
        onClick={() => show({ line: laidOut.value.starts[0] ?? 0, side: 'a' }, { focus: true })}
      />
    </div>
  );
}

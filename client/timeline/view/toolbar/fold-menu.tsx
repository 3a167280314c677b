/** A menu for folding rows by depth and kind, for runs too long to fold row by row, and for sorting them. */
import type { SortKey } from '../../model/sorting.ts';
import type { SpanKind } from '../../row.ts';
import { foldAll, foldKinds, foldToDepth } from '../../state/actions.ts';
import { areRepeatsFolded, foldRepeats, toggleRepeats } from '../../state/repeats.ts';
import { setSorting } from '../../state/sorting.ts';
import * as store from '../../state/store.ts';
import { Popover } from '../parts/popover.tsx';

const DEPTHS: readonly (readonly [number, string])[] = [
  [2, 'Model calls'],
  [3, 'Tool calls'],
  [5, 'Model calls of sub-agents'],
];

const KINDS: readonly (readonly [readonly SpanKind[], string])[] = [
  [['model'], 'Model calls'],
  [['tool', 'skill', 'script'], 'Tool calls, skills and scripts'],
  [['agent'], 'Sub-agents'],
  [['guard'], 'Guards'],
];

/** Also in narrow windows, which have no columns of these figures. */
const SORT_ITEMS: readonly (readonly [string, SortKey])[] = [
  ['Time', 'time'],
  ['Duration', 'duration'],
  ['Tokens', 'tokens'],
  ['Share of the context', 'context'],
  ['Cost', 'cost'],
];

/** Returns true if the run has the figure. */
function isKnown(key: SortKey): boolean {
  if (key === 'cost') return store.hasCosts.value;
  return key !== 'context' || store.contextBasis.value > 0;
}

export function FoldMenu() {
  return (
    <Popover icon="fold" label="Fold and sort rows" title="Fold rows by depth or kind (Ctrl+← folds all), or sort them">
      {(close) => {
        const item = (label: string, action: () => void) => (
          <button
            type="button"
            class="item"
            key={label}
            onClick={() => {
              action();
              close();
            }}
          >
            {label}
          </button>
        );
        return (
          <div class="menu">
            {item('Unfold all', () => {
              store.collapsed.value = new Set();
              foldRepeats('none');
            })}
            {item('Fold all', foldAll)}
            {item(areRepeatsFolded() ? 'Unfold repeats' : 'Fold repeats', toggleRepeats)}
            <p class="menu-head">Unfold down to</p>
            {store.prompts.value > 1 && item('Prompts', () => foldToDepth(1))}
            {DEPTHS.map(([depth, label]) => item(label, () => foldToDepth(depth)))}
            <p class="menu-head">Fold a kind</p>
            {KINDS.map(([kinds, label]) => item(label, () => foldKinds(kinds)))}
            <p class="menu-head">Sort by</p>
            {SORT_ITEMS.filter(([, key]) => isKnown(key)).map(([label, key]) =>
              item(label, () => setSorting({ key, descending: key !== 'time' })),
            )}
            {store.sorting.value !== undefined && item('Do not sort', () => setSorting(undefined))}
          </div>
        );
      }}
    </Popover>
  );
}

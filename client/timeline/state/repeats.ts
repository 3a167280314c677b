/** Folding and unfolding of repeats. */
import { batch } from '@preact/signals';
import { plural } from '../model/format.ts';
import { findRepeats, NO_REPEATS, withoutGroup } from '../model/repeats.ts';
import * as store from './store.ts';

/** Folds repeated misses and denials into the first of them, or unfolds them if they are folded. */
export function toggleRepeats(): void {
  const isFolded = store.repeats.value !== NO_REPEATS;
  const found = isFolded ? NO_REPEATS : findRepeats(store.table);
  const rows = found.counts.size;
  batch(() => {
    store.follow.value = false;
    store.repeats.value = rows === 0 ? NO_REPEATS : found;
    const first = found.hidden.get(store.selected.value);
    if (first !== undefined) store.selected.value = first;
    if (isFolded) store.announcement.value = 'Repeats unfolded';
    else store.announcement.value = rows === 0 ? 'Nothing is repeated' : `Repeats folded into ${plural(rows, 'row')}`;
  });
}

/** Folds the repeats of the current rows, without hiding the selected row. */
export function foldRepeats(): void {
  const found = findRepeats(store.table);
  const group = found.hidden.get(store.selected.value);
  const folded = group === undefined ? found : withoutGroup(found, group);
  store.repeats.value = folded.counts.size === 0 ? NO_REPEATS : folded;
}

/** Shows the repeats that are folded into a row. */
export function unfoldRepeats(first: number): void {
  const left = withoutGroup(store.repeats.value, first);
  store.repeats.value = left.counts.size === 0 ? NO_REPEATS : left;
}

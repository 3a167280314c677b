/** Folding and unfolding of repeats. */
import { batch } from '@preact/signals';
import { plural } from '../model/format.ts';
import { findRepeats, NO_REPEATS, type RepeatLevel, withoutGroup } from '../model/repeats.ts';
import * as store from './store.ts';

/** True if all repeats are folded, as far as there are any. */
export function areRepeatsFolded(): boolean {
  return store.repeatLevel.value === 'all' && store.repeats.value !== NO_REPEATS;
}

/** Folds all repeats, or unfolds them if they are folded. */
export function toggleRepeats(): void {
  const isFolded = areRepeatsFolded();
  const found = isFolded ? NO_REPEATS : findRepeats(store.table, 'all');
  const rows = found.counts.size;
  batch(() => {
    store.follow.value = false;
    store.repeatLevel.value = isFolded ? 'none' : 'all';
    store.repeats.value = found;
    const first = found.hidden.get(store.selected.value);
    if (first !== undefined) store.selected.value = first;
    if (isFolded) store.announcement.value = 'Repeats unfolded';
    else store.announcement.value = rows === 0 ? 'Nothing is repeated' : `Repeats folded into ${plural(rows, 'row')}`;
  });
}

/** Folds the repeats of the current rows without hiding the selected row, or unfolds all. */
export function foldRepeats(level: RepeatLevel): void {
  // The rows that a guard counted are connected to it, unless the user folds them.
  const isKept = level === 'calls' ? (id: number) => store.tally.evidence.has(id) : undefined;
  const found = findRepeats(store.table, level, isKept);
  const group = found.hidden.get(store.selected.value);
  const folded = group === undefined ? found : withoutGroup(found, group);
  store.repeatLevel.value = level;
  store.repeats.value = folded.counts.size === 0 ? NO_REPEATS : folded;
}

/** Shows the repeats that are folded into a row. */
export function unfoldRepeats(first: number): void {
  const left = withoutGroup(store.repeats.value, first);
  store.repeats.value = left.counts.size === 0 ? NO_REPEATS : left;
}

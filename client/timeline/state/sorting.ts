/** Sorting and its end. */
import { batch } from '@preact/signals';
import { nextSorting, SORT_NAMES, type Sorting, type SortKey } from '../model/sorting.ts';
import { showRow, view } from './actions.ts';
import * as store from './store.ts';

/** Sorts by a figure, in the other direction if it is sorted by it already, or shows the tree the third time. */
export function toggleSorting(key: SortKey): void {
  setSorting(nextSorting(store.sorting.value, key));
}

/** Sorts the rows; undefined shows the tree again. */
export function setSorting(sorting: Sorting | undefined): void {
  batch(() => {
    store.follow.value = false;
    store.sorting.value = sorting;
    store.announcement.value = sorting === undefined ? 'Not sorted' : `Sorted by ${describeSorting(sorting)}`;
  });
  if (sorting === undefined) showRow(store.selected.value);
  else view.scroll(0);
}

/** Describes a sorting in words: `cost, largest first`. */
export function describeSorting({ key, descending }: Sorting): string {
  const order = key === 'time' ? ['latest first', 'earliest first'] : ['largest first', 'smallest first'];
  return `${SORT_NAMES[key]}, ${descending ? order[0] : order[1]}`;
}

/** Sorts the steps of a run into a flat list, in place of the tree. */
import { NUM, NUMS } from '../columns.ts';
import type { Table } from './table.ts';

/** The figure to sort by: start, duration, tokens of the request, input plus output tokens, or US dollars. */
export type SortKey = 'time' | 'duration' | 'context' | 'tokens' | 'cost';

export interface Sorting {
  readonly key: SortKey;
  readonly descending: boolean;
}

export const SORT_KEYS: readonly SortKey[] = ['time', 'duration', 'tokens', 'context', 'cost'];

/** The words for a figure in a label: `Sorted by tokens`. */
export const SORT_NAMES: { readonly [key in SortKey]: string } = {
  time: 'time',
  duration: 'duration',
  tokens: 'tokens',
  context: 'share of the context',
  cost: 'cost',
};

/**
 * Returns the sorting after a click on the header of a figure: first the direction that is asked for most, then the
 * other one, then the tree, for which it is undefined.
 */
export function nextSorting(current: Sorting | undefined, key: SortKey): Sorting | undefined {
  const first = key !== 'time';
  if (current?.key !== key) return { key, descending: first };
  return current.descending === first ? { key, descending: !first } : undefined;
}

/**
 * Returns the ids of the rows in order. Rows without the figure come last, equal ones in the order of the run. Agents,
 * whose figures are sums of other rows, and the words below a guard are left out.
 * @param end the current end of rows that are open, in milliseconds since the start of the run
 * @param shows returns true for rows to include
 */
export function sortRows(
  table: Table,
  { key, descending }: Sorting,
  end: number,
  shows: (id: number) => boolean,
): Int32Array {
  const ids = new Int32Array(table.count);
  const figures = new Float64Array(table.count);
  let length = 0;
  for (let id = 0; id < table.count; id++) {
    const kind = table.kind(id);
    if (kind === 'agent' || kind === 'cause' || !shows(id)) continue;
    ids[length++] = id;
    const figure = figureOf(table, id, key, end);
    // Negated, so that unknown figures, which are infinite, are last in both directions.
    figures[id] = Number.isNaN(figure) ? Number.POSITIVE_INFINITY : descending ? -figure : figure;
  }
  return ids.subarray(0, length).sort((a, b) => compare(figures[a]!, figures[b]!) || a - b);
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a row's figure; NaN if it is unknown. */
function figureOf(table: Table, id: number, key: SortKey, end: number): number {
  const number = (column: number) => table.nums[id * NUMS + column] ?? Number.NaN;
  switch (key) {
    case 'time':
      return number(NUM.start);
    case 'duration': {
      // Rows of these kinds show no time.
      const kind = table.kind(id);
      if (kind === 'guard' || kind === 'answer' || kind === 'note' || kind === 'tools') return Number.NaN;
      const ended = number(NUM.end);
      return (Number.isNaN(ended) ? end : ended) - number(NUM.start);
    }
    case 'context':
      return table.kind(id) === 'model' ? number(NUM.tokensIn) : Number.NaN;
    case 'tokens': {
      const [input, output] = [number(NUM.tokensIn), number(NUM.tokensOut)];
      if (Number.isNaN(input) && Number.isNaN(output)) return number(NUM.tokensAdded);
      return (input || 0) + (output || 0);
    }
    case 'cost':
      return number(NUM.costUsd);
  }
}

/** Places in a text: the line around one, bounded, so that one endless line costs no more than a long one; the one of several that holds one. */
import type { Range } from '../model/model.ts';

/** As much of a line as is looked at to either side of a place, in UTF-16 units. */
export const REACH = 1000;

/** The line that holds `range`, without its line break, cut at 1,000 units to either side. */
export function lineAround(text: string, range: Range): Range {
  const from = Math.max(0, range.start - REACH);
  const to = Math.min(text.length, range.end + REACH);
  const before = text.slice(from, range.start).lastIndexOf('\n');
  const after = text.slice(range.end, to).indexOf('\n');
  return { start: before < 0 ? from : from + before + 1, end: after < 0 ? to : range.end + after };
}

/** The index of the first of `sorted`, which are in order, that begins at or after `start`. */
export function firstFrom(sorted: readonly { readonly range: Range }[], start: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.range.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The one of several in order that holds a place. */
export function holding<T extends { readonly start: number; readonly end: number }>(
  all: readonly T[],
  at: number,
): T | undefined {
  let low = 0;
  let high = all.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one === undefined || at < one.start) high = middle - 1;
    else if (at >= one.end) low = middle + 1;
    else return one;
  }
  return undefined;
}

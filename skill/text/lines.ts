/**
 * Lookups by offset: the line around a range (of bounded length, so a very long line stays cheap), and binary searches.
 */
import type { Range } from '../model/model.ts';

/** Maximum length of a line that is considered on either side of a range, in UTF-16 units. */
export const REACH = 1000;

/** Returns the line that contains `range`, without its line break, cut at 1,000 units on either side. */
export function lineAround(text: string, range: Range): Range {
  const from = Math.max(0, range.start - REACH);
  const to = Math.min(text.length, range.end + REACH);
  const before = text.slice(from, range.start).lastIndexOf('\n');
  const after = text.slice(range.end, to).indexOf('\n');
  return { start: before < 0 ? from : from + before + 1, end: after < 0 ? to : range.end + after };
}

/** Returns the index of the first element of `sorted`, ordered by position, that starts at or after `start`. */
export function firstIndexFrom(sorted: readonly { readonly range: Range }[], start: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.range.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the range that contains the offset `at`; `all` is ordered and does not overlap. */
export function rangeAt<T extends { readonly start: number; readonly end: number }>(
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

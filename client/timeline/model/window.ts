/** Which rows are in the DOM: those in sight and a few more. */

export const ROW = 22;
const OVERSCAN = 6;

export interface Window {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** Rows to draw for a scroll position, in pixels; `more` of them beyond either edge. */
export function windowOf(count: number, scrollTop: number, height: number, more = OVERSCAN): Window {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / ROW)) - more);
  const to = Math.min(count, Math.ceil((scrollTop + height) / ROW) + more);
  return { from, to: Math.max(from, to) };
}

/**
 * Scroll position of a run that has ended, before anybody has touched it: its end, where the selected row is in sight
 * there too; else that row, with some of what led to it above.
 * @param index place of the selected row, -1 for none
 */
export function restAt(index: number, count: number, height: number): number {
  const end = Math.max(0, count * ROW - height);
  const top = index * ROW;
  if (index < 0 || top >= end) return end;
  const above = Math.floor(height / 3 / ROW) * ROW;
  return Math.min(end, Math.max(0, top - above));
}

/** Scroll position that brings a row into sight with the least movement; the same one where it is in sight already. */
export function scrollTo(index: number, scrollTop: number, height: number): number {
  const top = index * ROW;
  if (top < scrollTop) return top;
  // A row that is partly cut off counts as out of sight.
  if (top + ROW > scrollTop + height) return top + ROW - height;
  return scrollTop;
}

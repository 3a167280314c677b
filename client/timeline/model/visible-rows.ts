/** The range of rows in the DOM: those in view and a few more. */

export const ROW_HEIGHT = 22;
const OVERSCAN = 6;

export interface RowRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Returns the rows to draw for a scroll position, in pixels, with `more` rows beyond either edge. */
export function visibleRange(count: number, scrollTop: number, height: number, more = OVERSCAN): RowRange {
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / ROW_HEIGHT)) - more);
  const to = Math.min(count, Math.ceil((scrollTop + height) / ROW_HEIGHT) + more);
  return { from, to: Math.max(from, to) };
}

/**
 * Returns the scroll position of a finished run that the user has not touched: the end if the selected row is in view
 * there, else that row with some of the rows before it.
 * @param index index of the selected row, -1 for none
 */
export function restingScrollTop(index: number, count: number, height: number): number {
  const end = Math.max(0, count * ROW_HEIGHT - height);
  const top = index * ROW_HEIGHT;
  if (index < 0 || top >= end) return end;
  const above = Math.floor(height / 3 / ROW_HEIGHT) * ROW_HEIGHT;
  return Math.min(end, Math.max(0, top - above));
}

/** Returns the scroll position closest to the current one at which a row is in view. */
export function scrollTopToShow(index: number, scrollTop: number, height: number): number {
  const top = index * ROW_HEIGHT;
  if (top < scrollTop) return top;
  // A partly visible row counts as out of view.
  if (top + ROW_HEIGHT > scrollTop + height) return top + ROW_HEIGHT - height;
  return scrollTop;
}

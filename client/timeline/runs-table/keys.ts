/** The keys of a grid of cells. */

/** A cell; row -1 is that of the headers. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/**
 * Returns the cell that a key leads to; undefined if it leads nowhere.
 * @param rows number of rows without that of the headers
 * @param page number of rows in view
 */
export function moveCell(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column }: Cell,
  rows: number,
  columns: number,
  page: number,
): Cell | undefined {
  const to = (next: number, at = column): Cell => ({
    row: Math.max(-1, Math.min(rows - 1, next)),
    column: Math.max(0, Math.min(columns - 1, at)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(row + 1);
    case 'ArrowUp':
      return to(row - 1);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageDown':
      return to(row + page);
    case 'PageUp':
      return to(Math.max(0, row - page));
    case 'Home':
      return ctrlKey ? to(Math.min(0, rows - 1), 0) : to(row, 0);
    case 'End':
      return ctrlKey ? to(rows - 1) : to(row, columns - 1);
    default:
      return undefined;
  }
}

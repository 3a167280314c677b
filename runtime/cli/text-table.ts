/** Tables in the terminal. */
import type pc from 'picocolors';

/** Aligns columns: the first to the left, the others to the right. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  color: ReturnType<typeof pc.createColors>,
): readonly string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const format = (row: readonly string[]): string =>
    widths
      .map((width, column) => (column === 0 ? (row[0] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('  ')
      .trimEnd();
  return [color.dim(format(head)), ...rows.map(format)];
}

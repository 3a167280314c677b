/** The color of a row's icon, bar and text. */
import type { SpanRow } from '../../row.ts';

/** Returns the color of the bar and usually the icon: by kind, except for misses and failures. */
export function colorOf(row: SpanRow): string {
  if (row.kind === 'guard') return row.guard?.verdict === 'warn' ? 'miss' : 'guard';
  if (row.status === 'miss') return 'miss';
  return row.status === 'error' && (row.kind === 'tool' || row.kind === 'model') ? 'error' : row.kind;
}

/** Returns the color of the icon. A row with an error icon may still have the bar color of its kind, with a cap at the end. */
export function iconColorOf(row: SpanRow): string {
  return row.icon === 'error' ? 'error' : colorOf(row);
}

/** Returns the color of the row's code and label. */
export function textColorOf(row: SpanRow): string {
  return row.status === 'error' && row.kind !== 'guard' ? 'error' : colorOf(row);
}

/** The colour of a row's icon, bar and text. */
import type { SpanRow } from '../row.ts';

/** Returns the colour of the bar and usually the icon: by kind, except for misses and failures. */
export function colourOf(row: SpanRow): string {
  if (row.kind === 'guard') return row.guard?.verdict === 'warn' ? 'miss' : 'guard';
  if (row.status === 'miss') return 'miss';
  return row.status === 'error' && (row.kind === 'tool' || row.kind === 'model') ? 'error' : row.kind;
}

/** Returns the colour of the icon. A row that failed inside keeps the bar colour of its kind, with a cap at the end. */
export function iconColourOf(row: SpanRow): string {
  return row.icon === 'error' ? 'error' : colourOf(row);
}

/** Returns the colour of the row's code and label. */
export function textColourOf(row: SpanRow): string {
  return row.status === 'error' && row.kind !== 'guard' ? 'error' : colourOf(row);
}

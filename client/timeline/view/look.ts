/** Which colour a row's icon, bar and words take. */
import type { SpanRow } from '../row.ts';

/** Colour of the icon and of the bar: by kind, save for what missed or failed outright. */
export function lookOf(row: SpanRow): string {
  if (row.kind === 'guard') return row.guard?.verdict === 'warn' ? 'miss' : 'guard';
  if (row.status === 'miss') return 'miss';
  return row.status === 'error' && (row.kind === 'tool' || row.kind === 'model') ? 'error' : row.kind;
}

/** Colour of its code and label. */
export function wordLookOf(row: SpanRow): string {
  return row.status === 'error' && row.kind !== 'guard' ? 'error' : lookOf(row);
}

/** Which colour a row's icon, bar and words take. */
import type { SpanRow } from '../row.ts';

/** Colour of the bar, and mostly of the icon: by kind, save for what missed or failed outright. */
export function lookOf(row: SpanRow): string {
  if (row.kind === 'guard') return row.guard?.verdict === 'warn' ? 'miss' : 'guard';
  if (row.status === 'miss') return 'miss';
  return row.status === 'error' && (row.kind === 'tool' || row.kind === 'model') ? 'error' : row.kind;
}

/** Colour of the icon alone: the bar of what failed inside keeps its kind's, with a cap at its end. */
export function iconLookOf(row: SpanRow): string {
  return row.icon === 'error' ? 'error' : lookOf(row);
}

/** Colour of its code and label. */
export function wordLookOf(row: SpanRow): string {
  return row.status === 'error' && row.kind !== 'guard' ? 'error' : lookOf(row);
}

/** What became of a row, in words. */
import type { SpanRow, SpanStatus } from '../row.ts';

export const STATUS_WORDS: { readonly [status in SpanStatus]: string } = {
  ok: 'done',
  open: 'running',
  waiting: 'waiting for you',
  miss: 'missed: there is no such file',
  error: 'failed',
  denied: 'denied',
  cut: 'never ended: the run was stopped or interrupted before',
};

/**
 * The status to show: a row that is open in a run that no process works on was cut short, as where that process was killed.
 */
export function shownStatus({ status }: Pick<SpanRow, 'status'>, live: boolean): SpanStatus {
  return status === 'open' && !live ? 'cut' : status;
}

/** A row's status in words; a script that nobody has approved yet is not running. */
export function statusWords(row: Pick<SpanRow, 'status' | 'heldUntil'>, live: boolean): string {
  const status = shownStatus(row, live);
  return status === 'open' && row.heldUntil === null ? 'waiting to begin' : STATUS_WORDS[status];
}

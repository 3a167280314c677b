/** The status of a row as text. */
import type { SpanRow, SpanStatus } from '../../row.ts';

export const STATUS_WORDS: { readonly [status in SpanStatus]: string } = {
  ok: 'done',
  open: 'running',
  waiting: 'waiting for you',
  miss: 'missed: no such file',
  error: 'failed',
  denied: 'denied',
  cut: 'unfinished: the run was stopped or interrupted first',
};

/** Returns the status to show. A row that is open in a run that no process works on was cut off. */
export function displayStatus({ status }: Pick<SpanRow, 'status'>, live: boolean): SpanStatus {
  return status === 'open' && !live ? 'cut' : status;
}

/** Returns a row's status as text. A script that is not approved yet is not running, nor is a call at which a debugger stops. */
export function describeStatus(row: Pick<SpanRow, 'status' | 'heldUntil' | 'waits'>, live: boolean): string {
  const status = displayStatus(row, live);
  if (status !== 'open') return STATUS_WORDS[status];
  if (row.heldUntil === null) return 'waiting to start';
  return row.waits?.at(-1)?.[1] === null ? 'stopped in the debugger' : STATUS_WORDS.open;
}

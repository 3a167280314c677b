import { randomBytes } from 'node:crypto';

/**
 * A new run's id, also the name of its folder: the time in UTC to the millisecond, then random characters.
 * Ids sort by time, are unique, and hold only characters that every file system allows.
 */
export function newRunId(now: Date = new Date()): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${randomBytes(4).toString('hex')}`;
}

/** Whether `text` can be a run's id: one path segment without a leading dot, so that it never leads out of the folder of runs. */
export function isRunId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);
}

import { randomBytes } from 'node:crypto';

/**
 * Creates a run's id, which is also the name of its folder: the time in UTC with milliseconds, followed by random
 * characters. Ids sort by time, are unique, and contain only characters that every file system allows.
 */
export function newRunId(now: Date = new Date()): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${randomBytes(4).toString('hex')}`;
}

/** True if `text` can be a run's id: a single path segment without a leading dot, which cannot leave the folder of runs. */
export function isRunId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);
}

import type { ListedRun } from './catalog.ts';

/** How long runs are kept. 0 means no limit. */
export interface Retention {
  readonly days: number;
  readonly count: number;
}

const DAY = 86_400_000;

/**
 * The runs that are kept no longer. Pinned ones, and those that go on or wait for an answer, are always kept, and do not
 * count.
 * @param runs newest first
 * @param now epoch milliseconds
 */
export function expired<T extends ListedRun>(
  runs: readonly T[],
  { days, count }: Retention,
  now: number,
): readonly T[] {
  const candidates = runs.filter(
    ({ run, meta, held }) =>
      meta.pinned !== true && !held && run.finished !== undefined && run.finished.reason !== 'paused',
  );
  return candidates.filter(({ run }, place) => {
    const age = now - Date.parse(run.started.time);
    // A journal without a time is of no age.
    return (days > 0 && age > days * DAY) || (count > 0 && place >= count);
  });
}

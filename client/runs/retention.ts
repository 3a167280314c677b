import type { ListedRun } from './catalog.ts';

/** The limits on saved runs. 0 means no limit. */
export interface Retention {
  readonly days: number;
  readonly count: number;
}

const DAY = 86_400_000;

/**
 * Returns the runs that exceed the limits. Pinned, active, interrupted and waiting runs are always kept and not counted.
 * @param runs newest first
 * @param now epoch milliseconds
 */
export function expiredRuns<T extends ListedRun>(
  runs: readonly T[],
  { days, count }: Retention,
  now: number,
): readonly T[] {
  const candidates = runs.filter(
    ({ run, meta, locked }) =>
      meta.pinned !== true && !locked && run.finished !== undefined && run.finished.reason !== 'paused',
  );
  return candidates.filter(({ run }, index) => {
    // The age is NaN if the journal contains no time.
    return (days > 0 && ageOf(run, now) > days * DAY) || (count > 0 && index >= count);
  });
}

/**
 * Returns the runs of a client that keep a copy of a workspace for a resume and are older than `days`. Pinned and active
 * runs keep theirs.
 * @param now epoch milliseconds
 */
export function runsWithExpiredCopy<T extends ListedRun>(
  runs: readonly T[],
  { days }: Retention,
  now: number,
): readonly T[] {
  return runs.filter(
    ({ run, meta, locked }) =>
      run.started.client !== undefined &&
      (run.finished === undefined || run.finished.reason === 'paused') &&
      meta.pinned !== true &&
      !locked &&
      days > 0 &&
      ageOf(run, now) > days * DAY,
  );
}

/** Returns the time since a run's last end in milliseconds: a run that was resumed may have started long before. */
function ageOf({ started, finished }: ListedRun['run'], now: number): number {
  return now - Date.parse(finished?.time || started.time);
}

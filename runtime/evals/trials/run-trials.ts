import type { CostCap } from './cost-cap.ts';
import type { PlannedTrial } from './plan.ts';
import type { TrialEnd } from './run-trial.ts';
import type { TrialStore } from './trial-store.ts';

export interface RunTrialsOptions {
  readonly trials: readonly PlannedTrial[];
  readonly store: TrialStore;
  readonly cap: CostCap;
  /** Maximum number of simultaneous trials. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Performs one trial with at most this money, in US dollars. */
  readonly run: (trial: PlannedTrial, maxCost: number) => Promise<TrialEnd>;
  readonly onProgress?: (done: number, planned: number) => void;
}

/** The end of all trials. */
export interface TrialsEnd {
  /** The run of each trial that was performed, now or earlier, by the trial's id; incomplete ones included. */
  readonly runs: ReadonlyMap<string, string>;
  /** Number of trials that were completed earlier. */
  readonly skipped: number;
  /** Number of trials that are completed, now or earlier. */
  readonly completed: number;
  /** True if trials were left out because the money was used up. */
  readonly isCapped: boolean;
  /** The problem that stopped the eval, if there was one. */
  readonly message?: string;
}

/** Performs the trials that are not completed yet, several at a time. */
export async function runTrials(options: RunTrialsOptions): Promise<TrialsEnd> {
  const { trials, store, cap, jobs, signal, run, onProgress } = options;
  const runs = new Map<string, string>();
  const missing: PlannedTrial[] = [];
  for (const trial of trials) {
    const record = store.find(trial.id);
    if (record === undefined) missing.push(trial);
    else runs.set(trial.id, record.run);
  }
  const skipped = trials.length - missing.length;
  let next = 0;
  let done = skipped;
  let completed = skipped;
  let isCapped = false;
  let message: string | undefined;
  const work = async (): Promise<void> => {
    while (next < missing.length && !signal.aborted && message === undefined && !isCapped) {
      const reserved = cap.reserve(jobs);
      if (reserved === 'wait') return;
      const trial = missing[next];
      if (trial === undefined) return;
      if (reserved === undefined) {
        isCapped = true;
        return;
      }
      next++;
      const end = await run(trial, cap.left);
      if (end.kind === 'failed') {
        cap.settle(reserved, 0);
        message ??= end.message;
        return;
      }
      const { costUsd = 0 } = end.usage;
      cap.settle(reserved, costUsd);
      runs.set(trial.id, end.run);
      if (costUsd > 0) message ??= store.addCost({ trial: trial.id, run: end.run, costUsd });
      if (end.isComplete) {
        completed++;
        message ??= store.add({ id: trial.id, run: end.run });
      }
      if (end.isOverBudget) isCapped = true;
      done++;
      onProgress?.(done, trials.length);
    }
  };
  // A worker that waits for money leaves; the last one always has all that is left.
  await Promise.all(Array.from({ length: Math.min(jobs, missing.length) }, work));
  return { runs, skipped, completed, isCapped, ...(message === undefined ? {} : { message }) };
}

import { defined } from '../../../skill/index.ts';
import { TurnBudget } from '../../turn-budget.ts';
import type { CostLedger, Reservation } from './cost-ledger.ts';
import type { PlannedTrial } from './plan.ts';
import { providerOf } from './provider-gate.ts';
import type { TrialBudget, TrialEnd } from './run-trial.ts';
import type { TrialRecord, TrialStore } from './trial-store.ts';

export interface RunTrialsOptions {
  readonly trials: readonly PlannedTrial[];
  readonly store: TrialStore;
  readonly ledger: CostLedger;
  /** Maximum number of simultaneous trials. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Returns true if a run that an earlier process started is a completed one of this trial. */
  readonly isComplete: (trial: PlannedTrial, run: string) => boolean;
  /** Performs one trial. */
  readonly run: (trial: PlannedTrial, budget: TrialBudget) => Promise<TrialEnd>;
  readonly onProgress?: (done: number, planned: number) => void;
  /** Called with each trial that is completed, now or earlier, and its run. */
  readonly onEnd?: (trial: PlannedTrial, run: string) => void;
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
  /** An advice for each provider whose calls were given up, so that trials were left out. */
  readonly refusals: readonly string[];
  /** The problem that stopped the eval, if there was one. */
  readonly message?: string;
}

/** Number of trials that are looked up without giving a turn to the event loop. */
const TRIALS_PER_TURN = 100;

/** Performs the trials that are not completed yet, several at a time. */
export async function runTrials(options: RunTrialsOptions): Promise<TrialsEnd> {
  const { trials, store, jobs, onProgress, onEnd } = options;
  const runs = new Map<string, string>();
  const missing: PlannedTrial[] = [];
  const budget = new TurnBudget(TRIALS_PER_TURN);
  for (const trial of trials) {
    budget.spend(1);
    if (budget.isSpent) await budget.nextTurn();
    const record = store.find(trial.id) ?? adopt(trial, options);
    if (record === undefined) missing.push(trial);
    else {
      runs.set(trial.id, record.run);
      onEnd?.(trial, record.run);
    }
  }
  const skipped = trials.length - missing.length;
  const progress: Progress = {
    next: 0,
    done: skipped,
    completed: skipped,
    isCapped: false,
    message: undefined,
    refusals: new Map(),
  };
  const pool = new Pool(options, missing, runs, progress, () => onProgress?.(progress.done, trials.length));
  await Promise.all(Array.from({ length: Math.min(jobs, missing.length) }, () => pool.work()));
  const { completed, isCapped, message } = progress;
  const refusals = [...progress.refusals.values()];
  return defined({ runs, skipped, completed, isCapped, refusals, message });
}

/** Completes the record of a trial whose process was killed after the end of its run. */
function adopt(trial: PlannedTrial, { store, isComplete }: RunTrialsOptions): TrialRecord | undefined {
  const run = store.started.find(trial.id);
  if (run === undefined || !isComplete(trial, run)) return undefined;
  const record = { id: trial.id, run };
  return store.add(record) === undefined ? record : undefined;
}

interface Progress {
  next: number;
  done: number;
  completed: number;
  isCapped: boolean;
  message: string | undefined;
  /** By provider. */
  readonly refusals: Map<string, string>;
}

/** Trials that several workers take from one list. */
class Pool {
  private readonly options: RunTrialsOptions;
  private readonly missing: readonly PlannedTrial[];
  private readonly runs: Map<string, string>;
  private readonly progress: Progress;
  private readonly onTrial: () => void;

  constructor(
    options: RunTrialsOptions,
    missing: readonly PlannedTrial[],
    runs: Map<string, string>,
    progress: Progress,
    onTrial: () => void,
  ) {
    this.options = options;
    this.missing = missing;
    this.runs = runs;
    this.progress = progress;
    this.onTrial = onTrial;
  }

  /** Performs trials until none is left or the eval is stopped. */
  async work(): Promise<void> {
    const { ledger, signal } = this.options;
    for (let trial = this.take(); trial !== undefined; trial = this.take()) {
      const reservation = await ledger.reserve(trial.model, signal);
      if (reservation.kind === 'reserved') await this.perform(trial, reservation);
      else if (reservation.kind === 'exhausted') this.progress.isCapped = true;
      else if (reservation.kind === 'failed') this.progress.message ??= reservation.message;
    }
  }

  /** Takes the next trial; undefined if there is none, or if no further one may start. */
  private take(): PlannedTrial | undefined {
    const { progress, missing } = this;
    if (this.options.signal.aborted || progress.message !== undefined || progress.isCapped) return undefined;
    let trial = missing[progress.next++];
    while (trial !== undefined && progress.refusals.has(providerOf(trial.model))) trial = missing[progress.next++];
    return trial;
  }

  private async perform(trial: PlannedTrial, { id, maxUsd }: Extract<Reservation, { kind: 'reserved' }>) {
    const { options, progress } = this;
    const { store, ledger, run } = options;
    const { model } = trial;
    if (progress.message !== undefined || progress.isCapped) {
      progress.message ??= await ledger.settle(id, { model, costUsd: 0 });
      return;
    }
    const end = await run(trial, { maxUsd, charge: (totalUsd) => ledger.charge(id, totalUsd) });
    if (end.kind === 'failed') {
      store.started.end(trial.id);
      progress.message ??= end.message;
      await ledger.settle(id, { model, costUsd: 0 });
      return;
    }
    const { costUsd = 0 } = end.usage;
    // Recorded before the cost, which may be recorded later from what was charged: a completed trial must not run again.
    if (end.isComplete) {
      progress.completed++;
      progress.message ??= store.add({ id: trial.id, run: end.run });
    }
    store.started.end(trial.id);
    const isMeasured = end.isComplete || costUsd > 0;
    const entry = isMeasured ? { model, trial: trial.id, run: end.run, costUsd } : { model, costUsd };
    progress.message ??= await ledger.settle(id, entry);
    this.runs.set(trial.id, end.run);
    if (end.refusal !== undefined) progress.refusals.set(providerOf(model), end.refusal);
    if (end.isOverBudget) progress.isCapped = true;
    if (end.isComplete) options.onEnd?.(trial, end.run);
    progress.done++;
    this.onTrial();
  }
}

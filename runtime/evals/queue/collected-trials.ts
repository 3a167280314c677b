import { defined } from '../../../skill/index.ts';
import type { PerformRequest } from '../prepare/perform-trials.ts';
import type { PreparedTrial } from '../prepare/prepare-trials.ts';
import { providerOf } from '../trials/provider-gate.ts';
import type { TrialsEnd } from '../trials/run-trials.ts';
import { runsInLedger, storeRun } from './inbox.ts';
import type { Message } from './trial-job.ts';

export interface CollectOptions extends Pick<PerformRequest, 'trials' | 'store' | 'addCost' | 'onProgress'> {
  readonly onNote: (note: string) => void;
  /** Called with each trial that is no longer missing. */
  readonly onEnd: (trial: string) => void;
}

/** The trials of an eval that have ended and those that have not, changed by the messages of workers. */
export class CollectedTrials {
  /** Trials without an end, by their ids. */
  readonly missing = new Map<string, PreparedTrial>();
  /** US dollars that were fetched from the queue. */
  fetchedUsd = 0;
  isCapped = false;
  /** The problem that stops the eval. */
  message: string | undefined;
  /** True once a run was refused, so that its trial must be added again. */
  hasLost = false;
  /** True while messages to an earlier call are handled. */
  isStarting = true;
  private readonly options: CollectOptions;
  private readonly runs = new Map<string, string>();
  /** Runs whose costs were recorded: a message can be handled twice. */
  private readonly paid: Set<string>;
  /** Advice by the name of the provider whose calls were given up. */
  private readonly refusals = new Map<string, string>();
  private readonly skipped: number;
  private completed: number;

  constructor(options: CollectOptions) {
    const { trials, store } = options;
    this.options = options;
    this.paid = runsInLedger(store.ledger);
    for (const one of trials) {
      const record = store.find(one.trial.id);
      if (record === undefined) this.missing.set(one.trial.id, one);
      else this.runs.set(one.trial.id, record.run);
    }
    this.skipped = trials.length - this.missing.size;
    this.completed = this.skipped;
  }

  end(): TrialsEnd {
    const { runs, skipped, completed, isCapped, message } = this;
    const refusals = [...this.refusals.values()];
    return defined({ runs, skipped, completed, isCapped, refusals, message });
  }

  /** Stores what a message says. Returns an error message if it could not be stored. */
  async handle(message: Message, packed: Buffer | undefined): Promise<string | undefined> {
    const one = this.missing.get(message.trial);
    if (message.kind === 'ran' || message.kind === 'cost') {
      const problem = await this.pay(message, one);
      if (problem !== undefined) return problem;
    }
    // The result of an earlier plan, or a trial that has ended: only its cost counts.
    if (one === undefined || message.kind === 'cost') return undefined;
    // The limit, or the worker, may have changed since an earlier call.
    if (message.kind !== 'ran' && this.isStarting) return undefined;
    if (message.kind === 'exhausted') this.isCapped = true;
    else if (message.kind === 'refused') this.message ??= `A worker refused a trial: ${message.message}`;
    else return this.storeResult(one, message, packed);
    return undefined;
  }

  private storeResult(
    { trial: { id, model } }: PreparedTrial,
    { run, isComplete, isOverBudget, refusal }: Message & { readonly kind: 'ran' },
    packed: Buffer | undefined,
  ): string | undefined {
    const { store, trials, onProgress, onNote, onEnd } = this.options;
    // Without its run, which someone else removed, the trial is repeated.
    const stored = packed === undefined ? { refused: 'it is gone' } : storeRun(store.runs, run, packed);
    if (stored.problem !== undefined) return stored.problem;
    if (stored.refused !== undefined) {
      onNote(`A run from the queue was refused, and its trial is repeated: ${stored.refused}.`);
      this.hasLost = true;
      return undefined;
    }
    if (isComplete) {
      const problem = store.add({ id, run });
      if (problem !== undefined) return problem;
      this.completed++;
    }
    this.runs.set(id, run);
    if (refusal !== undefined) this.giveUp(providerOf(model), refusal);
    this.missing.delete(id);
    onEnd(id);
    if (isOverBudget) this.isCapped = true;
    onProgress?.(trials.length - this.missing.size, trials.length);
    return undefined;
  }

  /** Leaves out the other trials with a provider. */
  private giveUp(provider: string, advice: string): void {
    this.refusals.set(provider, advice);
    for (const [id, { trial }] of this.missing)
      if (providerOf(trial.model) === provider) {
        this.missing.delete(id);
        this.options.onEnd(id);
      }
  }

  private async pay(
    { trial, run, costUsd }: Message & { readonly kind: 'ran' | 'cost' },
    one: PreparedTrial | undefined,
  ): Promise<string | undefined> {
    if (costUsd === 0 || this.paid.has(run)) return undefined;
    const problem = await this.options.addCost({ model: one?.trial.model ?? '', trial, run, costUsd });
    if (problem !== undefined) return problem;
    this.paid.add(run);
    this.fetchedUsd += costUsd;
    return undefined;
  }
}

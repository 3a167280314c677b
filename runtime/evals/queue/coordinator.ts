import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../errors.ts';
import type { PerformRequest } from '../prepare/perform-trials.ts';
import type { PreparedTrial } from '../prepare/prepare-trials.ts';
import { providerOf } from '../trials/provider-gate.ts';
import type { TrialsEnd } from '../trials/run-trials.ts';
import type { QueueConnection } from './connect-queue.ts';
import { Inbox, runsInLedger, storeRun } from './inbox.ts';
import { type EvalKeys, evalKeys, KEEP_SECONDS, PREFIX, providerKey, QUEUE_NAME } from './keys.ts';
import type { JobQueue } from './packages.ts';
import { type SharedSettings, TrialPublisher } from './publish-trials.ts';
import { QueueLedger } from './queue-ledger.ts';
import { TrialFeed } from './trial-feed.ts';
import type { Message } from './trial-job.ts';

export interface CoordinatorOptions extends PerformRequest {
  readonly connection: QueueConnection;
  readonly evalId: string;
  readonly shared: SharedSettings;
  /** US dollars for all workers together; undefined for no limit. */
  readonly maxUsd: number | undefined;
  readonly onNote: (note: string) => void;
}

/** Milliseconds between two looks into an empty inbox. */
const POLL_MS = 100;
/** Milliseconds without a message after which the queue is compared with what is missing. */
const QUIET_MS = 30_000;
/** Milliseconds between two looks at trials that ended their workers, and at the number of workers. */
const CHECK_MS = 5_000;

/**
 * The side of a queue that starts an eval: it publishes the trials, and stores what the workers hand in. It can be killed at any
 * time and started again: everything is either in the queue or in the folder of the eval, and a message is handled twice rather
 * than lost.
 */
export class Coordinator {
  private readonly options: CoordinatorOptions;
  private readonly keys: EvalKeys;
  private readonly queue: JobQueue;
  private readonly inbox: Inbox;
  private readonly publisher: TrialPublisher;
  private readonly feed: TrialFeed;
  private readonly runs = new Map<string, string>();
  /** Trials without an end, by their ids. */
  private readonly missing = new Map<string, PreparedTrial>();
  private readonly paid: Set<string>;
  /** Advice by the name of the provider whose calls were given up. */
  private readonly refusals = new Map<string, string>();
  private readonly planned: number;
  private completed = 0;
  private isCapped = false;
  private mustCompare = false;
  /** True while messages to an earlier call are handled. */
  private isStarting = true;
  private message: string | undefined;
  private workers: number | undefined;

  constructor(options: CoordinatorOptions) {
    const { connection, evalId, shared, trials, store } = options;
    this.options = options;
    this.keys = evalKeys(evalId);
    const { client, packages, address } = connection;
    const settings = { ...address.options, skipVersionCheck: true } as const;
    this.queue = new packages.Queue(QUEUE_NAME, { connection: settings, prefix: PREFIX });
    // A lost connection is established again, and the queue may then have lost its last seconds.
    this.queue.on('error', () => undefined);
    client.on('ready', () => {
      this.mustCompare = true;
    });
    this.inbox = new Inbox(client, this.keys);
    this.publisher = new TrialPublisher(client, evalId, shared);
    this.paid = runsInLedger(store.ledger);
    this.planned = trials.length;
    for (const one of trials) {
      const record = store.find(one.trial.id);
      if (record === undefined) this.missing.set(one.trial.id, one);
      else this.runs.set(one.trial.id, record.run);
    }
    const { queue, publisher, keys, missing } = this;
    this.feed = new TrialFeed({ client, queue, publisher, keys, missing });
  }

  /** Performs the missing trials. Costs and results of earlier calls that wait in the queue are fetched in any case. */
  async run(): Promise<TrialsEnd> {
    const skipped = this.planned - this.missing.size;
    this.completed = skipped;
    try {
      // Not if only a preview is wanted.
      if (!this.options.signal.aborted) {
        await this.start();
        await this.finishAll();
        await this.stop();
      }
    } catch (error) {
      this.message ??= `Start Redis again and repeat the command to continue: ${messageOf(error)}`;
    } finally {
      await this.queue.close().catch(() => undefined);
    }
    const { runs, completed, isCapped, message } = this;
    const refusals = [...this.refusals.values()];
    return { runs, skipped, completed, isCapped, refusals, ...(message === undefined ? {} : { message }) };
  }

  private async start(): Promise<void> {
    const { connection } = this.options;
    while ((await this.handleNext()) > 0 && !this.hasEnded());
    this.isStarting = false;
    if (this.hasEnded()) return;
    await this.openLedger();
    const providers = new Set([...this.missing.values()].map(({ trial }) => providerOf(trial.model)));
    const refusals = [...providers].map((provider) => providerKey(this.options.evalId, provider));
    await connection.client.call('DEL', this.keys.stopped, ...refusals);
    this.mustCompare = false;
  }

  private readonly paidNow = new Map<string, number>();

  /** Tells the workers the limit on costs, without which they start no trial. */
  private async openLedger(): Promise<void> {
    const { connection, maxUsd = Number.POSITIVE_INFINITY, spentUsd } = this.options;
    const fetched = [...this.paidNow.values()].reduce((sum, cost) => sum + cost, 0);
    await new QueueLedger(connection.client, this.keys, 0).setLimit(maxUsd, spentUsd + fetched);
  }

  /** Handles messages until every trial has an end, or the eval is stopped. */
  private async finishAll(): Promise<void> {
    const { signal } = this.options;
    let lastMessage = Date.now();
    let lastCheck = 0;
    while (!this.hasEnded() && this.missing.size > 0) {
      if (!this.feed.isFull) this.message ??= await this.feed.refill();
      if ((await this.handleNext()) > 0) {
        lastMessage = Date.now();
        continue;
      }
      // There is more to add before there can be messages.
      if (!this.feed.isFull) continue;
      if (Date.now() - lastCheck > CHECK_MS) {
        lastCheck = Date.now();
        await this.check();
      }
      if (this.mustCompare || Date.now() - lastMessage > QUIET_MS) {
        this.mustCompare = false;
        lastMessage = Date.now();
        await this.publisher.renew();
        // A Redis that was restarted may have lost it.
        await this.openLedger();
        this.message ??= await this.feed.repeat();
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private hasEnded(): boolean {
    return this.options.signal.aborted || this.isCapped || this.message !== undefined;
  }

  /** Handles the next messages. Returns their number. */
  private async handleNext(): Promise<number> {
    const handled = await this.inbox.next((message, packed) => this.handle(message, packed));
    if (typeof handled === 'number') return handled;
    this.message ??= handled;
    return 0;
  }

  /** Stores what a message says. Returns an error message if it could not be stored. */
  private async handle(message: Message, packed: Buffer | undefined): Promise<string | undefined> {
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
    else return this.storeResult(message, packed);
    return undefined;
  }

  private async storeResult(message: Message & { readonly kind: 'ran' }, packed: Buffer | undefined) {
    const { store, onProgress } = this.options;
    const { trial, run, isComplete, isOverBudget, refusal } = message;
    // Without its run, which someone else removed, the trial is repeated.
    const stored = packed === undefined ? { refused: 'it is gone' } : storeRun(store.runs, run, packed);
    if (stored.problem !== undefined) return stored.problem;
    if (stored.refused !== undefined) {
      this.options.onNote(`A run from the queue was refused, and its trial is repeated: ${stored.refused}.`);
      this.mustCompare = true;
      return undefined;
    }
    if (isComplete) {
      const problem = store.add({ id: trial, run });
      if (problem !== undefined) return problem;
      this.completed++;
    }
    this.runs.set(trial, run);
    if (refusal !== undefined) this.giveUp(providerOf(this.missing.get(trial)?.trial.model ?? ''), refusal);
    this.missing.delete(trial);
    this.feed.remove(trial);
    if (isOverBudget) this.isCapped = true;
    onProgress?.(this.planned - this.missing.size, this.planned);
    return undefined;
  }

  /** Leaves out the other trials with a provider. */
  private giveUp(provider: string, advice: string): void {
    this.refusals.set(provider, advice);
    for (const [id, { trial }] of this.missing)
      if (providerOf(trial.model) === provider) {
        this.missing.delete(id);
        this.feed.remove(id);
      }
  }

  private async pay(
    { trial, run, costUsd }: Message & { readonly kind: 'ran' | 'cost' },
    one: PreparedTrial | undefined,
  ) {
    if (costUsd === 0 || this.paid.has(run)) return undefined;
    const problem = await this.options.addCost({ model: one?.trial.model ?? '', trial, run, costUsd });
    if (problem !== undefined) return problem;
    this.paid.add(run);
    this.paidNow.set(run, costUsd);
    return undefined;
  }

  /** Looks at trials that ended one worker after another, and at the number of workers. */
  private async check(): Promise<void> {
    const { evalId, onNote } = this.options;
    for (const job of await this.queue.getJobs(['failed'], 0, 99)) {
      const trial = job?.id?.startsWith(`${evalId}-`) === true ? job.id.slice(evalId.length + 1) : undefined;
      if (job === undefined || trial === undefined) continue;
      await job.remove();
      if (this.missing.has(trial))
        this.message ??= `Run the case without --queue to see why: its trial failed in every worker (${job.failedReason ?? 'unknown'}).`;
    }
    // A managed Redis may not list its clients.
    const workers = await this.queue.getWorkersCount().catch(() => undefined);
    if (workers === 0 && this.workers !== 0)
      onNote('Start a worker to continue: skillwright eval worker --queue URL. None is connected.');
    this.workers = workers;
  }

  /** Ends the eval for all workers: trials that are still in the queue are then skipped. */
  private async stop(): Promise<void> {
    const { client } = this.options.connection;
    const { stopped, ...others } = this.keys;
    await client.call('SET', stopped, '1', 'EX', KEEP_SECONDS);
    // Reservations and results of trials that are still running are kept until the next call.
    const isDone = this.missing.size === 0 && this.message === undefined;
    const rest = isDone ? await client.call('HLEN', others.reservations) : 1;
    if (rest === 0) await client.call('DEL', ...Object.values(others));
  }
}

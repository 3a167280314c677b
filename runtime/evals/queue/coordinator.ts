import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { messageOf } from '../../errors.ts';
import type { PerformRequest } from '../prepare/perform-trials.ts';
import { providerOf } from '../trials/provider-gate.ts';
import type { TrialsEnd } from '../trials/run-trials.ts';
import { CollectedTrials } from './collected-trials.ts';
import type { QueueConnection } from './connect-queue.ts';
import { Inbox } from './inbox.ts';
import { type EvalKeys, evalKeys, KEEP_SECONDS, PREFIX, providerKey, QUEUE_NAME } from './keys.ts';
import { type SharedSettings, TrialPublisher } from './publish-trials.ts';
import { QueueLedger } from './queue-ledger.ts';
import { TrialFeed } from './trial-feed.ts';

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
  private readonly queue: Queue;
  private readonly inbox: Inbox;
  private readonly publisher: TrialPublisher;
  private readonly feed: TrialFeed;
  private readonly collected: CollectedTrials;
  /** True if the queue may have lost trials. */
  private mustCompare = false;
  private workers: number | undefined;

  constructor(options: CoordinatorOptions) {
    const { connection, evalId, shared } = options;
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
    this.collected = new CollectedTrials({ ...options, onEnd: (trial) => this.feed.remove(trial) });
    const { queue, publisher, keys } = this;
    this.feed = new TrialFeed({ client, queue, publisher, keys, missing: this.collected.missing });
  }

  /** Performs the missing trials. Costs and results of earlier calls that wait in the queue are fetched in any case. */
  async run(): Promise<TrialsEnd> {
    const { collected } = this;
    try {
      // Not if only a preview is wanted.
      if (!this.options.signal.aborted) {
        await this.start();
        await this.finishAll();
        await this.stop();
      }
    } catch (error) {
      collected.message ??= `Start Redis again and repeat the command to continue: ${messageOf(error)}`;
    } finally {
      await this.queue.close().catch(() => undefined);
    }
    return collected.end();
  }

  private async start(): Promise<void> {
    const { connection, evalId } = this.options;
    const { collected } = this;
    while ((await this.handleNext()) > 0 && !this.hasEnded());
    collected.isStarting = false;
    if (this.hasEnded()) return;
    await this.openLedger();
    const providers = new Set([...collected.missing.values()].map(({ trial }) => providerOf(trial.model)));
    const refusals = [...providers].map((provider) => providerKey(evalId, provider));
    await connection.client.call('DEL', this.keys.stopped, ...refusals);
    this.mustCompare = false;
  }

  /** Tells the workers the limit on costs, without which they start no trial. */
  private async openLedger(): Promise<void> {
    const { connection, maxUsd = Number.POSITIVE_INFINITY, spentUsd } = this.options;
    await new QueueLedger(connection.client, this.keys, 0).setLimit(maxUsd, spentUsd + this.collected.fetchedUsd);
  }

  /** Handles messages until every trial has an end, or the eval is stopped. */
  private async finishAll(): Promise<void> {
    const { signal } = this.options;
    const { collected, feed } = this;
    let lastMessage = Date.now();
    let lastCheck = 0;
    while (!this.hasEnded() && collected.missing.size > 0) {
      if (!feed.isFull) collected.message ??= await feed.refill();
      if ((await this.handleNext()) > 0) {
        lastMessage = Date.now();
        continue;
      }
      // There is more to add before there can be messages.
      if (!feed.isFull) continue;
      if (Date.now() - lastCheck > CHECK_MS) {
        lastCheck = Date.now();
        await this.check();
      }
      if (this.mustCompare || collected.hasLost || Date.now() - lastMessage > QUIET_MS) {
        this.mustCompare = false;
        collected.hasLost = false;
        lastMessage = Date.now();
        await this.publisher.renew();
        // A Redis that was restarted may have lost it.
        await this.openLedger();
        collected.message ??= await feed.repeat();
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private hasEnded(): boolean {
    return this.options.signal.aborted || this.collected.isCapped || this.collected.message !== undefined;
  }

  /** Handles the next messages. Returns their number. */
  private async handleNext(): Promise<number> {
    const { collected } = this;
    const handled = await this.inbox.next((message, packed) => collected.handle(message, packed));
    if (typeof handled === 'number') return handled;
    collected.message ??= handled;
    return 0;
  }

  /** Looks at trials that ended one worker after another, and at the number of workers. */
  private async check(): Promise<void> {
    const { evalId, onNote } = this.options;
    const { collected } = this;
    for (const job of await this.queue.getJobs(['failed'], 0, 99)) {
      const trial = job?.id?.startsWith(`${evalId}-`) === true ? job.id.slice(evalId.length + 1) : undefined;
      if (job === undefined || trial === undefined) continue;
      await job.remove();
      if (collected.missing.has(trial)) collected.message ??= adviceFor(job.failedReason ?? 'unknown');
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
    const isDone = this.collected.missing.size === 0 && this.collected.message === undefined;
    const rest = isDone ? await client.call('HLEN', others.reservations) : 1;
    if (rest === 0) await client.call('DEL', ...Object.values(others));
  }
}

/** @param reason why a trial failed in all of its attempts */
function adviceFor(reason: string): string {
  // Errors of Redis begin with a code.
  return reason.startsWith('OOM')
    ? 'Raise maxmemory of Redis and repeat the command to continue: it has no memory left for the results of trials.'
    : `Run the case without --queue to see why: its trial failed in every worker (${reason}).`;
}

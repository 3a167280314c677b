import type { Job, Worker } from 'bullmq';
import { messageOf } from '../../errors.ts';
import type { QueueConnection } from './connect-queue.ts';
import { PREFIX, QUEUE_NAME } from './keys.ts';
import { JobPerformer, type WorkerRules } from './perform-job.ts';
import { WorkerContent } from './worker-content.ts';

export interface WorkerOptions {
  readonly connection: QueueConnection;
  readonly rules: WorkerRules;
  /** Maximum number of simultaneous trials. */
  readonly jobs: number;
  /** Milliseconds after which the trials of a worker without a sign of life are given to another one. */
  readonly leaseMs: number;
  /** Milliseconds for trials that are running when the worker is stopped; they are given back after that. */
  readonly graceMs: number;
  /** Stops the worker. */
  readonly signal: AbortSignal;
  readonly onReady?: () => void;
  readonly onTrial?: (done: number) => void;
  readonly onError?: (message: string) => void;
}

/** Number of workers that a trial may end before it is given up: a crash of one may be that of its machine. */
const MAX_STALLS = 10;
/** Most milliseconds that the trials of a killed worker wait for another one once its lease is over. */
const CHECK_MS = 5_000;

/** Performs trials of all evals in a queue until it is stopped. Returns the number of trials. */
export async function runWorker(options: WorkerOptions): Promise<number> {
  const { connection, rules, jobs, leaseMs, graceMs, signal, onReady, onTrial, onError } = options;
  const { client, packages, address } = connection;
  const content = new WorkerContent(client);
  const performer = new JobPerformer(client, content, rules, leaseMs);
  const giveBack = new AbortController();
  let running = 0;
  let done = 0;
  const perform = async (job: Job, token?: string): Promise<void> => {
    running++;
    const end = await performer.perform(job.data, giveBack.signal).finally(() => {
      running--;
      if (running === 0) content.trim();
    });
    if (end === 'give back') {
      await job.moveToWait(token);
      throw new packages.WaitingError();
    }
    done++;
    onTrial?.(done);
  };
  const worker: Worker = new packages.Worker(QUEUE_NAME, perform, {
    connection: { ...address.options, skipVersionCheck: true },
    prefix: PREFIX,
    autorun: false,
    concurrency: jobs,
    maxStalledCount: MAX_STALLS,
    // Four attempts for each lease, so that a slow process or a lost connection costs no live worker its trials.
    lockDuration: leaseMs,
    lockRenewTime: leaseMs / 4,
    stalledInterval: Math.min(leaseMs / 4, CHECK_MS),
  });
  // A lost connection is established again, and a job that was given to another worker meanwhile has only one result.
  worker.on('error', (error) => onError?.(messageOf(error)));
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const finished = worker.run().catch((error: unknown) => onError?.(messageOf(error)));
  onReady?.();
  await Promise.race([stopped, finished]);
  const timer = setTimeout(() => giveBack.abort(), graceMs);
  await worker.close().catch((error: unknown) => onError?.(messageOf(error)));
  clearTimeout(timer);
  content.remove();
  return done;
}

import { createRequire } from 'node:module';

/** A connection to Redis, as ioredis provides it: the part that is used here. */
export interface RedisClient {
  connect(): Promise<unknown>;
  disconnect(): void;
  quit(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ready' | 'close', listener: () => void): unknown;
  /** Sends a command. Texts in the reply are strings. */
  call(command: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown>;
  /** Sends a command. Texts in the reply are buffers. */
  callBuffer(command: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown>;
}

/** Options of ioredis. */
export interface RedisOptions {
  readonly host: string;
  readonly port: number;
  readonly db?: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername?: string };
  readonly lazyConnect?: boolean;
  /** Milliseconds. */
  readonly connectTimeout: number;
  /** Milliseconds without any reply to a pending command after which a connection is replaced. */
  readonly socketTimeout: number;
  /** Milliseconds before TCP probes a silent connection. */
  readonly keepAlive: number;
  /** Null: a command waits for a new connection as long as it takes. */
  readonly maxRetriesPerRequest: null;
  /** Returns the milliseconds before the next attempt, or null to give up. */
  readonly retryStrategy: (attempt: number) => number | null;
  /** Returns 2 to connect again and to repeat the command that failed. */
  readonly reconnectOnError?: (error: Error) => 2 | false;
}

/** A job of BullMQ. */
export interface QueuedJob {
  readonly id?: string;
  readonly data: unknown;
  readonly failedReason?: string;
  moveToWait(token?: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

export interface NewJob {
  readonly name: string;
  readonly data: object;
  readonly opts: {
    readonly jobId: string;
    readonly removeOnComplete: true;
    readonly attempts: number;
    /** Milliseconds. */
    readonly backoff: { readonly type: 'fixed'; readonly delay: number };
  };
}

/** A queue of BullMQ. */
export interface JobQueue {
  addBulk(jobs: readonly NewJob[]): Promise<unknown>;
  getJobs(types: readonly ['failed'], start: number, end: number): Promise<readonly (QueuedJob | undefined)[]>;
  getWorkersCount(): Promise<number>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** A worker of BullMQ. */
export interface JobWorker {
  run(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  /** Takes no further job, and waits for the current ones unless `force` is true. */
  close(force?: boolean): Promise<void>;
}

interface QueueOptions {
  readonly connection: RedisOptions & { readonly skipVersionCheck: true };
  readonly prefix: string;
}

export interface JobWorkerOptions extends QueueOptions {
  readonly concurrency: number;
  readonly autorun: false;
  /** Milliseconds after which a job of a worker without a sign of life is given to another one. */
  readonly lockDuration: number;
  /** Milliseconds between two signs of life; by default half of it. */
  readonly lockRenewTime?: number;
  /** Milliseconds between two searches for such jobs. */
  readonly stalledInterval: number;
  /** Number of workers that a job may end. */
  readonly maxStalledCount: number;
}

/** The packages of the queue, which only the npm package brings. */
export interface QueuePackages {
  readonly Redis: new (options: RedisOptions) => RedisClient;
  readonly Queue: new (name: string, options: QueueOptions) => JobQueue;
  readonly Worker: new (
    name: string,
    process: (job: QueuedJob, token?: string) => Promise<void>,
    options: JobWorkerOptions,
  ) => JobWorker;
  /** Thrown by a job that was moved back to the queue. */
  readonly WaitingError: new () => Error;
}

/**
 * Loads BullMQ and ioredis, or returns an error message. The bundler does not follow these calls: the packages are not part of
 * the extension, and no other command loads them.
 */
export function loadQueuePackages(): QueuePackages | string {
  const load = createRequire(import.meta.url);
  try {
    const { Queue, Worker, WaitingError } = load('bullmq') as Omit<QueuePackages, 'Redis'>;
    const { Redis } = load('ioredis') as Pick<QueuePackages, 'Redis'>;
    return { Redis, Queue, Worker, WaitingError };
  } catch {
    return 'Install Skillwright from npm to use --queue: this copy does not contain BullMQ.';
  }
}

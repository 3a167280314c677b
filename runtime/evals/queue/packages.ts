import { createRequire } from 'node:module';
import type * as bullmq from 'bullmq';
import type * as ioredis from 'ioredis';

/** A job to add. */
export type NewJob = Parameters<bullmq.Queue['addBulk']>[0][number];

/** The packages of the queue, which only the npm package brings. Other files import their types, which cost nothing. */
export interface QueuePackages {
  readonly Redis: typeof ioredis.Redis;
  readonly Queue: typeof bullmq.Queue;
  readonly Worker: typeof bullmq.Worker;
  /** Thrown by a job that was moved back to the queue. */
  readonly WaitingError: typeof bullmq.WaitingError;
}

/**
 * Loads BullMQ and ioredis, or returns an error message. The bundler does not follow these calls: the packages are not part of
 * the extension, and no other command loads them.
 */
export function loadQueuePackages(): QueuePackages | string {
  const load = createRequire(import.meta.url);
  try {
    const { Queue, Worker, WaitingError } = load('bullmq') as typeof bullmq;
    const { Redis } = load('ioredis') as typeof ioredis;
    return { Redis, Queue, Worker, WaitingError };
  } catch {
    return 'Install Skillwright from npm to use --queue: this copy does not contain BullMQ.';
  }
}

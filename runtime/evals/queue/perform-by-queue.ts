import { dirname } from 'node:path';
import type { PerformTrials } from '../prepare/perform-trials.ts';
import type { TrialsEnd } from '../trials/run-trials.ts';
import type { QueueConnection } from './connect-queue.ts';
import { Coordinator } from './coordinator.ts';
import { evalIdOf } from './eval-id.ts';
import type { SharedSettings } from './publish-trials.ts';

export interface QueueOptions {
  readonly connection: QueueConnection;
  readonly shared: SharedSettings;
  /** US dollars for all workers together; undefined for no limit. */
  readonly maxUsd: number | undefined;
  readonly onNote: (note: string) => void;
}

/** Returns a function that performs the trials of an eval on the workers of a queue. */
export function performByQueue(options: QueueOptions): PerformTrials {
  return async (request): Promise<TrialsEnd> => {
    const known = evalIdOf(dirname(request.store.runs));
    if ('id' in known) return new Coordinator({ ...options, ...request, evalId: known.id }).run();
    return { runs: new Map(), skipped: 0, completed: 0, isCapped: false, refusals: [], message: known.message };
  };
}

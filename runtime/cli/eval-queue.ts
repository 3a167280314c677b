import manifest from '../../package.json' with { type: 'json' };
import type { Skill } from '../../skill/index.ts';
import type { PerformTrials } from '../evals/prepare/perform-trials.ts';
import { providerOf } from '../evals/trials/provider-gate.ts';
import type { ProviderRate } from '../evals/trials/provider-limits.ts';
import { keepHeapSmall } from '../small-heap.ts';
import type { Output } from './output.ts';

/** The options of `skillwright eval` that a queue depends on. */
interface QueueOptions {
  readonly queue?: string;
  readonly maxCost?: number;
  readonly preview?: boolean;
}

/** The eval whose trials a queue performs. */
interface QueuedEval {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly distractors: readonly Skill[];
  readonly rateOf: (provider: string) => ProviderRate;
}

/** A queue that performs the trials of an eval. */
export interface EvalQueue {
  readonly perform: PerformTrials;
  close(): void;
}

/** Connects to the queue of `--queue`, if there is one, or returns an error message. Loads everything for it only then. */
export async function openQueue(
  { queue, maxCost, preview }: QueueOptions,
  { settings, distractors, rateOf }: QueuedEval,
  output: Output,
): Promise<EvalQueue | string | undefined> {
  if (queue === undefined || preview === true) return undefined;
  keepHeapSmall();
  const { connectQueue } = await import('../evals/queue/connect-queue.ts');
  const { performByQueue } = await import('../evals/queue/perform-by-queue.ts');
  const connection = await connectQueue(queue);
  if (connection.kind === 'failed') return connection.message;
  for (const note of connection.notes) output.warn(note);
  const shared = {
    settings,
    runtimeVersion: manifest.version,
    distractors,
    limitsOf: (model: string) => rateOf(providerOf(model)),
  };
  return {
    perform: performByQueue({ connection, shared, maxUsd: maxCost, onNote: (note) => output.warn(note) }),
    close: () => connection.client.disconnect(),
  };
}

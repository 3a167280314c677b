import type { TrialsEnd } from '../trials/run-trials.ts';
import type { TrialStore } from '../trials/trial-store.ts';
import type { PreparedTrial } from './prepare-trials.ts';

/** Performs the trials of an eval elsewhere than in this process. */
export type PerformTrials = (request: PerformRequest) => Promise<TrialsEnd>;

export interface PerformRequest {
  readonly trials: readonly PreparedTrial[];
  /** The folder of completed trials, into which new ones are written. */
  readonly store: TrialStore;
  /** US dollars that were spent before. */
  readonly spentUsd: number;
  /** Records a cost. Returns an error message. */
  readonly addCost: (entry: CostOfRun) => Promise<string | undefined>;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, planned: number) => void;
}

/** The cost of a run, in US dollars. */
export interface CostOfRun {
  readonly model: string;
  readonly trial: string;
  readonly run: string;
  readonly costUsd: number;
}

/** Verdicts on assertions and on entire trials. */
import type { WaitingCall } from '../../protocol/eval-scripts.ts';

/** A judgment of one assertion. */
export interface CheckVerdict {
  readonly text: string;
  /** Null if it cannot be judged. */
  readonly passed: boolean | null;
  /** The reason, in one sentence. */
  readonly evidence: string;
  /** `seq`s of the journal's events that it rests on. */
  readonly events: readonly number[];
  /** Present if a language model judged it. */
  readonly judge?: JudgeVotes;
}

/** The votes of a language model on an assertion in prose. */
export interface JudgeVotes {
  readonly model: string;
  readonly votes: readonly (boolean | null)[];
  /** The request that each vote answers. */
  readonly prompt: string;
  /** US dollars; absent if the price is unknown. */
  readonly costUsd?: number;
}

/** The reason why a trial of a case without assertions is not judged. */
export const NO_ASSERTIONS = 'Add assertions: the case has none.';

export type Verdict = 'passed' | 'failed' | 'not_judged';

/** The judgment of a trial. */
export interface TrialVerdict {
  readonly verdict: Verdict;
  /** True if the skill was loaded at any point of the run. */
  readonly triggered: boolean;
  readonly checks: readonly CheckVerdict[];
  /** The reason why nothing was judged, if so. */
  readonly reason?: string;
  /** The calls that wait for an approval, if nothing was judged for that reason. */
  readonly waiting?: readonly WaitingCall[];
}

/**
 * Combines the verdicts of all assertions. One that failed makes the trial failed, whatever the others are; one that is not
 * judged leaves a trial without a failure not judged.
 */
export function combine(checks: readonly CheckVerdict[]): Verdict {
  if (checks.some(({ passed }) => passed === false)) return 'failed';
  return checks.length === 0 || checks.some(({ passed }) => passed === null) ? 'not_judged' : 'passed';
}

/**
 * True if every assertion of a trial is judged. Only such trials count in a rate: one that could not have passed, because an
 * assertion is not judged, would make it too low.
 */
export function isFullyJudged({ verdict, checks }: Pick<TrialVerdict, 'verdict' | 'checks'>): boolean {
  return verdict !== 'not_judged' && checks.every(({ passed }) => passed !== null);
}

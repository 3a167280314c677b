/** Settings of the guards, as used in `.skillwright.json` and in the first event of a run. */
import type { GUARD_THRESHOLDS } from './guard-thresholds.ts';

/** The count at which each guard acts, as described in `guard-thresholds.ts`. */
export type GuardThresholds = Readonly<Record<keyof typeof GUARD_THRESHOLDS, number>>;

/** Settings of the guards. The preset applies to absent ones. */
export interface GuardSettings {
  /** False disables the loop detector: repeated calls, error streaks, steps without progress. */
  readonly loops?: boolean;
  /** Tools that the loop detector ignores; `*` matches any characters. */
  readonly exempt?: readonly string[];
  readonly thresholds?: Partial<GuardThresholds>;
}

/** The limits of a run, as the rules of guard events. Each ends the run before the next model call. */
export const CAP_RULES = ['max_llm_calls', 'max_tokens', 'max_cost'] as const;

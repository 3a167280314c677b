/** What can be set of the guards, as `.skillwright.json` and a run's first event have it. Types only. */
import type { GUARD_THRESHOLDS } from './guard-thresholds.ts';

/** The count at which each guard acts; `guard-thresholds.ts` says what each counts. */
export type GuardThresholds = Readonly<Record<keyof typeof GUARD_THRESHOLDS, number>>;

/** What is absent is as the preset has it. */
export interface GuardSettings {
  /** False turns the loop detector off: repeated calls, error streaks, steps without progress. */
  readonly loops?: boolean;
  /** Tools that the loop detector leaves alone; `*` stands for any characters. */
  readonly exempt?: readonly string[];
  readonly thresholds?: Partial<GuardThresholds>;
}

/** What can be set of the guards, as `.skillwright.json` and a run's first event have it. Types only. */

/** The count at which each guard acts. */
export interface GuardThresholds {
  /** The miss of one and the same resource that is fatal. */
  readonly resourceSamePath: number;
  /** The miss of whatever resource that is fatal. */
  readonly resourceAnyPath: number;
  /** The miss of whatever script that is fatal. */
  readonly script: number;
  /** The identical call with identical results that is denied; at least 2. */
  readonly repeatedCall: number;
  /** Steps with a denied call after which a person is asked, or the run ends. */
  readonly denials: number;
  /** Results of one tool with one error code from which on the model is told that it is of no use. */
  readonly errorHint: number;
  /** Results of one tool with one error code that end the run. */
  readonly errorStop: number;
  /** Steps in a row that brought errors and repetitions alone, after which a person is asked, or the run ends. */
  readonly noProgress: number;
}

/** What is absent is as the preset has it. */
export interface GuardSettings {
  /** False turns the loop detector off: repeated calls, error streaks, steps without progress. */
  readonly loops?: boolean;
  /** Tools that the loop detector leaves alone; `*` stands for any characters. */
  readonly exempt?: readonly string[];
  readonly thresholds?: Partial<GuardThresholds>;
}

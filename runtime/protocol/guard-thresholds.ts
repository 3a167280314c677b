// Made by `npm run generate`; do not edit.

/** The thresholds of all guards by name: the default, the smallest allowed value, and a description. */
export const GUARD_THRESHOLDS = {
  resourceSamePath: {
    default: 2,
    minimum: 1,
    description: 'Number of misses of the same resource at which a miss is fatal.',
  },
  resourceAnyPath: {
    default: 3,
    minimum: 1,
    description: 'Number of misses of any resources at which a miss is fatal.',
  },
  script: { default: 2, minimum: 1, description: 'Number of misses of any scripts at which a miss is fatal.' },
  noProgress: {
    default: 7,
    minimum: 1,
    description:
      'Number of consecutive steps with nothing but errors and repetitions after which the user is asked, or the run ends.',
  },
  repeatedCall: {
    default: 3,
    minimum: 2,
    description: 'Number of identical calls with identical results at which the call is denied.',
  },
  denials: {
    default: 3,
    minimum: 1,
    description: 'Number of steps with a denied call after which the user is asked, or the run ends.',
  },
  errorHint: {
    default: 3,
    minimum: 1,
    description:
      'Number of results of one tool with the same error code at which the model is advised to stop calling it.',
  },
  errorStop: {
    default: 5,
    minimum: 1,
    description: 'Number of results of one tool with the same error code at which the run ends.',
  },
} as const;

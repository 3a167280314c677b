// Made by `npm run generate`; do not edit.

/** The thresholds of all guards by name: the default, the smallest value allowed, and what is counted. */
export const GUARD_THRESHOLDS = {
  resourceSamePath: { default: 2, minimum: 1, description: 'The miss of one and the same resource that is fatal.' },
  resourceAnyPath: { default: 3, minimum: 1, description: 'The miss of whatever resource that is fatal.' },
  script: { default: 2, minimum: 1, description: 'The miss of whatever script that is fatal.' },
  noProgress: {
    default: 7,
    minimum: 1,
    description:
      'Steps in a row that brought errors and repetitions alone, after which a person is asked, or the run ends.',
  },
  repeatedCall: { default: 3, minimum: 2, description: 'The identical call with identical results that is denied.' },
  denials: {
    default: 3,
    minimum: 1,
    description: 'Steps with a denied call after which a person is asked, or the run ends.',
  },
  errorHint: {
    default: 3,
    minimum: 1,
    description: 'Results of one tool with one error code from which on the model is told that it is of no use.',
  },
  errorStop: { default: 5, minimum: 1, description: 'Results of one tool with one error code that end the run.' },
} as const;

/** The model of a run that names none: simulated, so that it needs no key. */
export const DEFAULT_MODEL = 'simulated/weak';

/** The default folder of runs, relative to the working directory. */
export const DEFAULT_RUNS = '.skillwright/runs';

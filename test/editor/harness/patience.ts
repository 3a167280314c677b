/**
 * So many times longer than a quiet machine needs a test may wait, for others may work on it. A wait ends as soon as
 * what it waits for is there: patience costs time only where something is wrong.
 */
export const PATIENCE = 4;

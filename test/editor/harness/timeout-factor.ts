/**
 * The factor by which timeouts are multiplied on a busy machine. A wait ends as soon as its condition holds, so longer
 * timeouts only cost time if a test fails.
 */
export const TIMEOUT_FACTOR = 4;

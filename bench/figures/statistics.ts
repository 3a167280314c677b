/** Median and percentiles of measurements; 0 without any. */

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

/** `part` from 0 to 1: 0.95 is the value that 95 of 100 do not exceed. */
export function percentile(numbers: readonly number[], part: number): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0;
}

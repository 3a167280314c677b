/** Options of both timeline benchmarks, for `parseArgs`. */
export const OPTIONS = {
  rows: { type: 'string', default: '100000' },
  /** Events per second of a live run, and its duration. */
  rate: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '8' },
  rounds: { type: 'string', default: '3' },
} as const;

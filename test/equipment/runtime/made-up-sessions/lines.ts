/** Returns records as lines of JSON. */
export const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

/** Returns the time of a made-up session after a number of seconds, in ISO 8601. */
export const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, second)).toISOString();

/** The same in epoch milliseconds. */
export const millis = (second: number): number => Date.parse(at(second));

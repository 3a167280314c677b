/** The progress of an eval in the terminal. */
import { formatCount, formatNumber } from '../text/count.ts';

/** Milliseconds between two lines of progress where no terminal can overwrite them, as in a log. */
const LINE_MS = 60_000;

/** The stream that the progress of an eval is written to. */
export interface ProgressTarget {
  readonly isTerminal: boolean;
  write(text: string): void;
  /** The time in milliseconds. */
  now(): number;
}

/**
 * Returns a function that shows how many trials have ended: on a line that is overwritten in a terminal, and as a line each minute
 * elsewhere.
 * @param what precedes the numbers, for example `judging: `
 */
export function progressOf(what: string, { isTerminal, write, now }: ProgressTarget) {
  let last = now();
  return (done: number, planned: number): void => {
    const text = `${what}${formatNumber(done)} of ${formatCount(planned, 'trial')}`;
    if (isTerminal) write(done < planned ? `\r${text}\u001B[K` : '\r\u001B[K');
    else if (done < planned && now() - last >= LINE_MS) {
      last = now();
      write(`skillwright: ${text}\n`);
    }
  };
}

/** Number of lines kept, and maximum number of characters of each. */
const MAX_LINES = 500;
const MAX_LINE_LENGTH = 2_000;

/** Buffers the last lines of a log, in memory only. */
export class LastLines {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line);
    // Trim only once the buffer is twice as long, not with each line.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES);
  }

  all(): readonly string[] {
    return this.#lines.slice(-MAX_LINES);
  }
}

/** Lines that are kept, the last, and characters of each. */
const MOST = 500;
const LONGEST = 2_000;

/** The last lines of a log, in memory alone. */
export class LastLines {
  #lines: string[] = [];

  add(line: string): void {
    this.#lines.push(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
    // Cut rarely, not with each line.
    if (this.#lines.length >= 2 * MOST) this.#lines = this.#lines.slice(-MOST);
  }

  all(): readonly string[] {
    return this.#lines.slice(-MOST);
  }
}

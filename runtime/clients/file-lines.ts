/** The lines of a text, of which few are used: a file of line breaks has millions. */
export class FileLines {
  /** The number of lines. */
  readonly count: number;
  private readonly bytes: Buffer;
  /** The number of a line that was found, from 1, and the position of its start. */
  private found = { line: 1, start: 0 };

  /**
   * @param bytes the text in UTF-8
   * @param countsLast true if a line break at the end begins one more line, which is empty
   */
  constructor(bytes: Buffer, countsLast: boolean) {
    this.bytes = bytes;
    let count = 1;
    // A loop is much quicker than `indexOf` if there are many.
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_BREAK) count++;
    const isLastEmpty = bytes.length === 0 || bytes[bytes.length - 1] === LINE_BREAK;
    this.count = isLastEmpty && !countsLast ? count - 1 : count;
  }

  /** Returns a line, counted from 1, without its line break; empty if there is none. Quick if it comes after the last one. */
  at(line: number): string {
    if (!Number.isInteger(line) || line < 1 || line > this.count) return '';
    let { line: current, start } = line < this.found.line ? { line: 1, start: 0 } : this.found;
    for (; current < line && start < this.bytes.length; start++) if (this.bytes[start] === LINE_BREAK) current++;
    this.found = { line: current, start };
    const end = this.bytes.indexOf(LINE_BREAK, start);
    return this.bytes.toString('utf8', start, end < 0 ? this.bytes.length : end);
  }
}

const LINE_BREAK = 10;

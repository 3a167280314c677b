import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { appendToFile } from '../../confined/write-file.ts';
import { messageOf } from '../../errors.ts';
import type { TrialResult } from './results.ts';

/** Size in bytes of each write and read. */
const CHUNK = 256 * 1024;

/**
 * The trials of an eval with their verdicts, in a temporary file: of many trials, those in memory would be most of it. They are added
 * one after the other, and can then be read any number of times, in the same order.
 */
export class JudgedTrials implements Iterable<TrialResult> {
  /** Number of trials. */
  length = 0;
  private readonly file: string;
  private lines: string[] = [];
  private waiting = 0;

  /** @param file absolute path; a file that a killed process left there is replaced */
  constructor(file: string) {
    this.file = file;
    this.remove();
  }

  /** Adds a trial. Returns an error message if it cannot be written. */
  add(trial: TrialResult): string | undefined {
    const line = JSON.stringify(trial);
    this.lines.push(line);
    this.length++;
    this.waiting += line.length;
    return this.waiting < CHUNK ? undefined : this.flush();
  }

  /** Writes what is still in memory. Returns an error message. */
  flush(): string | undefined {
    if (this.lines.length === 0) return undefined;
    try {
      appendToFile(this.file, `${this.lines.join('\n')}\n`);
    } catch (error) {
      return `Make room or choose another folder with --out: ${messageOf(error)}`;
    }
    this.lines = [];
    this.waiting = 0;
    return undefined;
  }

  /** Yields the trials that were written. Throws if the file was removed or changed. */
  *[Symbol.iterator](): Generator<TrialResult> {
    if (this.length === 0) return;
    const fd = openSync(this.file, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK);
      let rest: Buffer = Buffer.alloc(0);
      for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
        const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
        const end = bytes.lastIndexOf(10) + 1;
        if (end > 0)
          for (const line of bytes.toString('utf8', 0, end - 1).split('\n')) yield JSON.parse(line) as TrialResult;
        rest = bytes.subarray(end);
      }
    } finally {
      closeSync(fd);
    }
  }

  /** Removes the file. */
  remove(): void {
    rmSync(this.file, { force: true });
  }
}

import { performance } from 'node:perf_hooks';
import { yieldToEventLoop } from '../loop/interfaces/abort.ts';
import { YIELD_AFTER_MS } from '../workspace-copy/walk-files.ts';

/** Maximum time of a search, in milliseconds, and of bytes that it reads. Files can be links to one another. */
const MAX_MS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The limits of a search of a client. Commands and workspaces can have any number of files, of any size. */
export class SearchLimits {
  /** True once the search has stopped, before it visited everything. */
  isReached = false;
  private hasSkipped = false;
  private readonly deadline = performance.now() + MAX_MS;
  private nextTurn = performance.now() + YIELD_AFTER_MS;
  private bytesLeft = MAX_BYTES;

  /** Returns false if the search must stop. */
  goesOn(): boolean {
    if (performance.now() > this.deadline) this.isReached = true;
    return !this.isReached;
  }

  /** Records that a file was read. */
  spend(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) this.isReached = true;
  }

  /** Records that something was left out, because it would have taken too long. */
  skip(): void {
    this.hasSkipped = true;
  }

  /** True if the event loop should have a turn. */
  get isTurnDue(): boolean {
    return performance.now() > this.nextTurn;
  }

  /** Lets others work. */
  async giveTurn(): Promise<void> {
    await yieldToEventLoop();
    this.nextTurn = performance.now() + YIELD_AFTER_MS;
  }

  /** Returns the text of a result, with a note if the search has stopped. */
  noted(text: string, missing = 'not all files were searched'): string {
    if (this.isReached) return `${text}\n[Skillwright stopped this search: ${missing}]`;
    return this.hasSkipped
      ? `${text}\n[Skillwright left out some lines: the pattern is too expensive for their length]`
      : text;
  }
}

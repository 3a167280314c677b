import { performance } from 'node:perf_hooks';
import { WalkLimits } from '../confined/walk-limits.ts';

/** Maximum number of folders and files that are visited. */
const MAX_VISITED = 50_000;
/** Maximum time of a search, in milliseconds, and of bytes that it reads. Files can be links to one another. */
const MAX_MS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The limits of a search of a client. Commands and workspaces can have any number of files, of any size. */
export class SearchLimits extends WalkLimits {
  private hasSkipped = false;
  private bytesLeft = MAX_BYTES;

  constructor() {
    super(MAX_VISITED, performance.now() + MAX_MS);
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

  /** Returns the text of a result, with a note if the search has stopped. */
  noted(text: string, missing = 'not all files were searched'): string {
    if (this.isReached) return `${text}\n[Skillwright stopped this search: ${missing}]`;
    return this.hasSkipped
      ? `${text}\n[Skillwright left out some lines: the pattern is too expensive for their length]`
      : text;
  }
}

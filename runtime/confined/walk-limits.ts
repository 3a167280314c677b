import { FileSteps } from './file-work.ts';

/** Returned instead of a folder or an entry when the event loop should have a turn. */
export const PAUSE = 'pause';

/**
 * Maximum length of all paths of a walk together, in UTF-16 units. A system has no limit of the length of a path that programs
 * reach step by step, so that a few thousand of them can fill the memory.
 */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** The limits of a walk through folders that others may have filled with anything. */
export class WalkLimits extends FileSteps {
  /** True once the walk has stopped, before it visited everything. */
  isReached = false;
  private entriesLeft: number;
  private charactersLeft = MAX_CHARACTERS;
  private readonly deadline: number;

  /**
   * @param maxEntries maximum number of files and folders that are visited
   * @param deadline time of `performance.now()` at which it stops
   */
  constructor(maxEntries: number, deadline = Number.POSITIVE_INFINITY) {
    super();
    this.entriesLeft = maxEntries;
    this.deadline = deadline;
  }

  /** Returns false if the walk must stop. */
  goesOn(): boolean {
    if (performance.now() > this.deadline) this.isReached = true;
    return !this.isReached;
  }

  /** The number of entries of a folder that are read: one more than may be visited shows that there are too many. */
  get entriesToRead(): number {
    return this.entriesLeft + 1;
  }

  /** Counts an entry and its path, of `characters` UTF-16 units. */
  countEntry(characters: number): void {
    if (--this.entriesLeft < 0) this.isReached = true;
    this.countCharacters(characters);
  }

  /** Counts further texts of the length of a path. */
  countCharacters(characters: number): void {
    this.charactersLeft -= characters;
    if (this.charactersLeft < 0) this.isReached = true;
  }
}

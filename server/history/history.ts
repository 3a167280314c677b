import { defined } from '../../skill/index.ts';
import type { PathChanges } from './path-changes.ts';
import type { HistoryAnswer, HistoryRequest } from './read-history.ts';

/** Reads the history of a repository. */
export type ReadHistory = (request: HistoryRequest) => Promise<HistoryAnswer>;

/** Time in milliseconds during which the current commit is not asked for again. */
const RECHECK = 2_000;
/** The same for a repository whose history could not be read. */
const RETRY = 60_000;
/** Maximum number of repositories that are kept. */
const MAX_REPOSITORIES = 8;

interface Repository {
  /** The commit that `changes` was read for. */
  readonly head?: string;
  readonly changes?: PathChanges;
  /** The time of the next question, as of `now`. */
  readonly nextCheck: number;
}

/**
 * The histories of repositories. They give words and fixes, never findings or levels: a checkout may lack its history, and
 * the same commit must get the same findings everywhere. Nothing waits for them: what is not yet read is unknown.
 */
export class History {
  readonly #read: ReadHistory;
  readonly #now: () => number;
  readonly #repositories = new Map<string, Repository>();
  /** Repositories that are being read or wait for it. */
  readonly #pending = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  #isAllowed: boolean;

  /** @param isAllowed the user trusts the workspace: only then is git run @param now returns a time in milliseconds */
  constructor(read: ReadHistory, isAllowed: boolean, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#isAllowed = isAllowed;
    this.#now = now;
  }

  /** Handles that the user has come to trust the workspace. */
  allow(): void {
    this.#isAllowed = true;
  }

  /** Returns what is known of a repository. Reads it in the background if it may have changed. */
  changesIn(root: string, workspace: readonly string[]): PathChanges | undefined {
    void this.refresh(root, workspace);
    return this.#repositories.get(root)?.changes;
  }

  /**
   * Reads a repository unless that was done a moment ago; resolves at the end. One repository is read after the other.
   * @param root the folder with `.git`; without symbolic links
   * @param workspace the workspace folders
   */
  refresh(root: string, workspace: readonly string[]): Promise<void> {
    if (!this.#isAllowed) return Promise.resolve();
    const pending = this.#pending.get(root);
    if (pending !== undefined) return pending;
    if (this.#now() < (this.#repositories.get(root)?.nextCheck ?? 0)) return Promise.resolve();
    const run = this.#last.then(() => this.#update(root, workspace)).finally(() => this.#pending.delete(root));
    this.#pending.set(root, run);
    this.#last = run;
    return run;
  }

  async #update(root: string, workspace: readonly string[]): Promise<void> {
    const known = this.#repositories.get(root);
    const answer = await this.#read({ root, head: known?.head, workspace });
    this.#repositories.delete(root);
    this.#repositories.set(root, this.#next(answer, known));
    const [oldest] = this.#repositories.keys();
    if (this.#repositories.size > MAX_REPOSITORIES && oldest !== undefined) this.#repositories.delete(oldest);
  }

  #next(answer: HistoryAnswer, known: Repository | undefined): Repository {
    switch (answer.kind) {
      case 'none':
        return { nextCheck: this.#now() + RETRY };
      case 'unchanged':
        return defined({ ...known, nextCheck: this.#now() + RECHECK });
      case 'read':
        return { head: answer.head, changes: answer.changes, nextCheck: this.#now() + RECHECK };
    }
  }
}

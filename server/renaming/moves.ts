/** Moves of files and folders, with conversion between old and new paths. */
import { join, within } from '../../skill/index.ts';

/** The old and new path of a file or folder; both absolute and normalized. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Several simultaneous moves without conflicts. Of two nested ones, the inner one applies. */
export class Moves {
  readonly all: readonly Move[];
  readonly #byTarget: readonly Move[];

  constructor(all: readonly Move[]) {
    // The innermost one first, since it applies.
    this.all = all.filter(({ from, to }) => from !== to).sort((a, b) => b.from.length - a.from.length);
    this.#byTarget = [...this.all].sort((a, b) => b.to.length - a.to.length);
  }

  /** Returns the new path of a current path. */
  after(path: string): string {
    for (const { from, to } of this.all) {
      const inner = within(from, path);
      if (inner !== undefined) return inner === '' ? to : join(to, inner);
    }
    return path;
  }

  /** Returns the current path of a new path; undefined if nothing will be there. */
  before(path: string): string | undefined {
    for (const { from, to } of this.#byTarget) {
      const inner = within(to, path);
      if (inner === undefined) continue;
      const before = inner === '' ? from : join(from, inner);
      // Something else may have been moved out of the moved folder.
      if (this.after(before) === path) return before;
    }
    return this.isMoved(path) ? undefined : path;
  }

  /** Returns true if this path will contain something else, or nothing. */
  isMoved(path: string): boolean {
    return this.all.some(({ from }) => within(from, path) !== undefined);
  }
}

/** Files and folders that get other paths, and where everything is before and after. */
import { join, within } from '../../skill/index.ts';

/** A file or folder and its new path; both absolute and normal. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Some moves at once. None of them lies in another one's way: of two that are within each other the inner one counts. */
export class Moves {
  readonly all: readonly Move[];
  readonly #byTarget: readonly Move[];

  constructor(all: readonly Move[]) {
    // The innermost first, since it decides.
    this.all = all.filter(({ from, to }) => from !== to).sort((a, b) => b.from.length - a.from.length);
    this.#byTarget = [...this.all].sort((a, b) => b.to.length - a.to.length);
  }

  /** Where what lies at a path is afterwards. */
  after(path: string): string {
    for (const { from, to } of this.all) {
      const inner = within(from, path);
      if (inner !== undefined) return inner === '' ? to : join(to, inner);
    }
    return path;
  }

  /** Where what lies at a path afterwards is now; undefined where nothing is there any more. */
  before(path: string): string | undefined {
    for (const { from, to } of this.#byTarget) {
      const inner = within(to, path);
      if (inner === undefined) continue;
      const before = inner === '' ? from : join(from, inner);
      // What was moved out of a folder that was moved itself is elsewhere.
      if (this.after(before) === path) return before;
    }
    return this.isMoved(path) ? undefined : path;
  }

  /** Whether something else lies, or nothing at all, where this lies now. */
  isMoved(path: string): boolean {
    return this.all.some(({ from }) => within(from, path) !== undefined);
  }
}

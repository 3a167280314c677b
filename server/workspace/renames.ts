import { join, within } from '../../skill/index.ts';

/** Maximum number of recorded renames; an old one is useless once the texts are corrected. */
const MAX_RENAMES = 1_000;

/** Files renamed in the editor since the server started, to suggest new paths for old ones. */
export class Renames {
  readonly #all: { readonly from: string; readonly to: string }[] = [];

  /** Records a renamed or moved file or folder; absolute paths. */
  add(from: string, to: string): void {
    this.#all.push({ from, to });
    if (this.#all.length > MAX_RENAMES) this.#all.shift();
  }

  /** Returns the current path of a renamed file, both absolute; undefined if it was never renamed. */
  currentPath(path: string): string | undefined {
    let now = path;
    for (const { from, to } of this.#all) {
      const inner = within(from, now);
      if (inner !== undefined) now = inner === '' ? to : join(to, inner);
    }
    return now === path ? undefined : now;
  }
}

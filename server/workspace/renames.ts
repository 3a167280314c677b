import { join, within } from '../../skill/index.ts';

/** Renames kept: an old one is of no use once its texts are mended. */
const MOST = 1_000;

/** What the editor renamed since the server started: who still names an old path can be led to the new one. */
export class Renames {
  readonly #all: { readonly from: string; readonly to: string }[] = [];

  /** A file or folder was renamed or moved; absolute paths. */
  add(from: string, to: string): void {
    this.#all.push({ from, to });
    if (this.#all.length > MOST) this.#all.shift();
  }

  /** Where the file of a path, absolute, is called now; undefined where it was never renamed. */
  now(path: string): string | undefined {
    let now = path;
    for (const { from, to } of this.#all) {
      const inner = within(from, now);
      if (inner !== undefined) now = inner === '' ? to : join(to, inner);
    }
    return now === path ? undefined : now;
  }
}

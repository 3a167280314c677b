import { lstatSync, type Stats } from 'node:fs';
import type { DirectoryEntry } from '../../skill/index.ts';

/** A folder modified within this many milliseconds may change again with the same time. */
const MIN_AGE = 2_000;
/** Maximum number of folders that are remembered. */
const MAX_FOLDERS = 100_000;

type Identity = Pick<Stats, 'dev' | 'ino' | 'mtimeMs' | 'ctimeMs'>;

/**
 * Listings of folders from earlier calls: to ask for the time of a folder is much quicker than to list it. A listing is used only
 * for the same folder with the same time, so that nothing is seen of another folder that has taken its place.
 */
export class Listings {
  readonly #known = new Map<string, { readonly of: Identity; readonly entries: readonly DirectoryEntry[] }>();

  /** Returns the entries of a folder that has not changed; undefined if it may have. */
  get(folder: string): readonly DirectoryEntry[] | undefined {
    const known = this.#known.get(folder);
    if (known === undefined) return undefined;
    const { of, entries } = known;
    const now = identityOf(folder);
    const isSame =
      now?.ino === of.ino && now.dev === of.dev && now.mtimeMs === of.mtimeMs && now.ctimeMs === of.ctimeMs;
    if (!isSame) this.#known.delete(folder);
    return isSame ? entries : undefined;
  }

  /**
   * Remembers the entries of a folder without links, whose targets could change, unless the folder may change without a new time.
   * @param of its status before it was listed
   */
  put(folder: string, of: Stats, entries: readonly DirectoryEntry[]): void {
    if (Date.now() - Math.max(of.mtimeMs, of.ctimeMs) < MIN_AGE) return;
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    this.#known.set(folder, { of, entries });
  }
}

function identityOf(folder: string): Identity | undefined {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true ? stats : undefined;
  } catch {
    return undefined;
  }
}

/** An index of the files of a repository by the ends of their paths: evidence of where a missing file may be. */
import type { FileSystem } from './files.ts';
import { basename, dirname, normalize, within } from './paths.ts';
import { walk } from './walk.ts';

/** Queries about the files around a skill, used by the judge. */
export interface RepositoryTree {
  /** The folder below which the files are; absolute. */
  readonly root: string;
  /**
   * Returns the files and folders whose path ends in `path`, absolute, in code-unit order, at most 20. Leading `./` and `../` and
   * a trailing `/` of `path` count for nothing. Undefined if none is known, but not every file is.
   */
  endingIn(path: string): readonly string[] | undefined;
}

/** A tree that follows the changes of the file system. */
export interface IndexedTree extends RepositoryTree {
  /** Handles a created or deleted file or folder; absolute. */
  changed(path: string): void;
}

const MAX_FOUND = 20;
/** Of a larger repository, only this many files and folders are indexed. */
const MAX_ENTRIES = 200_000;
/** Parts of a path whose contents are not the repository's own. */
const SKIPPED = /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/;

/**
 * Returns the index of the files below `root`, built at the first query. `.git` and `node_modules` are left out, and linked
 * folders are not followed, so that nothing outside of `root` is read.
 */
export function repositoryTree(fs: FileSystem, root: string): IndexedTree {
  let index: TreeIndex | undefined;
  const built = (): TreeIndex => {
    index ??= new TreeIndex(fs, root);
    return index;
  };
  return {
    root: normalize(root),
    endingIn: (path) => built().endingIn(path),
    changed(path) {
      // The first query sees the change anyway.
      if (index?.changed(path) === false) index = undefined;
    },
  };
}

class TreeIndex {
  readonly #fs: FileSystem;
  readonly #root: string;
  /** The names in each folder. */
  readonly #names = new Map<string, readonly string[]>();
  /** The folders that contain a file or folder of a name. */
  readonly #foldersOf = new Map<string, string[]>();
  #entries = 0;
  /** False if the index stopped at a limit. */
  #isComplete = true;

  constructor(fs: FileSystem, root: string) {
    this.#fs = fs;
    this.#root = normalize(root);
    this.#add(this.#root);
  }

  endingIn(path: string): readonly string[] | undefined {
    const end = normalize(path).replace(/^(?:\.\.\/)+|^\/+/, '');
    const name = basename(end);
    const above = dirname(end);
    if (name === '' || name === '..') return [];
    const found: string[] = [];
    for (const folder of this.#foldersOf.get(name) ?? [])
      if (above === '' || folder === above || folder.endsWith(`/${above}`))
        found.push(`${folder === '/' ? '' : folder}/${name}`);
    if (found.length === 0 && !this.#isComplete) return undefined;
    return found.sort().slice(0, MAX_FOUND);
  }

  /** Handles a created or deleted path. Returns false if the index must be built again. */
  changed(path: string): boolean {
    const inner = within(this.#root, path);
    if (inner === undefined || SKIPPED.test(inner)) return true;
    const parent = dirname(path);
    const entries = this.#fs.list(parent);
    // A folder that is new, empty or gone may be reported by one of its files alone.
    if (inner === '' || !this.#isComplete || !this.#names.has(parent) || entries.length === 0) return false;
    for (const folder of this.#names.has(path) ? [...this.#names.keys()] : [])
      if (within(path, folder) !== undefined) this.#remove(folder);
    this.#remove(parent);
    this.#put(
      parent,
      entries.map(({ name }) => name),
    );
    const entry = entries.find(({ name }) => name === basename(path));
    if (entry?.kind === 'folder' && !entry.link) this.#add(path);
    return true;
  }

  /** Adds a folder with everything below it. */
  #add(top: string): void {
    const isWhole = walk(
      this.#fs,
      top,
      (folder, entries) => {
        if (this.#entries >= MAX_ENTRIES) return false;
        this.#put(
          folder,
          entries.map(({ name }) => name),
        );
        return true;
      },
      () => false,
    );
    this.#isComplete &&= isWhole && this.#entries < MAX_ENTRIES;
  }

  #put(folder: string, names: readonly string[]): void {
    this.#names.set(folder, names);
    this.#entries += names.length;
    for (const name of names) {
      const folders = this.#foldersOf.get(name);
      if (folders) folders.push(folder);
      else this.#foldersOf.set(name, [folder]);
    }
  }

  #remove(folder: string): void {
    const names = this.#names.get(folder) ?? [];
    this.#names.delete(folder);
    this.#entries -= names.length;
    for (const name of names) {
      const folders = this.#foldersOf.get(name)?.filter((one) => one !== folder) ?? [];
      if (folders.length > 0) this.#foldersOf.set(name, folders);
      else this.#foldersOf.delete(name);
    }
  }
}

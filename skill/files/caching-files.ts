/** A caching file system. */
import type { DirectoryEntry, FileSystem } from './files.ts';
import { basename, dirname } from './paths.ts';

/** A file system that lists each folder once, until `forget` clears its cache. */
export interface CachingFiles extends FileSystem {
  forget(): void;
  /** Returns true if the cached kind or listing of a path is out of date. */
  isStale(path: string): boolean;
  /** The cached listings. */
  readonly lists: ReadonlyMap<string, readonly DirectoryEntry[]>;
}

/**
 * Caches the results of `list`, `kind` and `realPath`. A reference to a missing file is looked up in many folders,
 * again at every keystroke, and listing folders would take longer than everything else. Texts are not cached.
 */
export function cachingFiles(fs: FileSystem): CachingFiles {
  const lists = new Map<string, readonly DirectoryEntry[]>();
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  const realPaths = new Map<string, string | undefined>();
  const once = <T>(cache: Map<string, T>, path: string, load: (path: string) => T): T => {
    const known = cache.get(path);
    if (known !== undefined || cache.has(path)) return known as T;
    const answer = load(path);
    cache.set(path, answer);
    return answer;
  };
  return {
    read: (path) => fs.read(path),
    size: (path) => fs.size?.(path),
    list: (folder) => once(lists, folder, fs.list),
    kind: (path) => once(kinds, path, fs.kind),
    realPath: (path) => once(realPaths, path, fs.realPath),
    lists,
    isStale(path) {
      const listed = lists.get(dirname(path));
      if (listed === undefined && !kinds.has(path)) return false;
      const kind = fs.kind(path);
      if (kinds.has(path) && kinds.get(path) !== kind) return true;
      return listed !== undefined && listed.some(({ name }) => name === basename(path)) !== (kind !== undefined);
    },
    forget() {
      lists.clear();
      kinds.clear();
      realPaths.clear();
    },
  };
}

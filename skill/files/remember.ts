/** A file system whose answers are kept. */
import type { DirectoryEntry, FileSystem } from './files.ts';
import { basename, dirname } from './paths.ts';

/** A file system that looks at each folder once, until it is told that files came or went. */
export interface RememberingFiles extends FileSystem {
  forget(): void;
  /** Whether what was answered about a path itself is no longer so. */
  isStale(path: string): boolean;
  /** What the folders hold that were listed since. */
  readonly lists: ReadonlyMap<string, readonly DirectoryEntry[]>;
}

/**
 * Keeps what `list`, `kind` and `realPath` answered. A reference that leads nowhere is looked for in many places, at
 * every keystroke again, and listing folders would take longer than all the rest. Texts are not kept.
 */
export function remembering(fs: FileSystem): RememberingFiles {
  const lists = new Map<string, readonly DirectoryEntry[]>();
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  const realPaths = new Map<string, string | undefined>();
  const once = <T>(kept: Map<string, T>, path: string, ask: (path: string) => T): T => {
    const known = kept.get(path);
    if (known !== undefined || kept.has(path)) return known as T;
    const answer = ask(path);
    kept.set(path, answer);
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

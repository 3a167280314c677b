/** A file system whose answers are kept. */
import type { DirectoryEntry, FileSystem } from './files.ts';

/** A file system that looks at each folder once, until it is told that files came or went. */
export interface RememberingFiles extends FileSystem {
  forget(): void;
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
    forget() {
      lists.clear();
      kinds.clear();
      realPaths.clear();
    },
  };
}

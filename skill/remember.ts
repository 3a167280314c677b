/** A file system whose answers are kept for the length of one pass over it. */
import type { DirectoryEntry, FileSystem } from './files.ts';

/**
 * `fs` with listings and kinds asked once each. Make a new one for every pass: it does not notice changes.
 * Texts are not kept.
 */
export function remembering(fs: FileSystem): FileSystem {
  const lists = new Map<string, readonly DirectoryEntry[]>();
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  const reals = new Map<string, string | undefined>();
  const once = <T>(map: Map<string, T>, path: string, ask: (path: string) => T): T => {
    if (map.has(path)) return map.get(path) as T;
    const answer = ask(path);
    map.set(path, answer);
    return answer;
  };
  return {
    read: (path) => fs.read(path),
    list: (folder) => once(lists, folder, fs.list),
    kind: (path) => once(kinds, path, fs.kind),
    realPath: (path) => once(reals, path, fs.realPath),
  };
}

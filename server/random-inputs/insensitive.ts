import type { FileSystem } from '../../skill/index.ts';
import { dirname, join } from '../../skill/index.ts';

/**
 * A file system to which `A.md` and `a.md` are one, as those of macOS and Windows are: any letter case leads to a file,
 * and listings have the names as they were written.
 */
export function insensitive(base: FileSystem): FileSystem {
  /** The path as it is spelled on the disk; undefined where nothing answers to it. */
  const spelled = (path: string): string | undefined => {
    if (base.kind(path) !== undefined) return path;
    const folder = dirname(path);
    if (folder === path || folder === '') return undefined;
    const parent = spelled(folder);
    const wanted = path.slice(folder === '/' ? 1 : folder.length + 1).toLowerCase();
    const found = parent && base.list(parent).find(({ name }) => name.toLowerCase() === wanted);
    return parent && found ? join(parent, found.name) : undefined;
  };
  const at = (path: string): string => spelled(path) ?? path;
  return {
    read: (path) => base.read(at(path)),
    list: (path) => base.list(at(path)),
    kind: (path) => base.kind(at(path)),
    realPath: (path) => base.realPath(at(path)),
  };
}

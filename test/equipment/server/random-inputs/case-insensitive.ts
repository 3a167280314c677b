import type { FileSystem } from '../../../../skill/index.ts';
import { dirname, join } from '../../../../skill/index.ts';

/**
 * A case-insensitive file system, like those of macOS and Windows: any letter case resolves to a file, and listings contain
 * the names as written.
 */
export function caseInsensitive(base: FileSystem): FileSystem {
  /** Returns the path in the spelling of the disk; undefined if it does not exist. */
  const spellingOnDisk = (path: string): string | undefined => {
    if (base.kind(path) !== undefined) return path;
    const folder = dirname(path);
    if (folder === path || folder === '') return undefined;
    const parent = spellingOnDisk(folder);
    const lower = path.slice(folder === '/' ? 1 : folder.length + 1).toLowerCase();
    const found = parent && base.list(parent).find(({ name }) => name.toLowerCase() === lower);
    return parent && found ? join(parent, found.name) : undefined;
  };
  const at = (path: string): string => spellingOnDisk(path) ?? path;
  return {
    read: (path) => base.read(at(path)),
    list: (path) => base.list(at(path)),
    kind: (path) => base.kind(at(path)),
    realPath: (path) => base.realPath(at(path)),
  };
}

import { isAbsolute, relative, sep } from 'node:path';

/**
 * Whether a path lies in one of these folders, all absolute. By the path alone: the disk is not asked, since on Windows
 * even asking for a path of another machine (`\\host\share`) signs in there.
 */
export function isInside(folders: readonly string[], path: string): boolean {
  if (!isAbsolute(path) || path.includes('\0')) return false;
  return folders.some((folder) => {
    const inner = relative(folder, path);
    return inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
  });
}

import { isAbsolute, relative, sep } from 'node:path';

/**
 * Returns true if a path is inside one of these folders; all are absolute. Compares paths only and does not access the
 * disk, because on Windows even a `stat` of a path on another machine (`\\host\share`) sends it the user's credentials.
 */
export function isInside(folders: readonly string[], path: string): boolean {
  if (!isAbsolute(path) || path.includes('\0')) return false;
  return folders.some((folder) => {
    const inner = relative(folder, path);
    return inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
  });
}

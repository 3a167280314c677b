import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { statOf } from '../../skill/disk.ts';

/**
 * Returns the absolute path of the nearest file `path` from `folder` upwards. The search ends at the repository (a folder
 * with `.git`) or the home folder: anything above is not part of the project. `exists` decides whether a path exists.
 */
export function findUpwards(folder: string, path: string, exists = isFile): string | undefined {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const file = join(place, path);
    if (exists(file)) return file;
    if (existsSync(join(place, '.git')) || place === homedir() || dirname(place) === place) return undefined;
  }
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** True if anything has this name, even a pipe, a folder or a broken link. */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

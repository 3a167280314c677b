import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { statOf } from '../../skill/disk.ts';

/**
 * The first folder from `folder` upwards that holds the file `path`, as the absolute path of that file. The search ends
 * with the repository (a folder with `.git`) or the home folder: what lies above is not the project's. `isThere` says
 * what counts as there.
 */
export function findUpwards(folder: string, path: string, isThere = isFile): string | undefined {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const file = join(place, path);
    if (isThere(file)) return file;
    if (existsSync(join(place, '.git')) || place === homedir() || dirname(place) === place) return undefined;
  }
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** Whether anything is there under this name, be it a pipe, a folder or a link that leads nowhere. */
export function isAnything(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * The first folder from `folder` upwards that holds the file `path`, as the absolute path of that file. The search ends
 * with the repository (a folder with `.git`) or the home folder: what lies above is not the project's.
 */
export function findUpwards(folder: string, path: string): string | undefined {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const file = join(place, path);
    if (isFile(file)) return file;
    if (existsSync(join(place, '.git')) || place === homedir() || dirname(place) === place) return undefined;
  }
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

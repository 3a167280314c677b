import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../errors.ts';

/**
 * Makes a folder and those above it; whether it was not there before. Throws what `mkdir` does. Node's own `recursive`
 * never ends where a folder that is there takes no new ones and says ENOENT, as `/proc` does.
 */
export function makeFolders(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && !existsSync(dirname(path))) {
      makeFolders(dirname(path));
      return makeFolders(path);
    }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
    throw error;
  }
}

/** Making folders that are written to outside of a skill. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, each with this mode; whether it was not there before. Throws what `mkdir` does.
 * Node's own `recursive` never ends where a folder that is there takes no new ones and says ENOENT, as `/proc` does.
 */
export function makeFolders(path: string, mode?: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync(dirname(path))) {
      makeFolders(dirname(path), mode);
      return makeFolders(path, mode);
    }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
    throw error;
  }
}

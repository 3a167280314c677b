/** Creates the folders outside of a skill that the product writes to. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, each with the given mode. Returns true if it did not exist before. Throws like
 * `mkdir`. Node's `recursive` option never returns if an existing folder refuses new entries with ENOENT, as `/proc`
 * does.
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

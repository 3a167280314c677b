/** Folders that are written to outside of a skill, for all that keeps something between runs. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The system's folder for what can be made again. A relative `XDG_CACHE_HOME` does not count, by its specification. */
export function cacheHome(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg?.startsWith('/')) return xdg;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

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

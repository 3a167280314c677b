import { homedir } from 'node:os';
import { join } from 'node:path';

/** The system's folder for what can be made again. A relative `XDG_CACHE_HOME` does not count, by its specification. */
export function cacheHome(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg?.startsWith('/')) return xdg;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

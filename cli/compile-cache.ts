import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets node keep the compiled form of every module loaded from now on, in the user's own cache folder (not in the shared
 * temporary one, where another user could plant code). `NODE_COMPILE_CACHE` wins; without a folder to write to, or on a
 * node that cannot, nothing happens.
 */
export function keepCompiledCode(): void {
  // Types say that it is there always; Node 20 has none.
  const enable: typeof module.enableCompileCache | undefined = module.enableCompileCache;
  enable?.(process.env.NODE_COMPILE_CACHE ?? join(cacheHome(), 'skillwright', 'compiled'));
}

/** The system's folder for what can be made again. A relative `XDG_CACHE_HOME` does not count, by its specification. */
function cacheHome(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (xdg?.startsWith('/')) return xdg;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

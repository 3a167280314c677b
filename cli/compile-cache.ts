import module from 'node:module';
import { join } from 'node:path';
import { cacheHome } from '../server/check/cache-home.ts';

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

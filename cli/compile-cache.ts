import { readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { cacheFolder, makeFolders } from '../skill/disk.ts';

/** Compiled modules that are kept at most, of all versions of this program that ran. One version has about thirty. */
const MOST = 300;

/**
 * Lets node keep the compiled form of every module loaded from now on, in the user's own cache folder (not in the shared
 * temporary one, where another user could plant code). `NODE_COMPILE_CACHE` wins; without a folder to write to, or on a
 * node that cannot, nothing happens.
 */
export function keepCompiledCode(): void {
  // Types say that it is there always; Node 20 has none.
  const enable: typeof module.enableCompileCache | undefined = module.enableCompileCache;
  const place = process.env.NODE_COMPILE_CACHE ?? ownFolder();
  if (place === undefined) return;
  enable?.(place);
  const folder = process.env.NODE_COMPILE_CACHE ? undefined : module.getCompileCacheDir?.();
  if (folder !== undefined) process.once('exit', () => dropOldest(folder));
}

/** Made here: node, asked for a folder below one that takes none (`/proc`), never comes back. Undefined where none can be. */
function ownFolder(): string | undefined {
  const folder = join(cacheFolder(), 'compiled');
  try {
    makeFolders(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** Where there are too many, leaves the younger half of as many as may be kept: node itself never takes one away. */
export function dropOldest(folder: string, most = MOST): void {
  try {
    const names = readdirSync(folder);
    if (names.length <= most) return;
    const files = names.map((name) => join(folder, name)).map((path) => ({ path, time: statSync(path).mtimeMs }));
    files.sort((a, b) => b.time - a.time);
    for (const { path } of files.slice(most / 2)) rmSync(path, { force: true });
  } catch {
    // Another process takes them away too.
  }
}

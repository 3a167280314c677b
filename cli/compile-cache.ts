/** Node's compile cache of the command line and the processes that VS Code starts: its location and its size. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { cacheFolder, makeFolders } from '../skill/disk.ts';

/** Maximum number of compiled modules in the cache, across all versions that ran. One version has about 200; a command loads 10 to 60. */
const MAX_FILES = 600;

/**
 * Enables Node's compile cache for every module loaded from now on. The cache is in the user's own cache folder, not in
 * the shared temporary folder, where another user could plant code. `NODE_COMPILE_CACHE` overrides the folder. Does
 * nothing if the folder is not writable or Node has no compile cache.
 */
export function enableCompileCache(): void {
  // The types declare it as always present, but Node 20 lacks it.
  const enable: typeof module.enableCompileCache | undefined = module.enableCompileCache;
  const cachePath = process.env.NODE_COMPILE_CACHE ?? ownFolder();
  if (cachePath === undefined) return;
  enable?.(cachePath);
  const folder = process.env.NODE_COMPILE_CACHE ? undefined : module.getCompileCacheDir?.();
  if (folder !== undefined) process.once('exit', () => dropOldest(folder));
}

/** Creates the cache folder: Node hangs if it is given a folder inside one that is not writable (`/proc`). Undefined on failure. */
function ownFolder(): string | undefined {
  const folder = join(cacheFolder(), 'compiled');
  try {
    makeFolders(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** Deletes the oldest files, down to half of `maxFiles`, if there are more than `maxFiles`. Node never deletes any itself. */
export function dropOldest(folder: string, maxFiles = MAX_FILES): void {
  try {
    const names = readdirSync(folder);
    if (names.length <= maxFiles) return;
    const files = names.map((name) => join(folder, name)).map((path) => ({ path, time: statSync(path).mtimeMs }));
    files.sort((a, b) => b.time - a.time);
    for (const { path } of files.slice(maxFiles / 2)) rmSync(path, { force: true });
  } catch {
    // Another process is deleting files, too.
  }
}

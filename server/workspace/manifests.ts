import type { FileSystem } from '../../skill/index.ts';
import { dirname, join, MANIFESTS, manifestOf } from '../../skill/index.ts';

/** How far above a file outside the workspace's folders a SKILL.md is looked for. */
const MAX_LOOSE_LEVELS = 4;

/** Path of the SKILL.md in a folder; undefined where there is none. */
export function manifestIn(fs: FileSystem, folder: string): string | undefined {
  // Most folders have none, and their many entries are nobody's business. Names are compared only now: a disk may ignore case.
  if (!MANIFESTS.some((name) => fs.kind(join(folder, name)))) return undefined;
  const name = manifestOf(fs.list(folder));
  return name === undefined ? undefined : join(folder, name);
}

/** Path of the SKILL.md in the folder of a file or a few levels above. */
export function manifestAbove(fs: FileSystem, path: string): string | undefined {
  for (let folder = dirname(path), level = 0; level < MAX_LOOSE_LEVELS; folder = dirname(folder), level++) {
    const manifest = manifestIn(fs, folder);
    if (manifest !== undefined || folder === '/' || folder === '') return manifest;
  }
  return undefined;
}

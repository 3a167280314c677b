/** Finds the SKILL.md of a folder and of its parents. */
import type { FileSystem } from '../../skill/index.ts';
import { dirname, join, MANIFESTS, manifestOf } from '../../skill/index.ts';

/** Maximum number of parent folders of a file outside the workspace that are searched for a SKILL.md. */
const MAX_PARENT_LEVELS = 4;

/** Returns the path of the SKILL.md in a folder; undefined if there is none. */
export function manifestIn(fs: FileSystem, folder: string): string | undefined {
  // Most folders have none, so do not list their entries. Compare names afterwards: the file system may be case-insensitive.
  if (!MANIFESTS.some((name) => fs.kind(join(folder, name)))) return undefined;
  const name = manifestOf(fs.list(folder));
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Returns the path of the SKILL.md in the folder of a file or a few levels above. The root of a disk is no skill: everything on
 * the disk would be a part of it.
 */
export function manifestAbove(fs: FileSystem, path: string): string | undefined {
  for (let folder = dirname(path), level = 0; level < MAX_PARENT_LEVELS; folder = dirname(folder), level++) {
    if (dirname(folder) === folder || folder === '') return undefined;
    const manifest = manifestIn(fs, folder);
    if (manifest !== undefined) return manifest;
  }
  return undefined;
}

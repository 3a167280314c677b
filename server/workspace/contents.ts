import { type FileSystem, findSkills, readBundle } from '../../skill/index.ts';

/** What changes all the time and is never part of a skill: git's own files, installed packages, the journals of runs. */
export const NEVER_PART = /\/(?:\.git|node_modules|\.skillwright)\//;

/**
 * What lies below a folder, each path once; undefined where it is no folder, or never part of a skill. Editors may tell of a
 * folder before its files are written, and not of those: who compares can find out.
 */
export function contentsOf(disk: FileSystem, folder: string): ReadonlySet<string> | undefined {
  if (NEVER_PART.test(`${folder}/`) || disk.kind(folder) !== 'folder') return undefined;
  const { files, folders } = readBundle(disk, folder);
  return new Set([...files, ...folders, ...findSkills(disk, folder)]);
}

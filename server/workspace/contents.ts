/** The contents of a folder, to find unreported files. */
import { type FileSystem, findSkills, readBundle } from '../../skill/index.ts';

/** Paths that change often and are never part of a skill: git's own files, installed packages, journals of runs. */
export const NEVER_PART = /\/(?:\.git|node_modules|\.skillwright)\//;

/**
 * Returns all paths below a folder; undefined if it is not a folder, or never part of a skill. Editors may report a folder
 * before its files are written, and not report those files; comparing contents detects them.
 */
export function contentsOf(disk: FileSystem, folder: string): ReadonlySet<string> | undefined {
  if (NEVER_PART.test(`${folder}/`) || disk.kind(folder) !== 'folder') return undefined;
  const { files, folders } = readBundle(disk, folder);
  return new Set([...files, ...folders, ...findSkills(disk, folder)]);
}

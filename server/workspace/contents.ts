/** The contents of a folder, to find unreported files. */
import { type FileSystem, findSkills, readBundle } from '../../skill/index.ts';

/** The folder of runs, which the first run of a workspace creates. */
const RUNS_FOLDER = '.skillwright';

/**
 * Paths that change often and are never part of a skill: git's own files, installed packages, journals of runs. The folder
 * of runs is one of them; that of git is not, because it marks a repository.
 */
export const NEVER_PART = /\/(?:\.git|node_modules)\/|\/\.skillwright(?:\/|$)/;

/** Returns true for the name of a folder whose creation or deletion affects no skill. */
export function isNeverPart(name: string): boolean {
  return name === RUNS_FOLDER;
}

/**
 * Returns all paths below a folder; undefined if it is not a folder, or never part of a skill. Editors may report a folder
 * before its files are written, and not report those files; comparing contents detects them.
 */
export function contentsOf(disk: FileSystem, folder: string): ReadonlySet<string> | undefined {
  if (NEVER_PART.test(`${folder}/`) || disk.kind(folder) !== 'folder') return undefined;
  const { files, folders } = readBundle(disk, folder);
  return new Set([...files, ...folders, ...findSkills(disk, folder)]);
}

/** The places on a machine that a client's data name: folders and files of the workspace, the home and the machine. */
import { folderInVariable } from '../clients/clients.ts';
import type { SkillFolder } from '../clients/discovery.ts';
import type { FileSystem } from '../files/files.ts';
import { dirname, join } from '../files/paths.ts';

/** The place for which a catalog is asked. Paths are absolute, with `/`. */
export interface Place {
  readonly fs: FileSystem;
  readonly cwd: string;
  /** Absent if the home is not to be read. */
  readonly home?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Maximum number of folders from the working directory up. */
const MAX_ABOVE = 64;

/**
 * Returns the absolute paths that a place of a client's data stands for: several in the workspace if it is searched upward, the
 * nearest first; none below a home that is not read.
 */
export function pathsOf(folder: SkillFolder, { fs, cwd, home, environment }: Place): readonly string[] {
  switch (folder.scope) {
    case 'machine':
      return [folder.path];
    case 'user':
      return home === undefined ? [] : [join(home, folder.path)];
    case 'user-variable': {
      const set = folderInVariable(folder, environment);
      if (set !== undefined) return [join(set, folder.path)];
      return home === undefined ? [] : [join(home, folder.fallback, folder.path)];
    }
    case 'workspace':
      return (folder.upward ? foldersUp(fs, cwd) : [cwd]).map((one) => join(one, folder.path));
  }
}

/** Returns a folder and those above it, up to the root of its repository; outside of one, only the folder. */
export function foldersUp(fs: FileSystem, cwd: string): readonly string[] {
  const found: string[] = [];
  for (let folder = cwd; found.length < MAX_ABOVE; folder = dirname(folder)) {
    found.push(folder);
    if (fs.kind(join(folder, '.git')) !== undefined) return found;
    if (folder === dirname(folder) || folder === '') break;
  }
  return [cwd];
}

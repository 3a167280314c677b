import { join, normalize, within } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { hasFileExtension } from '../references/target.ts';
import { basesOf } from './bases.ts';
import type { ResolveContext } from './resolution.ts';

/** The missing folder in a path, and the rest of the path below it. */
export interface AbsentFolder {
  /** The folder as written in the path, without a trailing `/`. */
  readonly folder: string;
  /** Empty if the path names the folder itself. */
  readonly rest: string;
}

/**
 * Returns the topmost folder in a path that is missing from every base of the path: inside the skill or, if the path
 * leads out of the skill, around it. Undefined if all folders exist, so only the file is missing. Looks up nothing
 * outside the roots of `context`.
 */
export function absentFolder(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
): AbsentFolder | undefined {
  const path = normalize(reference.path);
  const parts = path.split('/').filter((part) => part !== '');
  // A last part without an extension may be the name of a folder.
  const folders = reference.path.endsWith('/') || !hasFileExtension(path) ? parts.length : parts.length - 1;
  const bases = startingFolders(path, basesOf(reference, document, context), context);
  if (bases.length === 0) return undefined;
  for (let count = 1; count <= folders; count++) {
    if (parts[count - 1] === '..') continue;
    const folder = parts.slice(0, count).join('/');
    if (bases.every((base) => !mayExist(join(base, folder), context)))
      return { folder, rest: parts.slice(count).join('/') };
  }
  return undefined;
}

/** Returns the bases from which a path stays in the skill; if there are none, the likeliest of the others. */
function startingFolders(path: string, bases: readonly string[], { skill }: ResolveContext): readonly string[] {
  const inside = bases.filter((base) => within(skill.root, join(base, path)) !== undefined);
  return inside.length > 0 ? inside : bases.slice(0, 1);
}

/** Returns true if a folder exists or cannot be checked. */
function mayExist(folder: string, { fs, skill, repositoryRoot, workspaceRoot }: ResolveContext): boolean {
  const inner = within(skill.root, folder);
  if (inner !== undefined) return inner === '' || skill.bundle.folders.has(inner) || skill.bundle.files.has(inner);
  const boundary = repositoryRoot ?? workspaceRoot;
  if (boundary === undefined || within(boundary, folder) === undefined) return true;
  return fs.kind(folder) !== undefined;
}

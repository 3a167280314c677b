import { join, normalize, within } from '../files/paths.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { hasFileExtension } from '../references/target.ts';
import { basesOf } from './bases.ts';
import type { ResolveContext } from './resolution.ts';

/** The folder on the way of a path that is not there, and what of the path lies below it. */
export interface AbsentFolder {
  /** As the path names it, without a `/` at its end. */
  readonly folder: string;
  /** Empty where the path names the folder itself. */
  readonly rest: string;
}

/**
 * The topmost folder on the way of a path that exists nowhere the path may start from: in the skill, or, where the path
 * leads out of it, around it. Undefined where all folders are there, so that only the file is missing. Looks up nothing
 * outside the roots of `context`.
 */
export function absentFolder(
  reference: Reference,
  document: SkillDocument,
  context: ResolveContext,
): AbsentFolder | undefined {
  const path = normalize(reference.path);
  const parts = path.split('/').filter((part) => part !== '');
  // A name without an extension at the end of a path may be that of a folder.
  const folders = reference.path.endsWith('/') || !hasFileExtension(path) ? parts.length : parts.length - 1;
  const bases = startsOf(path, basesOf(reference, document, context), context);
  if (bases.length === 0) return undefined;
  for (let count = 1; count <= folders; count++) {
    if (parts[count - 1] === '..') continue;
    const folder = parts.slice(0, count).join('/');
    if (bases.every((base) => !isThere(join(base, folder), context)))
      return { folder, rest: parts.slice(count).join('/') };
  }
  return undefined;
}

/** The bases from which a path stays in the skill; where there are none, the likeliest of the others. */
function startsOf(path: string, bases: readonly string[], { skill }: ResolveContext): readonly string[] {
  const inside = bases.filter((base) => within(skill.root, join(base, path)) !== undefined);
  return inside.length > 0 ? inside : bases.slice(0, 1);
}

/** What cannot be told counts as there. */
function isThere(folder: string, { fs, skill, repositoryRoot, workspaceRoot }: ResolveContext): boolean {
  const inner = within(skill.root, folder);
  if (inner !== undefined) return inner === '' || skill.bundle.folders.has(inner) || skill.bundle.files.has(inner);
  const boundary = repositoryRoot ?? workspaceRoot;
  if (boundary === undefined || within(boundary, folder) === undefined) return true;
  return fs.kind(folder) !== undefined;
}

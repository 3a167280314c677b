/** Paths that exist only in a different letter case. */

import { hasOpenInstruction } from '../clues/evidence.ts';
import { isForOthers } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import type { OtherCase } from './look-up.ts';
import { ignored, isLink, isNamed, type Resolution, type ResolveRequest } from './resolution.ts';

/** Reports the other letter case or ignores it; undefined if there is none. */
export function resolveOtherCase(request: ResolveRequest, otherCase: OtherCase | undefined): Resolution | undefined {
  if (otherCase === undefined) return undefined;
  if (isInPassing(request)) return ignored('user-file', 'resolved.case-in-passing');
  return belongsToSurroundingProject(request, otherCase)
    ? ignored('user-file', 'resolved.case-of-repository')
    : otherCase;
}

/** Returns true for a name without a folder that the text does not refer the reader to. */
function isInPassing({ reference, document, context }: ResolveRequest): boolean {
  const { path } = reference;
  if (path.includes('/')) return false;
  // `claude.md` in passing is the user's, even if the skill has such a file for its developers.
  if (!isLink(reference) && isForOthers(path) && !/^skill\./i.test(path)) return true;
  const isManifest = document.path === context.skill.manifest.path;
  return isNamed(reference) && (!isManifest || !hasOpenInstruction(reference, document));
}

/**
 * Returns true for a file of the repository around the skill, unless the text says to open it or the path has `../`.
 */
function belongsToSurroundingProject({ reference, document, context }: ResolveRequest, { path }: OtherCase): boolean {
  if (within(context.skill.root, path) !== undefined || reference.path.startsWith('../')) return false;
  return isNamed(reference) && !hasOpenInstruction(reference, document);
}

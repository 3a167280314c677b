/** Paths that are there in another letter case only. */

import { isTold } from '../clues/evidence.ts';
import { isForOthers } from '../files/audience.ts';
import { within } from '../files/paths.ts';
import type { OtherCase } from './look-up.ts';
import { ignored, isLink, isNamed, type Question, type Resolution } from './resolution.ts';

/** The other letter case where it is a fault, silence where it is none; undefined where there is no other case. */
export function inOtherCase(question: Question, otherCase: OtherCase | undefined): Resolution | undefined {
  if (otherCase === undefined) return undefined;
  if (isInPassing(question)) return ignored('user-file', 'resolved.case-in-passing');
  return isOfProjectAround(question, otherCase) ? ignored('user-file', 'resolved.case-of-repository') : otherCase;
}

/** Whether it is a name without a folder that nobody is sent to. */
function isInPassing({ reference, document, context }: Question): boolean {
  const { path } = reference;
  if (path.includes('/')) return false;
  // `claude.md` in passing is the user's, whatever the skill has for those who work on it.
  if (!isLink(reference) && isForOthers(path) && !/^skill\./i.test(path)) return true;
  const isManifest = document.path === context.skill.manifest.path;
  return isNamed(reference) && (!isManifest || !isTold(reference, document));
}

/** What the repository around the skill has is the project's, unless one is sent there or the path climbs to it. */
function isOfProjectAround({ reference, document, context }: Question, { path }: OtherCase): boolean {
  if (within(context.skill.root, path) !== undefined || reference.path.startsWith('../')) return false;
  return isNamed(reference) && !isTold(reference, document);
}

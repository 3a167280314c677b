/**
 * Determines which judgments about a document are still valid for its next version. `resolution/unchanged.ts` compares
 * the edit with the text near a path; everything else is here.
 */
import { isElsewhere } from '../clues/elsewhere.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { previousVersionOf } from '../text/edit.ts';
import { headingStart } from '../text/heading-starts.ts';
import { isSameDocument } from './features.ts';
import { OTHER_PATH_CLUES } from './other-path-clues.ts';
import { pathsIn } from './paths-in.ts';
import { situationOf } from './situation.ts';

/** A reference far from the edit. */
export interface DistantReference {
  readonly reference: Reference;
  /** The same reference in the previous version. */
  readonly old: Reference;
  /** True if its resolution is still valid, so that the edit is also far from the other occurrences of its path. */
  readonly isResolved: boolean;
}

/**
 * Returns a predicate: true if the previous judgment about a reference is still valid.
 * @param skillBefore the skill, as it was for the previous version
 */
export function judgmentsHold(
  document: SkillDocument,
  context: ResolveContext,
  skillBefore: Skill,
): (distant: DistantReference) => boolean {
  const before = previousVersionOf(document);
  if (before === undefined) return () => false;
  const { edit } = before;
  const { skill } = context;
  /** Facts about the entire document, computed for the first reference that needs them. */
  let same: { readonly document: boolean; readonly paths: boolean } | undefined;
  return ({ reference, old, isResolved }) => {
    same ??= {
      document: isSameDocument(situationOf(reference, document, context)),
      paths: pathsIn(document, skill) === pathsIn(before.document, skill),
    };
    if (!same.document || !(same.paths || hasSameEvidence(reference))) return false;
    if (!isResolved && !hasSameOccurrences(reference, old)) return false;
    // Its heading is the last line above that begins with `#`, at any distance.
    return reference.range.end < edit.start || (headingStart(document, reference.range.start) ?? 0) > edit.newEnd;
  };

  /** Returns true if the clues about the other occurrences of a path have the same results as before. */
  function hasSameOccurrences(reference: Reference, old: Reference): boolean {
    const previous = before?.document ?? document;
    const { occurrences } = situationOf(old, previous, { ...context, skill: skillBefore });
    return (
      situationOf(reference, document, context).occurrences === occurrences &&
      isElsewhere(reference, document, skill) === isElsewhere(old, previous, skillBefore)
    );
  }

  /** Returns true if the clues about the other paths of the text have the same results as before. */
  function hasSameEvidence(reference: Reference): boolean {
    const now = situationOf(reference, document, context);
    const then = situationOf(reference, before?.document ?? document, context);
    const answers = OTHER_PATH_CLUES.map(({ matches }) => matches(now));
    return OTHER_PATH_CLUES.every(({ matches }, index) => matches(then) === answers[index]);
  }
}

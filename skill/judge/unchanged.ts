/**
 * Determines which judgments about a document are still valid for its next version. `resolution/unchanged.ts` compares
 * the edit with the text near a path and with other occurrences of the path; everything else is here.
 */
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { previousVersionOf } from '../text/edit.ts';
import { isSameDocument } from './features.ts';
import { OTHER_PATH_CLUES } from './other-path-clues.ts';
import { pathsIn } from './paths-in.ts';
import { situationOf } from './situation.ts';

/**
 * Returns a predicate for references: true if the previous judgment about one is still valid, provided that its
 * resolution is.
 */
export function judgmentsHold(document: SkillDocument, context: ResolveContext): (reference: Reference) => boolean {
  const before = previousVersionOf(document);
  if (before === undefined) return () => false;
  const { edit } = before;
  const { skill } = context;
  /** Facts about the entire document, computed for the first reference that needs them. */
  let same: { readonly document: boolean; readonly paths: boolean } | undefined;
  return (reference) => {
    same ??= {
      document: isSameDocument(situationOf(reference, document, context)),
      paths: pathsIn(document, skill) === pathsIn(before.document, skill),
    };
    if (!same.document || !(same.paths || hasSameEvidence(reference))) return false;
    // Its heading is the last line above that begins with `#`, at any distance.
    return reference.range.end < edit.start || document.text.lastIndexOf('\n#', reference.range.start) >= edit.newEnd;
  };

  /** Returns true if the clues about the other paths of the text have the same results as before. */
  function hasSameEvidence(reference: Reference): boolean {
    const now = situationOf(reference, document, context);
    const then = situationOf(reference, before?.document ?? document, context);
    const answers = OTHER_PATH_CLUES.map(({ matches }) => matches(now));
    return OTHER_PATH_CLUES.every(({ matches }, index) => matches(then) === answers[index]);
  }
}

/**
 * Which judgements about a document hold for its next version. What a judgement looks at near its path, and through the
 * whole text by the path itself, is what `resolution/unchanged.ts` holds against the edit; the rest is here.
 */
import type { Reference, SkillDocument } from '../model/model.ts';
import type { ResolveContext } from '../resolution/resolution.ts';
import { previousVersionOf } from '../text/edit.ts';
import { isSameDocument } from './features.ts';
import { OTHER_PATH_CLUES } from './other-path-clues.ts';
import { pathsIn } from './paths-in.ts';
import { situationOf } from './situation.ts';

/**
 * Answers whether the judgement about a reference of the version before holds for the same reference now, where its
 * resolution is known to hold.
 */
export function judgementsHold(document: SkillDocument, context: ResolveContext): (reference: Reference) => boolean {
  const before = previousVersionOf(document);
  if (before === undefined) return () => false;
  const { edit } = before;
  const { skill } = context;
  /** What holds for the document as a whole; asked about the first reference that needs it. */
  let same: { readonly document: boolean; readonly paths: boolean } | undefined;
  return (reference) => {
    same ??= {
      document: isSameDocument(situationOf(reference, document, context)),
      paths: pathsIn(document, skill) === pathsIn(before.document, skill),
    };
    if (!same.document || !(same.paths || saysTheSame(reference))) return false;
    // Its heading is found by `#` at the beginning of a line, however far above.
    return reference.range.end < edit.start || document.text.lastIndexOf('\n#', reference.range.start) >= edit.newEnd;
  };

  /** Whether the clues to a path that look at the other paths of the text say of it what they said before. */
  function saysTheSame(reference: Reference): boolean {
    const now = situationOf(reference, document, context);
    const then = situationOf(reference, before?.document ?? document, context);
    const answers = OTHER_PATH_CLUES.map(({ speaks }) => speaks(now));
    return OTHER_PATH_CLUES.every(({ speaks }, index) => speaks(then) === answers[index]);
  }
}

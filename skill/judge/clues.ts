/** All clues about whether an author means a file of this bundle. To add one, see `skill/README.md`. */
import type { Clue } from '../clues/clue.ts';
import { AUDIENCE_CLUES } from './audience-clues.ts';
import { BUNDLE_CLUES } from './bundle-clues.ts';
import { COMBINED_CLUES } from './combined-clues.ts';
import { DOCUMENT_CLUES } from './document-clues.ts';
import { DOCUMENT_ORIGIN_CLUES } from './document-origin-clues.ts';
import { FORM_CLUES } from './form-clues.ts';
import { HEADING_CLUES } from './heading-clues.ts';
import { LINE_CLUES } from './line-clues.ts';
import { FILE_LOCATION_CLUES, FOLDER_LOCATION_CLUES } from './location-clues.ts';
import { OTHER_PATH_CLUES } from './other-path-clues.ts';
import { PATH_CLUES } from './path-clues.ts';
import { PATH_IN_DOCUMENT_CLUES } from './path-in-document-clues.ts';
import type { DocumentSituation, Situation } from './situation.ts';
import { TREE_CLUES } from './tree-clues.ts';
import { WORDING_CLUES } from './wording-clues.ts';

/** A clue of the judge. It is evidence, weighted by `weights.json`; one without a weight counts nothing. */
export interface JudgingClue extends Clue<Situation> {
  /** True if it is evaluated once for all references of a document. */
  readonly ofDocument?: true;
}

/** Marks the clues of a table as independent of the reference, which their type ensures. */
const ofDocument = (clues: readonly Clue<DocumentSituation>[]): readonly JudgingClue[] =>
  clues.map((clue) => ({ ...clue, ofDocument: true }));

/**
 * Clues that also have weights in pairs, learned from references that need no label. The clues
 * about all other paths of the text (`OTHER_PATH_CLUES`) are not among them: broken paths come in groups, so these clues
 * would give away the answer.
 */
const PAIRED_CLUES: readonly JudgingClue[] = [
  ...FORM_CLUES,
  ...PATH_CLUES,
  ...ofDocument(AUDIENCE_CLUES),
  ...WORDING_CLUES,
  ...BUNDLE_CLUES,
  ...COMBINED_CLUES,
];

/** Number of clues with weights in pairs, counted from the first. */
export const PAIRED = PAIRED_CLUES.length;

/** All clues, with unique ids. */
export const CLUES: readonly JudgingClue[] = [
  ...PAIRED_CLUES,
  ...ofDocument(DOCUMENT_CLUES),
  ...OTHER_PATH_CLUES,
  ...FOLDER_LOCATION_CLUES,
  ...LINE_CLUES,
  ...HEADING_CLUES,
  ...PATH_IN_DOCUMENT_CLUES,
  ...ofDocument(DOCUMENT_ORIGIN_CLUES),
  ...FILE_LOCATION_CLUES,
  ...TREE_CLUES,
];

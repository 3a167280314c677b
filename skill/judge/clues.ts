/** The clues to whether an author means a file of this bundle, in their order. To add one, see `skill/README.md`. */
import { AUDIENCE_CLUES } from './audience-clues.ts';
import { BUNDLE_CLUES } from './bundle-clues.ts';
import type { Clue } from './clue.ts';
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
import { WORDING_CLUES } from './wording-clues.ts';

/**
 * Clues that weigh in pairs, too, learned from references that need no label. A clue that asks whether other paths of the
 * text are there is none of them: broken paths come in bunches, so it would tell the answer.
 */
const PAIRED_CLUES: readonly Clue[] = [
  ...FORM_CLUES,
  ...PATH_CLUES,
  ...AUDIENCE_CLUES,
  ...WORDING_CLUES,
  ...BUNDLE_CLUES,
  ...COMBINED_CLUES,
];

/** How many clues, from the first on, weigh in pairs. */
export const PAIRED = PAIRED_CLUES.length;

/**
 * Every clue, each id once. `weights.json` stores the weights of pairs by the positions of their clues: after any change to
 * the order of the paired clues the weights must be trained again.
 */
export const CLUES: readonly Clue[] = [
  ...PAIRED_CLUES,
  ...DOCUMENT_CLUES,
  ...OTHER_PATH_CLUES,
  ...FOLDER_LOCATION_CLUES,
  ...LINE_CLUES,
  ...HEADING_CLUES,
  ...PATH_IN_DOCUMENT_CLUES,
  ...DOCUMENT_ORIGIN_CLUES,
  ...FILE_LOCATION_CLUES,
];

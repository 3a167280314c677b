/** All clues about mentions, in the order of their weights. To add one, see `skill/README.md`. */
import type { Clue } from '../clues/clue.ts';
import { FOLDER_CLUES, NAME_CLUES } from './folder-clues.ts';
import { GENERAL_CLUES } from './general-clues.ts';
import type { MentionSituation } from './mention-situation.ts';
import { PHRASE_CLUES } from './phrase-clues.ts';

export const MENTION_CLUES: readonly Clue<MentionSituation>[] = [
  ...GENERAL_CLUES,
  ...PHRASE_CLUES,
  ...FOLDER_CLUES,
  ...NAME_CLUES,
];

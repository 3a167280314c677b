import type { Clue, Example } from '../clues/clue.ts';
import type { MentionSituation } from './mention-situation.ts';

/** One observation about a mention. It is evidence, weighted by `mention-weights.json`. */
export type MentionClue = Clue<MentionSituation>;

/** Creates an entry of a table of clues. In its examples, the words of the mention are in double brackets. */
export const mentionClue = (
  id: string,
  says: string,
  matches: MentionClue['matches'],
  fires: readonly (string | Example)[],
  silent: readonly (string | Example)[],
): MentionClue => ({ id, says, matches, fires, silent });

/** Creates an example with bundled files. */
export const withFiles = (text: string, ...files: string[]): Example => ({ text, files });

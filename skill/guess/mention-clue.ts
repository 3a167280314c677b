import type { Clue, Example } from '../clues/clue.ts';
import type { MentionSituation } from './mention-situation.ts';

/** One thing to look at in a mention. It yields evidence; `mention-weights.json` says how much it weighs. */
export type MentionClue = Clue<MentionSituation>;

/** An entry of a table of clues; in its examples the words of the mention stand in double brackets. */
export const mentionClue = (
  id: string,
  says: string,
  speaks: MentionClue['speaks'],
  fires: readonly (string | Example)[],
  silent: readonly (string | Example)[],
): MentionClue => ({ id, says, speaks, fires, silent });

/** An example with the files that the skill bundles. */
export const withFiles = (text: string, ...files: string[]): Example => ({ text, files });

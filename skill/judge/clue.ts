import type { Clue as AnyClue, Example } from '../clues/clue.ts';
import type { Situation } from './situation.ts';

export type { Example } from '../clues/clue.ts';

/** One thing to look at. It yields evidence and decides nothing: `weights.json` says how much it weighs. */
export interface Clue extends AnyClue<Situation> {
  /** Whether it looks at the document and the skill alone, so that it is asked once for all references of a document. */
  readonly ofDocument?: true;
  readonly fires: readonly Example[];
  readonly silent: readonly Example[];
}

/** An entry of a table of clues. */
export const clue = (
  id: string,
  says: string,
  speaks: Clue['speaks'],
  fires: readonly Example[],
  silent: readonly Example[],
): Clue => ({ id, says, speaks, fires, silent });

/** The same entries, for a table of clues that look at nothing of the reference itself. */
export const ofDocument = (clues: readonly Clue[]): readonly Clue[] =>
  clues.map((clue) => ({ ...clue, ofDocument: true }));

/** An example in SKILL.md, beside bundled files. */
export const inSkill = (text: string, ...files: string[]): Example => ({ text, files });

/** An example in another document of the skill. */
export const inDocument = (document: string, text: string, ...files: string[]): Example => ({
  text,
  files,
  in: document,
});

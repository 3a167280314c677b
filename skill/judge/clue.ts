import type { Clue as AnyClue, Example } from '../clues/clue.ts';
import type { Situation } from './situation.ts';

export type { Example } from '../clues/clue.ts';

/** One observation about a reference. It is evidence, weighted by `weights.json`. */
export interface Clue extends AnyClue<Situation> {
  /**
   * True if it depends on the document and the skill only, so it is evaluated once for all references of a document.
   */
  readonly ofDocument?: true;
  readonly fires: readonly Example[];
  readonly silent: readonly Example[];
}

/** Creates an entry of a table of clues. */
export const clue = (
  id: string,
  says: string,
  matches: Clue['matches'],
  fires: readonly Example[],
  silent: readonly Example[],
): Clue => ({ id, says, matches, fires, silent });

/** Marks the entries of a table as independent of the reference. */
export const ofDocument = (clues: readonly Clue[]): readonly Clue[] =>
  clues.map((clue) => ({ ...clue, ofDocument: true }));

/** Creates an example in SKILL.md, with bundled files. */
export const inSkill = (text: string, ...files: string[]): Example => ({ text, files });

/** Creates an example in another document of the skill. */
export const inDocument = (document: string, text: string, ...files: string[]): Example => ({
  text,
  files,
  in: document,
});

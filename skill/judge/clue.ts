import type { Situation } from './situation.ts';

/** A SKILL.md body with the path in double brackets, and the files that the skill bundles beside it. */
export interface Example {
  readonly text: string;
  readonly files?: readonly string[];
  /** Path of the document that the text stands in, from the skill's folder; SKILL.md by default. */
  readonly in?: string;
  /** Body of SKILL.md where the text stands in another document. */
  readonly manifest?: string;
  /** Frontmatter description of the skill. */
  readonly description?: string;
}

/** One thing to look at. It yields evidence and decides nothing: `weights.json` says how much it weighs. */
export interface Clue {
  readonly id: string;
  /** What it says of the path, to be read after "because". */
  readonly says: string;
  readonly speaks: (situation: Situation) => boolean;
  /** Texts in which it speaks, and in which it must not: these are its tests. */
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

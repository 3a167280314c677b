/**
 * The shape of a clue, the same for those that excuse a path, judge one, or judge a mention: one observation, with the
 * examples that test it (`test/equipment/skill/test-clues.ts`). The tables of each kind name the facts that their clues use.
 */
import type { Excuse } from '../model/model.ts';

/** A SKILL.md body with the path or the words in double brackets, and the other files that the skill bundles. */
export interface Example {
  readonly text: string;
  readonly files?: readonly string[];
  /** Texts of files, by their paths relative to the skill's folder, or absolute. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Path of the document that contains the text, relative to the skill's folder; SKILL.md by default. */
  readonly in?: string;
  /** Body of SKILL.md, if the text is in another document. */
  readonly manifest?: string;
  /** Frontmatter description of the skill. */
  readonly description?: string;
  /** The skill's name; `billing` by default. */
  readonly name?: string;
}

/** One observation about a path or about words for a file. It is evidence, not a decision. */
export interface Clue<Situation> {
  /** Stable, since traces of decisions, `--explain` and the judge's weights refer to it. */
  readonly id: string;
  /** The observation as a clause that can follow "because". */
  readonly says: string;
  readonly matches: (situation: Situation) => boolean;
  /** Examples in which it must and must not fire, which are its tests. A string is a text without any files. */
  readonly fires: readonly (string | Example)[];
  readonly silent: readonly (string | Example)[];
}

/** A clue that the skill need not provide the path. If it fires and nothing overrides it, nothing is reported. */
export interface ExcusingClue<Situation> extends Clue<Situation> {
  readonly excuse: Excuse;
}

/** A clue about the owner of a missing path. The first clue of its table that fires decides. */
export interface OwnershipClue<Situation> extends Clue<Situation> {
  /** Returns the place in the text that the clue observes, if that is not around the path itself. */
  readonly at?: (situation: Situation) => number | undefined;
  /** True if the clue says that the path is the skill's own, so no later clue of the table can excuse it. */
  readonly isOwn?: true;
}

/** Returns the first clue of a table that fires. */
export function firstMatching<Situation, C extends Clue<Situation>>(
  table: readonly C[],
  situation: Situation,
): C | undefined {
  for (const clue of table) if (clue.matches(situation)) return clue;
  return undefined;
}

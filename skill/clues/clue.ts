/** What a clue is: one thing to look at, with the texts that prove it. Those that excuse a path and those that only weigh have this shape. */
import type { Excuse } from '../model/model.ts';

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
  /** The skill's name; `billing` by default. */
  readonly name?: string;
}

/** One thing to look at. It yields evidence and decides nothing by itself. */
export interface Clue<Situation> {
  /** Stable: journals of decisions, `--explain` and the judge's weights name it. */
  readonly id: string;
  /** What it says of the path, to be read after "because". */
  readonly says: string;
  readonly speaks: (situation: Situation) => boolean;
  /** Texts in which it speaks, and in which it must not: these are its tests. A string is a text without any files. */
  readonly fires: readonly (string | Example)[];
  readonly silent: readonly (string | Example)[];
}

/** Where a clue looks: the words of the same line, the whole line, what the line is part of, or what surrounds the text. */
export type LooksAt = 'before' | 'after' | 'line' | 'heading' | 'list' | 'document' | 'bundle' | 'name' | 'form';

/** A clue that the path is not the skill's to provide: where it speaks and nothing outweighs it, nothing is reported. */
export interface Excusing<Situation> extends Clue<Situation> {
  readonly looksAt: LooksAt;
  readonly excuse: Excuse;
}

/** A clue about a path that leads nowhere. In its table's order the first that speaks decides. */
export interface Settling<Situation> extends Clue<Situation> {
  readonly looksAt: LooksAt;
  /** Whether it says that the path is the skill's own, so that no later clue of the table may silence it. */
  readonly keeps?: true;
}

/** The first clue of a table that speaks. */
export function firstToSpeak<Situation, C extends Clue<Situation>>(
  table: readonly C[],
  situation: Situation,
): C | undefined {
  for (const clue of table) if (clue.speaks(situation)) return clue;
  return undefined;
}

/** What a mutation is, and what a checker answers: the two things that the scoring knows. */
import type { Range } from '../../skill/index.ts';

/**
 * `broken`: a path that leads nowhere now. `bare`: its folder dropped, counted apart. `prose`: a path turned into words.
 * `orphan`: a file that nothing leads to. `silent`, `prose silent`: nothing is wrong, and nothing may be said.
 */
export type Kind = 'broken' | 'bare' | 'prose' | 'orphan' | 'silent' | 'prose silent';

/** One change to one skill. Paths are absolute, with `/`. */
export interface Mutation {
  readonly operator: string;
  readonly kind: Kind;
  /** How the path stands in the text, or which wording was taken. */
  readonly form: string;
  /** The skill's folder. */
  readonly skill: string;
  /** Files with a new text, and files that come. */
  readonly texts: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
  /** What must be found. Absent where nothing may be. */
  readonly expected?: Expected;
  /** For the sheet: the line that the change is about. */
  readonly shown: string;
}

export interface Expected {
  readonly file: string;
  /** Of the path alone, or of the words: offsets into the new text. */
  readonly range: Range;
  /** The path as it stands there now. */
  readonly target: string;
  /** From 1. */
  readonly line: number;
  /** The file that is meant, relative to the skill, where it exists. */
  readonly right?: string;
}

/** What any checker says: a place and a path. `range`, `suggestions` and `code` where it has them. */
export interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly target: string;
  readonly code?: string;
  readonly range?: Range;
  readonly suggestions?: readonly string[];
}

/** The text with `range` replaced, the range of the new words, and their line. */
export function replaced(text: string, range: Range, words: string): { text: string; range: Range; line: number } {
  return {
    text: text.slice(0, range.start) + words + text.slice(range.end),
    range: { start: range.start, end: range.start + words.length },
    line: lineAt(text, range.start),
  };
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The text of the line around an offset, at most 240 characters. */
export function lineText(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end < 0 ? undefined : end).slice(0, 240);
}

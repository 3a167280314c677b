/** Mutations and findings, the two types that scoring uses. */
import type { Range } from '../../skill/index.ts';

/**
 * `broken`: an unresolved path. `bare`: a dropped folder, counted separately. `prose`: a path turned into words.
 * `orphan`: an unreferenced file. `base`: a path below a base that nothing explains. `silent`, `prose silent`: correct text without expected findings.
 */
export type Kind = 'broken' | 'bare' | 'prose' | 'orphan' | 'base' | 'silent' | 'prose silent';

/** One change to one skill. Paths are absolute, with `/`. */
export interface Mutation {
  readonly operator: string;
  readonly kind: Kind;
  /** The form of the path in the text, or the wording. */
  readonly form: string;
  /** The skill's folder. */
  readonly skill: string;
  /** Files with a new text, and new files. */
  readonly texts: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  /** The expected finding. Undefined if none is allowed. */
  readonly expected?: Expected;
  /** The changed line, for the sheet of misses. */
  readonly shown: string;
}

export interface Expected {
  readonly file: string;
  /** Offsets of the path, or of the words, in the new text. */
  readonly range: Range;
  /** The path in the new text. */
  readonly target: string;
  /** From 1. */
  readonly line: number;
  /** The intended file, relative to the skill, if it exists. */
  readonly right?: string;
}

/** A checker's finding: a position and a path, with `range`, `suggestions` and `code` if available. */
export interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly target: string;
  readonly code?: string;
  readonly range?: Range;
  readonly suggestions?: readonly string[];
}

/** Replaces `range` in the text, and returns the text, the new range and its line. */
export function replaceRange(text: string, range: Range, words: string): { text: string; range: Range; line: number } {
  return {
    text: text.slice(0, range.start) + words + text.slice(range.end),
    range: { start: range.start, end: range.start + words.length },
    line: lineAt(text, range.start),
  };
}

/** Returns the line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Returns the line around an offset, at most 240 characters. */
export function lineText(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end < 0 ? undefined : end).slice(0, 240);
}

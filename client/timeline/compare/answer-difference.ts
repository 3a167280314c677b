/** The difference between the answers of two runs, word by word. */
import { align, Numbering } from '../../../runtime/text/align.ts';

/** A part of an answer, which the other answer has or does not have. */
export interface AnswerPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The parts of both answers. */
export interface AnswerDifference {
  readonly a: readonly AnswerPart[];
  readonly b: readonly AnswerPart[];
}

/** Maximum number of cells of the table. Between longer texts, everything from the first to the last difference is marked. */
const MAX_CELLS = 400_000;
/** Number of words that are shown before the first difference. */
const WORDS_BEFORE = 8;

/** Compares two answers word by word. Equal words at the beginning are left out, except for the last few. */
export function answerDifference(a: string, b: string): AnswerDifference {
  const [before, after] = [wordsOf(a), wordsOf(b)];
  const start = before.findIndex((word, index) => word !== after[index]);
  const from = start < 0 ? Math.min(before.length, after.length) : start;
  let end = 0;
  while (end < Math.min(before.length, after.length) - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = [before, after].map((words) => words.slice(from, words.length - end));
  const kept = commonWords(middle[0] ?? [], middle[1] ?? []);
  const lead = before.slice(Math.max(0, from - WORDS_BEFORE), from);
  const leadText = from > WORDS_BEFORE ? ['…', ...lead] : lead;
  const partsOf = (words: readonly string[], common: ReadonlySet<number>): readonly AnswerPart[] =>
    joined([
      ...leadText.map((text) => ({ text, isChanged: false })),
      ...words.slice(from, words.length - end).map((text, index) => ({ text, isChanged: !common.has(index) })),
      ...words.slice(words.length - end).map((text) => ({ text, isChanged: false })),
    ]);
  return { a: partsOf(before, kept.a), b: partsOf(after, kept.b) };
}

/** Splits a text into words, each with the white space after it. */
function wordsOf(text: string): readonly string[] {
  return text.trim().match(/\S+\s*/g) ?? [];
}

/** Returns the positions of a longest common sequence of words in both texts. */
function commonWords(
  a: readonly string[],
  b: readonly string[],
): { readonly a: ReadonlySet<number>; readonly b: ReadonlySet<number> } {
  const common = { a: new Set<number>(), b: new Set<number>() };
  if (a.length * b.length > MAX_CELLS) return common;
  const words = new Numbering();
  const numbersOf = (texts: readonly string[]): Int32Array =>
    words.number(texts.map((word) => (word.endsWith(' ') && !word.includes('\n') ? word.trimEnd() : word)));
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [i, j] of align([left], [right])) {
    if (i === null || j === null) continue;
    common.a.add(i);
    common.b.add(j);
  }
  return common;
}

/** Joins neighbors of the same kind. White space at the ends of words is kept. */
function joined(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  const all: AnswerPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.isChanged === part.isChanged) all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

/**
 * Splits blocks into pieces that the Markdown parser can handle. The parser takes quadratic time for some inputs, such
 * as nested emphasis, brackets, or a paragraph of underlines. A block is therefore cut at line ends into pieces that
 * contain few of each. Among thousands of real blocks, none reaches a quarter of any limit.
 */
import type { Range } from '../model/model.ts';

/** Maximum length of a piece, in UTF-16 units. */
const MAX_LENGTH = 16 * 1024;
/** Maximum number of pieces of one block that are parsed; the rest is read as plain text. */
export const MAX_PIECES = 500;
/** A block up to this length is parsed as it is, which takes milliseconds whatever it contains. */
const SHORT = 1_000;

/** The syntax counted in each line, and its limit per piece. */
const BOUNDS: readonly (readonly [RegExp, number])[] = [
  [/[*_]+/g, 300],
  [/[[\]]/g, 400],
  [/</g, 400],
  [/`+/g, 1_000],
  [/^[ \t>]*(?:=+|-+)[ \t]*$/g, 20],
  [/\\|&/g, 1_000],
];

/**
 * Splits a block into pieces, in order and without gaps; returns one piece if it is within the limits. A piece that
 * consists of one line may exceed them, see `isParsable`.
 */
export function piecesOf(text: string): readonly Range[] {
  if (text.length <= SHORT) return [{ start: 0, end: text.length }];
  const pieces: Range[] = [];
  let start = 0;
  let counts = BOUNDS.map(() => 0);
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = countIn(text.slice(at, end));
    const isBeyond = end - start > MAX_LENGTH || BOUNDS.some(([, max], index) => sum(counts, line, index) > max);
    if (isBeyond && at > start) {
      pieces.push({ start, end: at });
      start = at;
      counts = BOUNDS.map(() => 0);
    }
    counts = counts.map((_, index) => sum(counts, line, index));
    at = end;
  }
  if (start < text.length) pieces.push({ start, end: text.length });
  return pieces;
}

/** Returns true if a piece is within the limits. Otherwise it must be read as plain text. */
export function isParsable(text: string): boolean {
  if (text.length <= SHORT) return true;
  if (text.length > MAX_LENGTH) return false;
  const counts = BOUNDS.map(() => 0);
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    for (const [index, count] of countIn(text.slice(at, end)).entries()) counts[index] = (counts[index] ?? 0) + count;
    at = end;
  }
  return BOUNDS.every(([, max], index) => (counts[index] ?? 0) <= max);
}

const sum = (a: readonly number[], b: readonly number[], index: number): number => (a[index] ?? 0) + (b[index] ?? 0);

const countIn = (line: string): readonly number[] => {
  const plain = line.replace(/\r?\n$/, '');
  return BOUNDS.map(([pattern]) => plain.match(pattern)?.length ?? 0);
};

/** Returns the end of the line at an offset, including its line break. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline + 1;
}

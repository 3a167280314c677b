/**
 * What a Markdown parser may be asked in one piece. It takes the square of the time for some texts: for the marks of
 * emphasis that nest, for brackets, for a paragraph of underlines. So a block is cut at its lines into pieces that have few
 * of each; among thousands of real blocks none comes near a fourth of any bound.
 */
import type { Range } from '../model/model.ts';

/** In UTF-16 units. */
const MAX_LENGTH = 16 * 1024;
/** Pieces of one block that are parsed; the rest of it is read as plain text. */
export const MOST_PIECES = 500;
/** A shorter block is parsed as it is: whatever it holds takes milliseconds. */
const SHORT = 1_000;

/** What is counted in each line, and how much of it a piece may have. */
const BOUNDS: readonly (readonly [RegExp, number])[] = [
  [/[*_]+/g, 300],
  [/[[\]]/g, 400],
  [/</g, 400],
  [/`+/g, 1_000],
  [/^[ \t>]*(?:=+|-+)[ \t]*$/g, 20],
  [/\\|&/g, 1_000],
];

/**
 * The pieces of a block, in order and without gaps; one where it is within bounds. A piece of one line may be beyond them:
 * `isParsable` tells.
 */
export function piecesOf(text: string): readonly Range[] {
  if (text.length <= SHORT) return [{ start: 0, end: text.length }];
  const pieces: Range[] = [];
  let start = 0;
  let counts = BOUNDS.map(() => 0);
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = countIn(text.slice(at, end));
    const isBeyond = end - start > MAX_LENGTH || BOUNDS.some(([, most], index) => sum(counts, line, index) > most);
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

/** Whether a piece is within the bounds; else it is read as plain text. */
export function isParsable(text: string): boolean {
  if (text.length <= SHORT) return true;
  if (text.length > MAX_LENGTH) return false;
  const counts = BOUNDS.map(() => 0);
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    for (const [index, count] of countIn(text.slice(at, end)).entries()) counts[index] = (counts[index] ?? 0) + count;
    at = end;
  }
  return BOUNDS.every(([, most], index) => (counts[index] ?? 0) <= most);
}

const sum = (a: readonly number[], b: readonly number[], index: number): number => (a[index] ?? 0) + (b[index] ?? 0);

const countIn = (line: string): readonly number[] => {
  const plain = line.replace(/\r?\n$/, '');
  return BOUNDS.map(([sign]) => plain.match(sign)?.length ?? 0);
};

/** Where the line of an offset ends, its line break included. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline + 1;
}

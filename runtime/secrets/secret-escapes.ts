/** Decodes escaped characters in a text, for `find-secrets.ts`. Pure. */

/** The surroundings of the escapes of a text, decoded. */
export interface DecodedText {
  /** The parts, separated by a character that is in no text. */
  readonly text: string;
  /** Returns the range of the original text that a range of one of the parts stands for. */
  originOf(start: number, end: number): readonly [start: number, end: number];
}

/** A piece of a decoded text: a copied one, or an escape. */
interface Piece {
  /** Its offset in the decoded text. */
  readonly at: number;
  /** Its range in the original text. */
  readonly start: number;
  readonly end: number;
  readonly isEscape: boolean;
}

/** An escape in a text: its range, and what it stands for. */
interface Escape {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The value of a character that is no digit. */
const NO_DIGIT = 255;

/** Reads an escape that begins at an offset; undefined if there is none. Without regular expressions, which take longer. */
type Reader = (text: string, start: number) => Escape | undefined;

/** The readers of escapes by how these begin. */
const READERS: readonly (readonly [begin: string, read: Reader])[] = [
  ['%', readPercent],
  ['&#', readEntity],
];

/** The readers of escapes with a backslash. Of several backslashes, the last one is read. */
const BACKSLASH_READERS: typeof READERS = [
  ['\\u', readUnit],
  ['\\x', (text, start) => escapeOf(start, start + 4, numberAt(text, start + 2, 2, 16))],
];

function readPercent(text: string, start: number): Escape | undefined {
  const first = numberAt(text, start + 1, 2, 16);
  if (first < 0x80) return escapeOf(start, start + 3, first);
  // A character has up to four bytes in UTF-8.
  const end = start + 3 * (first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
  try {
    return { start, end, value: decodeURIComponent(text.slice(start, end)) };
  } catch {
    return undefined;
  }
}

function readUnit(text: string, start: number): Escape | undefined {
  if (text[start + 2] !== '{') return escapeOf(start, start + 6, numberAt(text, start + 2, 4, 16));
  const from = start + 3;
  let end = from;
  while (end < from + 8 && digitAt(text, end) < 16) end++;
  return text[end] === '}' ? escapeOf(start, end + 1, numberAt(text, from, end - from, 16)) : undefined;
}

function readEntity(text: string, start: number): Escape | undefined {
  const radix = text[start + 2]?.toLowerCase() === 'x' ? 16 : 10;
  const from = start + (radix === 16 ? 3 : 2);
  let end = from;
  while (end < from + 8 && digitAt(text, end) < radix) end++;
  return escapeOf(start, text[end] === ';' ? end + 1 : end, numberAt(text, from, end - from, radix));
}

/** Returns the number with `count` digits at an offset; a negative number if these are no digits. */
function numberAt(text: string, at: number, count: number, radix: number): number {
  let number = count > 0 ? 0 : -1;
  for (let index = 0; index < count; index++) {
    const digit = digitAt(text, at + index);
    if (digit >= radix) return -1;
    number = number * radix + digit;
  }
  return number;
}

/** The values of hexadecimal digits by the codes of ASCII characters; of other characters a larger value. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? NO_DIGIT;
}

function escapeOf(start: number, end: number, point: number): Escape | undefined {
  return point >= 0 && point <= 0x10_ff_ff ? { start, end, value: String.fromCodePoint(point) } : undefined;
}

/** Separates the parts of a decoded text. */
const GAP = '\uffff';

/**
 * Returns the parts of a text that have escapes, decoded: percent-encoded characters, those of JSON and
 * JavaScript (`\\u0073`, `\\u{73}`, `\\x73`) and of HTML (`&#115;`). Undefined if it has none. Takes linear time.
 * @param hasBackslashes false if no escape has a backslash, which is expensive to find out in JSON
 * @param matters true for a character that a secret has: other escapes are decoded only near one of these
 * @param margin number of UTF-16 units around an escape that belong to its part
 */
export function decodeEscapes(
  text: string,
  hasBackslashes: boolean,
  matters: (character: string) => boolean,
  margin: number,
): DecodedText | undefined {
  const escapes = relevant(findEscapes(text, hasBackslashes), matters, margin);
  if (escapes.length === 0) return undefined;
  const pieces: Piece[] = [];
  let decoded = '';
  let done = 0;
  const copy = (start: number, end: number): void => {
    if (start < end) pieces.push({ at: decoded.length, start, end, isEscape: false });
    decoded += text.slice(start, end);
  };
  for (const { start, end, value } of escapes) {
    if (start - done > 2 * margin) {
      if (done > 0) copy(done, done + margin);
      decoded += GAP;
      done = start - margin;
    }
    // Further backslashes belong to it: before a decoded `n`, one would begin another escape.
    let from = start;
    if (text[start] === '\\') while (from > done && text[from - 1] === '\\') from--;
    copy(done, from);
    pieces.push({ at: decoded.length, start: from, end, isEscape: true });
    decoded += value;
    done = end;
  }
  copy(done, Math.min(text.length, done + margin));
  return { text: decoded, originOf: (start, end) => [originOf(pieces, start, false), originOf(pieces, end - 1, true)] };
}

/** Returns the escapes that may be in the same secret as one that matters. */
function relevant(
  escapes: readonly Escape[],
  matters: (character: string) => boolean,
  margin: number,
): readonly Escape[] {
  if (!escapes.some(({ value }) => matters(value))) return [];
  const kept: Escape[] = [];
  let first = 0;
  let isKept = false;
  for (const [index, { end, value }] of escapes.entries()) {
    isKept ||= matters(value);
    const next = escapes[index + 1];
    if (next !== undefined && next.start - end <= 2 * margin) continue;
    if (isKept) for (const one of escapes.slice(first, index + 1)) kept.push(one);
    first = index + 1;
    isKept = false;
  }
  return kept;
}

/** Returns the offset in the original text of the beginning or the end of a character of the decoded one. */
function originOf(pieces: readonly Piece[], index: number, isEnd: boolean): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const { at, start, end, isEscape } = pieces[low] ?? NO_PIECE;
  if (isEscape) return isEnd ? end : start;
  return Math.min(end, start + index - at + (isEnd ? 1 : 0));
}

const NO_PIECE: Piece = { at: 0, start: 0, end: 0, isEscape: false };

/** Returns the escapes of a text, in order and without overlaps. */
function findEscapes(text: string, hasBackslashes: boolean): readonly Escape[] {
  const all: Escape[] = [];
  let kinds = 0;
  for (const [begin, read] of hasBackslashes ? [...READERS, ...BACKSLASH_READERS] : READERS) {
    const before = all.length;
    for (let start = text.indexOf(begin); start >= 0; ) {
      const found = read(text, start);
      if (found !== undefined) all.push(found);
      start = text.indexOf(begin, found?.end ?? start + 1);
    }
    if (all.length > before) kinds++;
  }
  if (kinds < 2) return all;
  let last = 0;
  return all
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

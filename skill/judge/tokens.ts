/**
 * Splits a part of a text into the tokens that the judge counts, in lower case: runs of letters and digits, including
 * letters after an apostrophe; arrows; and `: ( | [ >`. A number is `#`. Works character by character, which is several
 * times as fast as a regular expression.
 */

const LETTER = 1;
const DIGIT = 2;
/** An ASCII capital letter. */
const CAPITAL = 3;
const SIGN = 4;
const ARROW_TAIL = 5;

const ASCII = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) ASCII[code] = LETTER;
  else if (/[A-Z]/.test(char)) ASCII[code] = CAPITAL;
  else if (/\d/.test(char)) ASCII[code] = DIGIT;
  else if (/[:(|[>]/.test(char)) ASCII[code] = SIGN;
  else if (/[-=]/.test(char)) ASCII[code] = ARROW_TAIL;
}

const GREATER = 62;
const APOSTROPHE = 39;
const CURLY_APOSTROPHE = 0x2019;
const ARROW = 0x2192;

/** Cached kinds of characters beyond ASCII: letter (2), digit or number (3), or neither (1); 0 if not computed yet. */
const kinds = new Uint8Array(0x10000);

function kindOf(point: number): number {
  const known = kinds[point];
  if (known !== undefined && known !== 0) return known;
  const char = String.fromCodePoint(point);
  const kind = /\p{L}/u.test(char) ? 2 : /\p{N}/u.test(char) ? 3 : 1;
  kinds[point] = kind;
  return kind;
}

/**
 * Returns the length of the letter or number at `at` in UTF-16 units; 0 if there is none. Reads nothing from `to` on.
 */
function wordChar(text: string, at: number, to: number, onlyLetters: boolean): number {
  const code = text.charCodeAt(at);
  if (code < 128) {
    const kind = ASCII[code] ?? 0;
    return kind === LETTER || kind === CAPITAL || (kind === DIGIT && !onlyLetters) ? 1 : 0;
  }
  const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < to && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  const kind = kindOf(isPair ? (text.codePointAt(at) ?? code) : code);
  return kind === 2 || (kind === 3 && !onlyLetters) ? (isPair ? 2 : 1) : 0;
}

/** Buffers for the ranges of tokens, shared by all calls, since most tokens of a text are not needed. */
const starts: number[] = [];
const ends: number[] = [];

/** Finds up to `limit` tokens from `from` to `to`, and returns their number. */
function find(text: string, from: number, to: number, limit: number): number {
  let count = 0;
  let at = from;
  while (at < to && count < limit) {
    const start = at;
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (ASCII[code] ?? 0) : 0;
    if (kind === SIGN || code === ARROW) at++;
    else if (kind === ARROW_TAIL && at + 1 < to && text.charCodeAt(at + 1) === GREATER) at += 2;
    else {
      at = wordEnd(text, at, to);
      if (at === start) {
        at++;
        continue;
      }
    }
    starts[count] = start;
    ends[count] = at;
    count++;
  }
  return count;
}

/** Returns the end of the word at `at`; `at` if there is none. */
function wordEnd(text: string, at: number, to: number): number {
  let end = runEnd(text, at, to, false);
  if (end === at || end + 1 >= to) return end;
  const code = text.charCodeAt(end);
  if (code !== APOSTROPHE && code !== CURLY_APOSTROPHE) return end;
  const more = runEnd(text, end + 1, to, true);
  if (more > end + 1) end = more;
  return end;
}

function runEnd(text: string, at: number, to: number, onlyLetters: boolean): number {
  let end = at;
  while (end < to) {
    const units = wordChar(text, end, to, onlyLetters);
    if (units === 0) return end;
    end += units;
  }
  return end;
}

/** Returns the number of runs of letters and digits in a text. */
export function countRuns(text: string): number {
  const { length } = text;
  let count = 0;
  for (let at = 0; at < length; at++) {
    const end = runEnd(text, at, length, false);
    if (end === at) continue;
    count++;
    at = end;
  }
  return count;
}

/** Returns a token as text: `#` for a number, otherwise in lower case. */
function tokenAt(text: string, index: number): string {
  const start = starts[index] ?? 0;
  const end = ends[index] ?? 0;
  let isNumber = true;
  let isLower = true;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (ASCII[code] ?? 0) : CAPITAL;
    if (kind !== DIGIT) isNumber = false;
    if (kind === CAPITAL) isLower = false;
  }
  if (isNumber) return '#';
  const token = text.slice(start, end);
  return isLower ? token : token.toLowerCase();
}

function tokens(text: string, first: number, end: number): readonly string[] {
  const out: string[] = [];
  for (let index = first; index < end; index++) out.push(tokenAt(text, index));
  return out;
}

/** Returns the first tokens between two offsets of a text; all of them if `limit` is omitted. */
export const firstTokens = (
  text: string,
  from: number,
  to: number,
  limit = Number.POSITIVE_INFINITY,
): readonly string[] => tokens(text, 0, find(text, from, to, limit));

/** Returns the last `limit` tokens between two offsets of a text. */
export function lastTokens(text: string, from: number, to: number, limit: number): readonly string[] {
  const count = find(text, from, to, Number.POSITIVE_INFINITY);
  return tokens(text, Math.max(0, count - limit), count);
}

/** Returns a part of a text with `w` in place of each run of letters and digits. */
export function shapeOf(text: string, from: number, to: number): string {
  let shape = '';
  for (let at = from; at < to; ) {
    const end = runEnd(text, at, to, false);
    shape += end > at ? 'w' : text.charAt(at);
    at = Math.max(end, at + 1);
  }
  return shape;
}

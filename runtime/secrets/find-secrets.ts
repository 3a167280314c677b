/**
 * Finds secrets in text, for journals, logs and reports. A pure module, so that the extension can use it, too.
 *
 * Secrets are found verbatim and encoded: as JSON within a text, in base64 (also inside longer data), in hexadecimal, also with a
 * separator between bytes, and with any of their characters escaped (`secret-escapes.ts`), up to four times; split across lines, parts or list items; and, if they look like tokens, as fragments of truncated text.
 */
import { decodeEscapes } from './secret-escapes.ts';
import { compactText, formsOf, MIN_SECRET_LENGTH, type SecretForm } from './secret-forms.ts';

export { MIN_SECRET_LENGTH } from './secret-forms.ts';

/** A range of a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** Returns the ranges of a text that contain a secret, in order and without overlaps. */
export type SecretFinder = (text: string) => readonly Range[];

/** One of the blocks of a form. Every significant fragment of the form contains at least one of them completely. */
interface Block {
  readonly form: SecretForm;
  readonly at: number;
  readonly length: number;
}

const HASHES = 1 << 15;

/** Hashes three characters, to look up the blocks that may start with them. */
function hash(a: number, b: number, c: number): number {
  return (a * 1021 + b * 31 + c) & (HASHES - 1);
}

/** Creates a finder for `secrets`. Returns undefined if none of them is long enough. */
export function secretFinder(secrets: readonly string[]): SecretFinder | undefined {
  const forms = secrets.flatMap(formsOf);
  if (forms.length === 0) return undefined;
  const blocks = new Map<number, Block[]>();
  const begins = new Uint8Array(HASHES);
  for (const form of forms) {
    const { codes, minLength: shortest } = form;
    // Every fragment of `shortest` characters contains at least one of these blocks completely, no matter where it was cut
    // out.
    const whole = shortest >= codes.length;
    const length = whole ? codes.length : Math.floor((shortest + 1) / 2);
    for (let at = 0; at + length <= codes.length; at += length) {
      const key = hash(codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0);
      begins[key] = 1;
      const bucket = blocks.get(key);
      if (bucket === undefined) blocks.set(key, [{ form, at, length }]);
      else bucket.push({ form, at, length });
    }
  }
  const finder = new Finder(blocks, begins, secrets);
  return (text) => finder.find(text, 0);
}

/** Returns the number of characters around an escape that may belong to the same secret, twice its length for separators. */
function marginOf(secrets: readonly string[]): number {
  return Math.min(MAX_MARGIN, 2 * secrets.reduce((longest, { length }) => Math.max(longest, length), 0));
}

/** Maximum number of times that a character may be escaped. */
const MAX_DEPTH = 4;
/** Characters that may begin an escape which is escaped itself. */
const ESCAPE_BEGINS = ['%', '\\', '&'];
/** Maximum number of characters around an escape that are searched again, with the escape decoded. */
const MAX_MARGIN = 1024;
/** Minimum number of hexadecimal digits of a secret. */
const MIN_HEX_DIGITS = 2 * MIN_SECRET_LENGTH;
/** Minimum number of characters of a secret in hexadecimal with separators between its bytes. */
const MIN_HEX_RUN = 3 * MIN_SECRET_LENGTH - 1;
/** Every place at this distance: a run of the shortest secret has its length and that of two bytes with their separators. */
const HEX_STEP = MIN_HEX_RUN - 6;
/** The lower-case character codes of hexadecimal digits by the codes of both cases; 0 for other ASCII characters. */
const HEX_DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = String.fromCharCode(code).toLowerCase();
  return /[0-9a-f]/.test(digit) ? digit.charCodeAt(0) : 0;
});

function isHex(code: number | undefined): boolean {
  return code !== undefined && (HEX_DIGIT[code] ?? 0) !== 0;
}

interface HexRun {
  readonly start: number;
  readonly end: number;
  /** True if each byte begins with `0x`. */
  readonly hasPrefixes: boolean;
}

const ZERO = 48;
const LETTER_X = 120;

/**
 * Returns the range around `i` that has hexadecimal digits and a single separator only (or `0x`), if two bytes with separators begin at
 * `i` or up to two characters later.
 * @param from where the range may begin
 */
function hexRunAt(codes: Uint16Array, length: number, i: number, from: number): HexRun | undefined {
  let at = i;
  while (at < i + 3 && isHex(codes[at])) at++;
  const separator = codes[at];
  const width = separator === LETTER_X && codes[at + 3] === ZERO ? 4 : 3;
  // Most text ends here.
  if (codes[at + width] !== separator || !isHex(codes[at + 1]) || !isHex(codes[at + 2]) || isHex(separator))
    return undefined;
  let start = at;
  while (start > from && (codes[start - 1] === separator || isHex(codes[start - 1]))) start--;
  let end = at + 4;
  while (end < length && (codes[end] === separator || isHex(codes[end]))) end++;
  return { start, end: Math.min(end, length), hasPrefixes: width === 4 };
}

class Finder {
  private readonly blocks: ReadonlyMap<number, readonly Block[]>;
  private readonly begins: Uint8Array;
  /** Number of characters around an escape that may belong to the same secret. */
  private readonly margin: number;
  private readonly matters: (character: string) => boolean;

  constructor(blocks: ReadonlyMap<number, readonly Block[]>, begins: Uint8Array, secrets: readonly string[]) {
    this.blocks = blocks;
    this.begins = begins;
    this.margin = marginOf(secrets);
    const characters = new Set([...ESCAPE_BEGINS, ...secrets.flatMap((secret) => [...secret])]);
    this.matters = (character) => characters.has(character);
  }

  /** Returns the ranges of a text that contain a secret, in order and without overlaps. */
  find(text: string, depth: number): readonly Range[] {
    const { codes, places, length, hasEscapes } = compactText(text);
    const found = [...this.search(codes, places, length), ...this.findHex(codes, places, length)];
    const decoded = depth < MAX_DEPTH ? decodeEscapes(text, hasEscapes, this.matters, this.margin) : undefined;
    if (decoded !== undefined)
      for (const [start, end] of this.find(decoded.text, depth + 1)) found.push(decoded.originOf(start, end));
    return merged(found);
  }

  /** Finds secrets in the first `length` characters of a text without separators. */
  private search(codes: Uint16Array, places: Int32Array, length: number): Range[] {
    const { begins } = this;
    const found: [number, number][] = [];
    for (let i = 0; i + 2 < length; i++) {
      const key = hash(codes[i] ?? 0, codes[i + 1] ?? 0, codes[i + 2] ?? 0);
      if (begins[key] === 0) continue;
      let end = 0;
      let start = i;
      for (const block of this.blocks.get(key) ?? []) {
        const piece = fragmentAt(block, codes, length, i);
        if (piece === undefined || !isSignificant(block.form, piece, places)) continue;
        start = Math.min(start, piece[0]);
        end = Math.max(end, piece[1]);
      }
      if (end === 0) continue;
      const last = found.at(-1);
      const from = places[start] ?? 0;
      const to = (places[end - 1] ?? 0) + 1;
      if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
      else found.push([from, to]);
      i = Math.max(i, end - 1);
    }
    return found;
  }

  /** Finds secrets in hexadecimal whose bytes are separated by the same character, such as `:`. */
  private findHex(codes: Uint16Array, places: Int32Array, length: number): readonly Range[] {
    const found: Range[] = [];
    let done = 0;
    // One of these places is within each run that is long enough.
    for (let i = 0; i < length; i += HEX_STEP) {
      const run = hexRunAt(codes, length, i, done);
      if (run === undefined) continue;
      const { start, end, hasPrefixes } = run;
      done = end;
      i = end - HEX_STEP;
      if (end - start < MIN_HEX_RUN) continue;
      const digits = new Uint16Array(end - start);
      const digitPlaces = new Int32Array(end - start);
      let count = 0;
      for (let at = start; at < end; at++) {
        const digit = HEX_DIGIT[codes[at] ?? 0] ?? 0;
        if (digit === 0 || (hasPrefixes && digit === ZERO && codes[at + 1] === LETTER_X)) continue;
        digits[count] = digit;
        digitPlaces[count++] = places[at] ?? 0;
      }
      if (count >= MIN_HEX_DIGITS) for (const range of this.search(digits, digitPlaces, count)) found.push(range);
    }
    return found;
  }
}

/** Returns the longest fragment of the form around its block at `i`. */
function fragmentAt({ form, at, length }: Block, codes: Uint16Array, size: number, i: number): Range | undefined {
  for (let k = 0; k < length; k++) if (i + k >= size || codes[i + k] !== form.codes[at + k]) return undefined;
  let start = i;
  for (let k = at - 1; k >= 0 && start > 0 && codes[start - 1] === form.codes[k]; k--) start--;
  let end = i + length;
  for (let k = at + length; k < form.codes.length && end < size && codes[end] === form.codes[k]; k++) end++;
  return [start, end];
}

function isSignificant(form: SecretForm, [start, end]: Range, places: Int32Array): boolean {
  if (end - start < form.minLength) return false;
  // A short secret does not count if its characters are merely spread over several words.
  return !form.contiguous || (places[end - 1] ?? 0) - (places[start] ?? 0) < form.span;
}

/** Returns ranges in order and without overlaps. */
function merged(ranges: readonly Range[]): Range[] {
  const all: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** Replaces everything that `find` finds in `text` with `mark`. */
export function redactSecrets(text: string, find: SecretFinder | undefined, mark = '[redacted]'): string {
  const ranges = find?.(text) ?? [];
  if (ranges.length === 0) return text;
  let out = '';
  let done = 0;
  for (const [start, end] of ranges) {
    out += text.slice(done, start) + mark;
    done = end;
  }
  return out + text.slice(done);
}

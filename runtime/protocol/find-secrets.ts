/**
 * Finds secrets in text, for journals, logs and reports. A pure module, so that the extension can use it, too.
 *
 * Secrets are found verbatim and encoded: percent-encoded, as JSON within a text, in base64 (also inside longer data) and in
 * hexadecimal; split across lines, parts or list items; and, if they look like tokens, as fragments of truncated text.
 */
import { compactText, formsOf, type SecretForm } from './secret-forms.ts';

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
  return (text) => {
    const { codes, places, length } = compactText(text);
    const found: [number, number][] = [];
    for (let i = 0; i + 2 < length; i++) {
      const key = hash(codes[i] ?? 0, codes[i + 1] ?? 0, codes[i + 2] ?? 0);
      if (begins[key] === 0) continue;
      let end = 0;
      let start = i;
      for (const block of blocks.get(key) ?? []) {
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
  };
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

/**
 * Finds secrets in text, for the journal, the logs and reports. Pure, and here so that the extension can use it, too.
 *
 * A secret is found as it is and as it travels: percent-encoded, in JSON within a text, in base64 (also in the midst of
 * something longer), in hexadecimal; cut into lines, parts or items of a list; and, where it looks like a token, when only
 * a piece of it is there, because something cut the text off.
 */
import { formsOf, type SecretForm, squeezed } from './secret-forms.ts';

export { SHORTEST_SECRET } from './secret-forms.ts';

/** Part of a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/** The parts of a text that hold a secret, in order, apart from one another. */
export type SecretFinder = (text: string) => readonly Range[];

/** A part of a form that every piece of it which counts must hold, whole. */
interface Block {
  readonly form: SecretForm;
  readonly at: number;
  readonly length: number;
}

const HASHES = 1 << 15;

/** Where a block may begin, by its first three characters. */
function hash(a: number, b: number, c: number): number {
  return (a * 1021 + b * 31 + c) & (HASHES - 1);
}

/** Finds any of `secrets`; undefined where none of them is long enough to be looked for. */
export function secretFinder(secrets: readonly string[]): SecretFinder | undefined {
  const forms = secrets.flatMap(formsOf);
  if (forms.length === 0) return undefined;
  const blocks = new Map<number, Block[]>();
  const begins = new Uint8Array(HASHES);
  for (const form of forms) {
    const { codes, shortest } = form;
    // Every piece of `shortest` characters holds one of these parts whole, wherever it was cut out.
    const whole = shortest >= codes.length;
    const length = whole ? codes.length : Math.floor((shortest + 1) / 2);
    for (let at = 0; at + length <= codes.length; at += length) {
      const key = hash(codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0);
      begins[key] = 1;
      const there = blocks.get(key);
      if (there === undefined) blocks.set(key, [{ form, at, length }]);
      else there.push({ form, at, length });
    }
  }
  return (text) => {
    const { codes, places, length } = squeezed(text);
    const found: [number, number][] = [];
    for (let i = 0; i + 2 < length; i++) {
      const key = hash(codes[i] ?? 0, codes[i + 1] ?? 0, codes[i + 2] ?? 0);
      if (begins[key] === 0) continue;
      let end = 0;
      let start = i;
      for (const block of blocks.get(key) ?? []) {
        const piece = pieceAt(block, codes, length, i);
        if (piece === undefined || !counts(block.form, piece, places)) continue;
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

/** The longest piece of the form around its block at `i`. */
function pieceAt({ form, at, length }: Block, codes: Uint16Array, size: number, i: number): Range | undefined {
  for (let k = 0; k < length; k++) if (i + k >= size || codes[i + k] !== form.codes[at + k]) return undefined;
  let start = i;
  for (let k = at - 1; k >= 0 && start > 0 && codes[start - 1] === form.codes[k]; k--) start--;
  let end = i + length;
  for (let k = at + length; k < form.codes.length && end < size && codes[end] === form.codes[k]; k++) end++;
  return [start, end];
}

function counts(form: SecretForm, [start, end]: Range, places: Int32Array): boolean {
  if (end - start < form.shortest) return false;
  // A short one is none where its characters merely come one after the other in several words.
  return !form.together || (places[end - 1] ?? 0) - (places[start] ?? 0) < form.span;
}

/** `text` with `mark` in the place of what `find` finds in it. */
export function withoutSecrets(text: string, find: SecretFinder | undefined, mark = '[redacted]'): string {
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

/** The words around a path as features of the judge. Each is hashed into a bucket, so no words are stored. */
import { basename, dirname, extension, stem } from '../files/paths.ts';
import { headingStart } from '../text/heading-starts.ts';
import { lineAround } from '../text/lines.ts';
import type { Situation } from './situation.ts';
import { firstTokens, lastTokens, shapeOf } from './tokens.ts';

/** Number of buckets, each with one weight; features may share a bucket. */
export const BUCKETS = 1 << 15;

/** One or a few words near a path, or another property of its line. */
export interface WordFeature {
  readonly bucket: number;
  /** The position or kind of the words: `before`, `heading`. */
  readonly kind: string;
  readonly words: string;
}

/** Number of words on either side that count. */
const NEAR = 8;
/** Number of words that count in the line that introduces a list. */
const INTRODUCING = 10;
/** Maximum lengths that are read before and after a path on its line, and above it, in UTF-16 units. */
const BEFORE = 200;
const AFTER = 120;
const ABOVE = 300;
/** Maximum distance to the introduction of a list, in UTF-16 units and in lines. */
const LIST = 1_500;
const LIST_LINES = 15;

/** Returns the name of a feature, `KIND:WORDS`. */
export const featureName = ({ kind, words }: WordFeature): string => `${kind}:${words}`;

/**
 * Returns the features of the text around a reference, in a fixed order. Single words of the skill's own name are
 * replaced by `<own>`, except in `last` and `next`; pairs of words are unchanged.
 */
export function wordFeatures({ reference, document, skill, path, isManifest }: Situation): readonly WordFeature[] {
  const { text } = document;
  const { range, form } = reference;
  const line = lineAround(text, range);
  const own = ownWords(skill.name);
  const out: WordFeature[] = [];
  const addOne = (kind: Kind, words: string): void => {
    out.push({ bucket: bucketOfHash(hashText(kind.hash, words)), kind: kind.name, words });
  };
  const addPair = (kind: Kind, first: string, second: string): void => {
    const hash = hashText(withSpace(hashText(kind.hash, first)), second);
    out.push({ bucket: bucketOfHash(hash), kind: kind.name, words: `${first} ${second}` });
  };
  const addAll = (kind: Kind, words: readonly string[]): void => {
    for (const word of words) addOne(kind, own.has(word) ? '<own>' : word);
  };
  const addPairs = (kind: Kind, words: readonly string[]): void => {
    for (let index = 1; index < words.length; index++) addPair(kind, words[index - 1] ?? '', words[index] ?? '');
  };
  const before = lastTokens(text, Math.max(line.start, range.start - BEFORE), range.start, NEAR);
  const after = firstTokens(text, range.end, Math.min(line.end, range.end + AFTER), NEAR);
  const last = before.at(-1) ?? '^';
  const last2 = before.at(-2) ?? '^';
  const next = after[0] ?? '$';
  addAll(KINDS.before, before);
  addAll(KINDS.after, after);
  addPairs(KINDS.before2, before);
  addPairs(KINDS.after2, after);
  addOne(KINDS.last, last);
  addPair(KINDS.last2, last2, last);
  addPair(KINDS.last3, `${before.at(-3) ?? '^'} ${last2}`, last);
  addPair(KINDS.formLast, form, last);
  addOne(KINDS.next, next);
  addPair(KINDS.next2, next, after[1] ?? '$');
  addPair(KINDS.around, last, next);
  const heading = headingStart(document, range.start);
  if (heading !== undefined)
    addAll(KINDS.heading, firstTokens(text, heading, endOfLine(text, heading, heading - 1 + AFTER), NEAR));
  const above = Math.max(0, line.start - 1);
  addAll(KINDS.above, lastTokens(text, startOfLine(text, above, Math.max(0, line.start - ABOVE)), above, NEAR));
  const below = Math.min(text.length, line.end + 1);
  addAll(KINDS.below, firstTokens(text, below, endOfLine(text, below, below + BEFORE), NEAR));
  const list = introduction(text, line.start);
  if (list !== undefined) addAll(KINDS.list, lastTokens(text, list.start, list.end, INTRODUCING));
  addOne(KINDS.shape, shapeOf(text, line.start, Math.min(range.start, line.start + 12)).slice(0, 8));
  addPair(KINDS.kind, form, extension(path));
  addPair(KINDS.place, isManifest ? 'manifest' : 'other', form);
  const name = stem(basename(path)).replace(/[_-]/g, ' ');
  addAll(KINDS.name, firstTokens(name, 0, name.length));
  for (const folder of dirname(path).toLowerCase().split('/')) if (folder !== '') addAll(KINDS.folder, [folder]);
  return out;
}

let named: { readonly name: string; readonly words: ReadonlySet<string> } = { name: '', words: new Set() };

/** Returns the words of a skill's name, cached since all references of a skill need the same. */
function ownWords(name: string): ReadonlySet<string> {
  if (named.name !== name) named = { name, words: new Set(firstTokens(name, 0, name.length)) };
  return named.words;
}

/** Returns the bucket of a feature by its name: FNV-1a over its UTF-16 units. */
export const bucketOf = (feature: string): number => bucketOfHash(hashText(SEED, feature));

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
const SPACE = 32;

/** Continues a hash, so a name in parts need not be concatenated. */
function hashText(hash: number, text: string): number {
  let next = hash;
  for (let index = 0; index < text.length; index++) next = Math.imul(next ^ text.charCodeAt(index), PRIME);
  return next;
}

const withSpace = (hash: number): number => Math.imul(hash ^ SPACE, PRIME);
const bucketOfHash = (hash: number): number => (hash >>> 0) % BUCKETS;

interface Kind {
  readonly name: string;
  /** The hash of the name and a colon. */
  readonly hash: number;
}
const kindOf = (name: string): Kind => ({ name, hash: hashText(SEED, `${name}:`) });
const KINDS = {
  before: kindOf('before'),
  after: kindOf('after'),
  before2: kindOf('before2'),
  after2: kindOf('after2'),
  last: kindOf('last'),
  last2: kindOf('last2'),
  last3: kindOf('last3'),
  formLast: kindOf('form-last'),
  next: kindOf('next'),
  next2: kindOf('next2'),
  around: kindOf('around'),
  heading: kindOf('heading'),
  above: kindOf('above'),
  below: kindOf('below'),
  list: kindOf('list'),
  shape: kindOf('shape'),
  kind: kindOf('kind'),
  place: kindOf('place'),
  name: kindOf('name'),
  folder: kindOf('folder'),
};

const NEWLINE = 10;

/** Returns the end of the line that contains `at`, at most `limit`. */
function endOfLine(text: string, at: number, limit: number): number {
  const to = Math.min(text.length, limit);
  let end = at;
  while (end < to && text.charCodeAt(end) !== NEWLINE) end++;
  return end;
}

/** Returns the start of the line that ends at `end`, at least `limit`. */
function startOfLine(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && text.charCodeAt(start - 1) !== NEWLINE) start--;
  return start;
}

/** A line of a list, table, tree or fence, or an indented one. */
const PART = /^(?:\s{2,}|\s*(?:[-*+|├└│]|\d+[.)]|```))/;

/** Returns the line that introduces the list, table, tree or fence of a line. */
function introduction(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  const limit = Math.max(0, at - LIST);
  let end = Math.max(0, at - 1);
  for (let count = 0; count < LIST_LINES; count++) {
    const start = startOfLine(text, end, limit);
    if (start < end) {
      const line = text.slice(start, end);
      if (!PART.test(line) && line.trim() !== '') return { start, end };
    }
    if (start <= limit) return undefined;
    end = start - 1;
  }
  return undefined;
}

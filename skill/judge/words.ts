/** The words around a path as the judge reads them: each is hashed into a bucket, so none is listed anywhere. */
import { basename, dirname, extension, stem } from '../files/paths.ts';
import { lineAround } from '../text/lines.ts';
import type { Situation } from './situation.ts';

/** One weight each; two features may share one. */
export const BUCKETS = 1 << 15;

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|→|->|=>|[:(|[>]/gu;
/** Words to either side that count. */
const NEAR = 8;
/** UTF-16 units that are read before and after a path in its line, and in the lines around it. */
const BEFORE = 200;
const AFTER = 120;
const ABOVE = 300;

const wordsOf = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).map((word) => (/^\d+$/.test(word) ? '#' : word.toLowerCase()));

/** The features of the text around a reference, as `KIND:WORDS`. A skill's own name never appears among them. */
export function wordFeatures({ reference, document, skill, path, isManifest }: Situation): readonly string[] {
  const { text } = document;
  const { range, form } = reference;
  const line = lineAround(text, range);
  const own = ownWords(skill.name);
  const out: string[] = [];
  const all = (kind: string, words: readonly string[]): void => {
    for (const word of words) out.push(`${kind}:${own.has(word) ? '<own>' : word}`);
  };
  const pairs = (kind: string, words: readonly string[]): void => {
    for (let index = 1; index < words.length; index++) out.push(`${kind}:${words[index - 1]} ${words[index]}`);
  };
  const before = wordsOf(text.slice(Math.max(line.start, range.start - BEFORE), range.start)).slice(-NEAR);
  const after = wordsOf(text.slice(range.end, Math.min(line.end, range.end + AFTER))).slice(0, NEAR);
  const [one = '^', two = '^', three = '^'] = [...before].reverse();
  const [next = '$', second = '$'] = after;
  all('before', before);
  all('after', after);
  pairs('before2', before);
  pairs('after2', after);
  out.push(`last:${one}`, `last2:${two} ${one}`, `last3:${three} ${two} ${one}`, `form-last:${form} ${one}`);
  out.push(`next:${next}`, `next2:${next} ${second}`, `around:${one} ${next}`);
  all('heading', wordsOf(headingAbove(text, range.start)).slice(0, NEAR));
  const above = text.slice(Math.max(0, line.start - ABOVE), Math.max(0, line.start - 1));
  all('above', wordsOf(above.slice(above.lastIndexOf('\n') + 1)).slice(-NEAR));
  const below = text.slice(line.end + 1, line.end + 1 + BEFORE);
  all('below', wordsOf(below.slice(0, endOfLine(below))).slice(0, NEAR));
  all('list', wordsOf(introduction(text, line.start)).slice(-10));
  const opening = text.slice(line.start, Math.min(range.start, line.start + 12));
  out.push(`shape:${opening.replace(/[\p{L}\p{N}]+/gu, 'w').slice(0, 8)}`);
  out.push(`kind:${form} ${extension(path)}`, `place:${isManifest ? 'manifest' : 'other'} ${form}`);
  all('name', wordsOf(stem(basename(path)).replace(/[_-]/g, ' ')));
  all('folder', dirname(path).toLowerCase().split('/').filter(Boolean));
  return out;
}

let named: { readonly name: string; readonly words: ReadonlySet<string> } = { name: '', words: new Set() };

/** The words of a skill's name; all references of a skill ask for the same. */
function ownWords(name: string): ReadonlySet<string> {
  if (named.name !== name) named = { name, words: new Set(wordsOf(name)) };
  return named.words;
}

/** The bucket of a feature: FNV-1a over its UTF-16 units. */
export function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index++) {
    hash ^= feature.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % BUCKETS;
}

const endOfLine = (text: string): number => {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
};

/** The last line above that begins with `#`; found by the text alone, so that no block needs to be parsed for it. */
function headingAbove(text: string, at: number): string {
  const start = text.lastIndexOf('\n#', at);
  return start < 0 ? '' : text.slice(start + 1, start + 1 + endOfLine(text.slice(start + 1, start + AFTER)));
}

/** The line that introduces the list, table, tree or fence that a line belongs to. */
function introduction(text: string, at: number): string {
  const lines = text.slice(Math.max(0, at - 1_500), Math.max(0, at - 1)).split('\n');
  for (let index = lines.length - 1; index >= Math.max(0, lines.length - 15); index--) {
    const line = lines[index] ?? '';
    if (line.trim() !== '' && !/^(?:\s{2,}|\s*(?:[-*+|├└│]|\d+[.)]|```))/.test(line)) return line;
  }
  return '';
}

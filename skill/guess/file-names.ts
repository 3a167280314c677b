/** Decides whether words are exactly the name of a file: "our short api endpoints guide" and `references/api-endpoints.md`. */
import { stem } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import { contentWords, GENERIC, overlap, stemOf } from '../text/words.ts';
import { FAINT_NOUN, NOUN } from './nouns.ts';

const SIZES = 'short brief long small big large quick tiny compact concise extended extensive comprehensive thorough';
const AGES =
  'latest recent newest updated old internal official team separate accompanying attached enclosed dedicated';
const STATES =
  'additional supporting companion annotated empty blank prepared ready made standard usual important linked';
/** Words that describe a file, and are rarely part of its name. */
const DESCRIBING: ReadonlySet<string> = new Set(`${SIZES} ${AGES} ${STATES}`.split(' '));

const LAST_NOUN = new RegExp(`[ \\t*_"“”]+${anyOf([NOUN, FAINT_NOUN])}$`, 'i');
const PREPOSITIONS = ['on', 'for', 'about', 'to', 'of', 'with', 'covering', 'regarding', 'explaining', 'describing'];
/** The noun, a preposition, and the subject. */
const SUBJECT = new RegExp(
  `^(.*?\\b${anyOf([NOUN, FAINT_NOUN])})[ \\t]+(?:that[ \\t]+\\w+|${anyOf(PREPOSITIONS)})[ \\t]+(.+)$`,
  'i',
);

const readings = new Map<string, readonly (readonly string[])[]>();

/** Returns the names that a phrase may stand for, in words: with its noun, without it, and the subject behind it. */
function namesIn(text: string): readonly (readonly string[])[] {
  const known = readings.get(text);
  if (known !== undefined) return known;
  const [, head = '', subject = ''] = SUBJECT.exec(text) ?? [];
  const withoutNoun = text.replace(LAST_NOUN, '');
  // "The script" is no name.
  const isNounOnly = contentWords(withoutNoun).every((word) => DESCRIBING.has(word)) && withoutNoun !== text;
  const parts = [isNounOnly ? '' : text, withoutNoun, head.replace(LAST_NOUN, ''), subject];
  const names = parts.map(contentWords).filter((words) => words.length > 0);
  if (readings.size >= 10_000) readings.clear();
  readings.set(text, names);
  return names;
}

/** Returns the words that a file's name must be given by: those that say which file it is, or all if none does. */
function expectedWords(path: string): readonly string[] {
  const name = contentWords(stem(path));
  const specific = name.filter((word) => !GENERIC.has(word));
  return specific.length > 0 ? specific : name;
}

/**
 * Returns the number of words that name a file if the phrase has exactly the words of its name, in any order; otherwise
 * 0. Words for a kind of file may be missing on either side ("the api endpoints" and `api-endpoints-reference.md`),
 * unless the name consists of them, and words that describe the file may be added.
 */
function wordsNaming(text: string, path: string): number {
  const name = contentWords(stem(path));
  const expected = expectedWords(path);
  const isSpecific = expected.some((word) => !GENERIC.has(word));
  const isWhole = (words: readonly string[]): boolean => overlap(name, words) === 1;
  const names = namesIn(text).filter((words) => {
    const meant = words.filter(
      (word) => !(DESCRIBING.has(word) && !name.includes(word)) && !(isSpecific && GENERIC.has(word)),
    );
    return overlap(expected, meant) === 1 && overlap(meant, expected) === 1;
  });
  return names.length === 0 ? 0 : new Set(names.some(isWhole) ? name : expected).size;
}

/** A file that words name, and the number of words of its name among them. */
export interface NamedFile {
  readonly path: string;
  readonly count: number;
}

/** Returns the files of which a phrase has exactly the words of the name. `paths` must be the same list every time. */
export function filesWithName(text: string, paths: readonly string[]): readonly NamedFile[] {
  const byWords = indexOf(paths);
  const candidates = namesIn(text).flatMap((words) => {
    const described = words.filter((word) => !DESCRIBING.has(word));
    return [words, described].flatMap((some) =>
      [some, some.filter((word) => !GENERIC.has(word))].flatMap((one) => byWords.get(keyOf(one)) ?? []),
    );
  });
  return [...new Set(candidates)].flatMap((path) => {
    const count = wordsNaming(text, path);
    return count === 0 ? [] : [{ path, count }];
  });
}

const keyOf = (words: readonly string[]): string => [...new Set(words.map(stemOf))].sort().join(' ');

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** Returns the paths by the words that they must be given by, since every mention is looked up. */
function indexOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(paths);
  if (known !== undefined) return known;
  const index = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(expectedWords(path));
    const same = index.get(key);
    if (same === undefined) index.set(key, [path]);
    else same.push(path);
  }
  indexes.set(paths, index);
  return index;
}

/** Patterns of paths that the skill need not provide, as the author says in `.skillwright.json`: `paths`. */
import { dirname, matchesWildcards, normalize, PATH_MEANINGS, type PathMeaning } from '../skill/index.ts';

export const isPathMeaning = (value: unknown): value is PathMeaning => PATH_MEANINGS.some((one) => one === value);

/** An entry of `paths`. */
export interface PathPattern {
  /** A path as written in a text, or one with stars for several. */
  readonly pattern: string;
  readonly meaning: PathMeaning;
  /** Absolute path of the `.skillwright.json` that has it. */
  readonly file: string;
}

/** Maximum number of patterns with stars. Others are not limited: they are looked up. */
export const MAX_STARRED = 100;
/** Maximum length of a pattern with stars, and number of its parts; a path with more parts matches none of them. */
const MAX_LENGTH = 400;
const MAX_PARTS = 30;

/** Returns true if a pattern may match several paths, apart from those inside it as a folder. */
export const isStarred = (pattern: string): boolean => pattern.includes('*');

/** Returns true for a pattern with stars that is too long to be compared with other paths than itself. */
export const isTooLong = (pattern: string): boolean =>
  isStarred(pattern) && (pattern.length > MAX_LENGTH || pattern.split('/').length > MAX_PARTS);

/**
 * Returns a function that finds the first pattern for a path: one that is the path or a folder around it, or that matches
 * either with its stars. `*` stands for any part of a name, and `**` for any number of folders. A pattern that is too long,
 * and one beyond `MAX_STARRED`, is the path as written only. Takes a short time for any path, whatever the patterns.
 */
export function pathMatcher(patterns: readonly PathPattern[]): (path: string) => PathPattern | undefined {
  const exact = new Map<string, number>();
  const starred: { readonly index: number; readonly parts: readonly string[] }[] = [];
  for (const [index, { pattern }] of patterns.entries()) {
    const plain = normalize(pattern);
    // The folder itself would be all paths.
    if (plain === '') continue;
    if (!exact.has(plain)) exact.set(plain, index);
    if (isStarred(plain) && !isTooLong(plain) && starred.length < MAX_STARRED)
      starred.push({ index, parts: plain.split('/') });
  }
  const known = new Map<string, PathPattern | undefined>();
  return (path) => {
    const plain = normalize(path);
    if (known.has(plain)) return known.get(plain);
    let first = Number.POSITIVE_INFINITY;
    for (let at = plain, last = ''; at !== last; last = at, at = dirname(at))
      first = Math.min(first, exact.get(at) ?? first);
    const parts = plain.split('/');
    if (parts.length <= MAX_PARTS) {
      const match = starred.find(({ index, parts: pattern }) => index < first && startsWith(parts, pattern));
      first = match?.index ?? first;
    }
    const found = patterns[first];
    known.set(plain, found);
    return found;
  };
}

/** Returns true if the first parts of a path match all parts of a pattern. */
function startsWith(path: readonly string[], pattern: readonly string[]): boolean {
  let [at, next] = [0, 0];
  /** The last `**`, and the number of parts of the path before what it stands for ends. */
  let [star, skipped] = [-1, 0];
  while (next < pattern.length) {
    const part = pattern[next] ?? '';
    if (part === '**') {
      [star, skipped] = [next, at];
      next++;
    } else if (at < path.length && matchesName(path[at] ?? '', part)) {
      at++;
      next++;
    } else if (star >= 0 && skipped < path.length && path[skipped] !== '..') {
      skipped++;
      [at, next] = [skipped, star + 1];
    } else return false;
  }
  // `a/**` is what is inside the folder.
  return pattern.at(-1) !== '**' || at < path.length;
}

/** Returns true if a name matches a part of a pattern, in which `*` stands for any characters. */
const matchesName = (name: string, part: string): boolean =>
  part.includes('*') ? name !== '..' && matchesWildcards(part.split('*'), name) : name === part;

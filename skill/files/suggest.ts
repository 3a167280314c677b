/** Suggests the bundled files that a missing path was probably meant to be. */
import { distance } from 'fastest-levenshtein';
import type { Bundle } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { contentWords, stemOf } from '../text/words.ts';
import { NameIndex } from './name-index.ts';
import { basename, dirname, extension, stem } from './paths.ts';

/**
 * Returns the bundled paths that `path` may have meant, likeliest first, at most `limit` (5): the same name in another
 * folder or with another extension, or a typo in the name or the folder. Returns folders if `path` ends in `/`, and an
 * empty list if nothing is similar.
 */
export function suggest(path: string, bundle: Bundle, limit = MAX_SUGGESTIONS): readonly string[] {
  const cache = cachedSuggestions.get(bundle) ?? new Map<string, readonly string[]>();
  cachedSuggestions.set(bundle, cache);
  const suggestions = cache.get(path) ?? search(path, bundle);
  if (cache.size < MAX_CACHED) cache.set(path, suggestions);
  return suggestions.slice(0, limit);
}

/** Caches suggestions, since every keystroke requests them again for all missing paths of a document. */
const cachedSuggestions = new WeakMap<Bundle, Map<string, readonly string[]>>();
const MAX_CACHED = 5_000;
/** Maximum number of suggestions for a path. */
export const MAX_SUGGESTIONS = 5;

function search(path: string, bundle: Bundle): readonly string[] {
  const folder = path.endsWith('/');
  const query = nameOf((folder ? path.slice(0, -1) : path).toLowerCase().replace(/^(?:\.\.\/)+/, ''));
  const folders = new Map<string, number>();
  const scored: { path: string; score: number }[] = [];
  for (const candidate of candidates(query, folder ? bundle.folders : bundle.files)) {
    if (candidate.path === 'SKILL.md' || candidate.path === 'skill.md') continue;
    const score = similarity(query, candidate, folders);
    if (score >= 0.6) scored.push({ path: folder ? `${candidate.path}/` : candidate.path, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best - 0.25)
    .slice(0, MAX_SUGGESTIONS)
    .map((one) => one.path);
}

/** A path with its parts, all in lower case except `path`. */
interface Name {
  readonly path: string;
  readonly lower: string;
  readonly folder: string;
  readonly base: string;
  readonly extension: string;
  /** The name without its extension, `_` as `-`. */
  readonly stem: string;
  /** The stems of the words in `stem`, as compared by `overlap`. */
  readonly stems: readonly string[];
  readonly stemSet: ReadonlySet<string>;
}

function nameOf(path: string): Name {
  const lower = path.toLowerCase();
  const plain = stem(lower).replaceAll('_', '-');
  const parts = { folder: dirname(lower), base: basename(lower), extension: extension(lower), stem: plain };
  const stems = contentWords(plain).map(stemOf);
  return { path, lower, ...parts, stems, stemSet: new Set(stems) };
}

/** Caches the parts of the names: a thousand missing paths and a thousand files are a million pairs. */
const cachedNames = new WeakMap<ReadonlySet<string>, { readonly names: readonly Name[]; readonly index?: NameIndex }>();

/** Maximum number of names that are compared one by one with every missing path. */
const MAX_LINEAR_SEARCH = 300;

/** Returns the names to compare: all if there are few, else those that share most trigrams with the requested name. */
function candidates(query: Name, paths: ReadonlySet<string>): Iterable<Name> {
  let cached = cachedNames.get(paths);
  if (cached?.names.length !== paths.size) {
    const names = [...paths].map(nameOf);
    cached = defined({ names, index: names.length > MAX_LINEAR_SEARCH ? new NameIndex(names) : undefined });
    cachedNames.set(paths, cached);
  }
  const { names, index } = cached;
  return index === undefined ? names : index.findSimilar(query).flatMap((at) => names[at] ?? []);
}

/** Returns a similarity from 0 to 1. `folders` caches the edit distances from the requested folder to other folders. */
function similarity(query: Name, candidate: Name, folders: Map<string, number>): number {
  if (query.lower === candidate.lower) return 1;
  const sameFolder = query.folder === candidate.folder;
  const folderDistance = folders.get(candidate.folder) ?? distance(query.folder, candidate.folder);
  folders.set(candidate.folder, folderDistance);
  const near = sameFolder ? 0.05 : folderDistance <= 2 ? 0.03 : 0;
  if (query.base === candidate.base) return 0.94 + near;
  const a = query.stem;
  const b = candidate.stem;
  if (a === b) return 0.88 + near;
  const length = Math.max(a.length, b.length);
  if (length === 0) return 0;
  const extensionBonus = query.extension === candidate.extension ? 0.04 : 0;
  // Names of such different lengths are not similar, so their exact distance is not needed.
  const lengthDifference = length - Math.min(a.length, b.length);
  const edits = lengthDifference > Math.max(2, 0.3 * length) ? lengthDifference : editsBetween(a, b);
  const closeness = 1 - edits / length;
  if (closeness >= 0.7) return 0.8 * closeness + near + extensionBonus;
  // Two typos are a lot in a short name, but no other name is likelier.
  if (edits <= (length >= 5 ? 2 : 1) && extensionBonus > 0) return 0.62 - 0.02 * edits + near + extensionBonus;
  if (sameFolder && Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a)))
    return 0.6 + near + extensionBonus;
  return sharedWords(query, candidate) >= 0.6 ? 0.6 + near + extensionBonus : 0.5 * closeness;
}

/** Returns the number of edits from one name to another; swapping two adjacent characters is one edit. */
export function editsBetween(a: string, b: string): number {
  if (a.length === b.length) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    if (a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)) return a === b ? 0 : 1;
  }
  return distance(a, b);
}

function sharedWords(a: Name, b: Name): number {
  const share = (name: Name, other: Name): number =>
    name.stems.length === 0 ? 0 : name.stems.filter((one) => other.stemSet.has(one)).length / name.stems.length;
  const left = share(a, b);
  return left === 0 ? 0 : Math.min(left, share(b, a));
}

/**
 * Finds bundled files that a text names: by file name, by dotted module path, or by an unambiguous name without
 * extension.
 */

import { basename, extension, stem } from '../files/paths.ts';
import type { Bundle, SkillDocument } from '../model/model.ts';

/** The names of a bundle's files, in lower case, since a path in the wrong case leads to the file too. */
export interface Names {
  /** Maps by file name, by name without extension, and by dotted module path. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly stems: ReadonlyMap<string, readonly string[]>;
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** File names of letters and digits only, without an extension. */
  readonly plain: readonly string[];
  /** File names that consist of more than one word. */
  readonly spaced: readonly string[];
}

/** A word of a lower-case text that has more than letters and digits: any other can only be one of `Names.plain`. */
const WORDS = /(?<![a-z0-9])[a-z0-9]*(?:(?<=[a-z0-9])\.(?=[\w@+-])|[@+_-])[\w@+-]*(?:\.[\w@+-]+)*/g;
/** A word delimited by markup or quotation marks. */
const MARKED = /(?<=[`*["'“(/_])[\w@+.-]{2,80}(?=[`*\]"'”)_#])/g;

const cache = new WeakMap<SkillDocument, { readonly bundle: Bundle; readonly named: ReadonlySet<string> }>();

/**
 * Returns the bundled files that a document names, cached while both are unchanged. With `candidates`, only these
 * files need to be found: a few files are searched for by name, so most texts need not be split into words.
 */
export function filesNamedBy(
  document: SkillDocument,
  bundle: Bundle,
  candidates?: ReadonlySet<string>,
): ReadonlySet<string> {
  const known = cache.get(document);
  if (known?.bundle === bundle) return known.named;
  if (candidates && isFew(candidates) && !mayName(document.text.toLowerCase(), candidates)) return NONE;
  const named = filesNamedIn(document.text, bundle);
  cache.set(document, { bundle, named });
  return named;
}

const NONE: ReadonlySet<string> = new Set();
/** Maximum number of names that are searched for one by one. */
const MAX_SEARCHED_NAMES = 24;
const isFew = (candidates: ReadonlySet<string>): boolean => candidates.size <= MAX_SEARCHED_NAMES;

/** Returns true if a lower-case text may name any of the files, by its name without extension or by a common prefix. */
const mayName = (lower: string, files: ReadonlySet<string>): boolean =>
  [...files].some((path) => {
    const file = path.toLowerCase();
    const family = /^\w*?[-_]/.exec(basename(file))?.[0];
    // A blank may be written as `%20`.
    return file.includes(' ') || lower.includes(stem(file)) || (family !== undefined && lower.includes(family));
  });

/** Returns the files whose name, dotted module path or delimited stem occurs in a text. */
export function filesNamedIn(text: string, bundle: Bundle, candidates?: ReadonlySet<string>): ReadonlySet<string> {
  const lower = text.toLowerCase();
  if (candidates && isFew(candidates) && !mayName(lower, candidates)) return NONE;
  const names = bundleNames(bundle);
  const found = new Set<string>();
  const add = (files: readonly string[] = []): void => {
    // If several files have the same name, the folder before it decides.
    const distinguished =
      files.length > 1
        ? files.filter((file) => lower.includes(file.split('/').slice(-2).join('/').toLowerCase()))
        : files;
    for (const file of distinguished.length > 0 ? distinguished : files) found.add(file);
  };
  for (const word of new Set(lower.match(WORDS))) {
    add(names.files.get(word));
    add(names.modules.get(word));
    if (/[-_]/.test(word)) add(names.stems.get(word));
  }
  for (const name of names.plain) if (hasWord(lower, name)) add(names.files.get(name));
  for (const word of new Set(lower.match(MARKED))) {
    add(names.stems.get(word));
    // A prefix of several names: "`query-` | query performance".
    if (/^\w+[-_]$/.test(word)) for (const file of bundle.files) if (basename(file).startsWith(word)) found.add(file);
  }
  for (const name of names.spaced) {
    if (lower.includes(name) || lower.includes(name.replaceAll(' ', '%20'))) add(names.files.get(name));
  }
  return found;
}

/** Returns true if a word of letters and digits is in a text, and not a part of a longer word or of a dotted one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (!/[\w@+-]\.?$/.test(text.slice(Math.max(0, at - 2), at)) && !/^\.?[\w@+-]/.test(text.slice(end, end + 2)))
      return true;
  }
  return false;
}

const cachedNames = new WeakMap<Bundle, Names>();

export function bundleNames(bundle: Bundle): Names {
  const known = cachedNames.get(bundle);
  if (known) return known;
  const files = new Map<string, string[]>();
  const stems = new Map<string, string[]>();
  const modules = new Map<string, string[]>();
  const folders = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, key: string, path: string): void => {
    const list = map.get(key);
    if (list) list.push(path);
    else map.set(key, [path]);
  };
  for (const file of bundle.files) {
    const lower = file.toLowerCase();
    put(files, basename(lower), file);
    put(stems, stem(lower), file);
    const parts = lower.slice(0, lower.length - extension(lower).length).split('/');
    // `python -m scripts.report`, `from scripts.report import`: at least the last two parts.
    for (let from = 0; from < parts.length - 1; from++) put(modules, parts.slice(from).join('.'), file);
  }
  for (const folder of bundle.folders) put(folders, basename(folder).toLowerCase(), folder);
  const spaced = [...files.keys()].filter((name) => !/^[\w@+-]+(?:\.[\w@+-]+)*$/.test(name));
  const plain = [...files.keys()].filter((name) => /^[a-z0-9]+$/.test(name));
  const names = { files, stems, modules, folders, plain, spaced };
  cachedNames.set(bundle, names);
  return names;
}

/**
 * Which bundled files a text leads to, told generously: whoever says that nobody leads to a file must be right. A path,
 * a file name, a name without its extension where it plainly is one, a folder, a pattern: each counts.
 */
import { lineAround } from './lines.ts';
import type { Bundle, SkillDocument } from './model.ts';
import { basename, dirname, extension, join, stem, within } from './paths.ts';
import { suggest } from './suggest.ts';
import { SPEC_FOLDERS } from './target.ts';

/** What a bundle's files may be called by; in lower case, for a path in the wrong case leads there too. */
interface Names {
  /** By file name, by name without extension, and by dotted module path. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly stems: ReadonlyMap<string, readonly string[]>;
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** File names that are more than one word. */
  readonly spaced: readonly string[];
}

const WORDS = /[\w@+-]+(?:\.[\w@+-]+)*/g;
/** A word set apart by mark-up or quotation marks. */
const MARKED = /(?<=[`*["'“(/_])[\w@+.-]{2,80}(?=[`*\]"'”)_#])/g;
/** From its end: the words for a folder are rare, words are not. */
const FOLDER_WORDS = /(?<=([\w.@+-]+)[`*"'”/\\)]*[ \t]+(?:sub-?)?)(?:folder|director(?:y|ies)|dir)s?\b/gi;
const IMPORT =
  /^[ \t]*(?:from|import|use|mod|source|require|include|\.)\b[^\r\n]*|\b(?:require|import|source|include)\w*[ \t]*\(?[^\r\n;]*/gm;
/** Data and templates by pattern: a placeholder or a star stands for any part of a name. */
const WILD = /<[^<>]*>|\{[^{}]*\}|\[[^[\]]*\]|\$\w+|\*+|\bN+\b|\bX+\b|YYYY(?:-MM-DD)?|\.\.\.|…/;

const namesKept = new WeakMap<Bundle, Names>();
/** How many paths of a document that lead nowhere are held against every file. */
const MAX_SLIPS = 100;

type Kept = WeakMap<SkillDocument, { readonly bundle: Bundle; readonly leads: ReadonlySet<string> }>;
const kept: Kept = new WeakMap();
const keptPaths: Kept = new WeakMap();
const keptNames: Kept = new WeakMap();

/** Bundled files, relative to the skill's folder `root`, that a document leads to. Kept while both stay the same. */
export function leadsOf(document: SkillDocument, root: string, bundle: Bundle): ReadonlySet<string> {
  const known = kept.get(document);
  if (known?.bundle === bundle) return known.leads;
  const leads = new Set([...namesOf(document, bundle), ...pathsOf(document, root, bundle)]);
  const names = callsOf(bundle);
  for (const match of document.text.matchAll(FOLDER_WORDS)) {
    const named = names.folders.get((match[1] ?? '').toLowerCase()) ?? [];
    for (const one of named) if (!listsFiles(document.text, match.index, one, bundle)) addAll(leads, one, bundle);
  }
  let slips = 0;
  const mayMean = (path: string): boolean => {
    const [first = ''] = path.split('/');
    if (path.endsWith('/') || !path.includes('/') || bundle.files.has(path)) return false;
    return SPEC_FOLDERS.has(first) || bundle.folders.has(first);
  };
  for (const { path, excuse } of document.where?.(mayMean) ?? document.references) {
    // A slip of the pen is reported where it stands; the file that was meant is no second finding.
    if (excuse !== undefined || !mayMean(path) || slips++ >= MAX_SLIPS) continue;
    for (const meant of suggest(path, bundle, 1)) leads.add(meant);
  }
  kept.set(document, { bundle, leads });
  return leads;
}

/**
 * Whether a place is in a heading, or in a line that introduces a list, under which at least two files of a folder are
 * named: it lists them, and sends nobody on.
 */
function listsFiles(text: string, at: number, folder: string, bundle: Bundle): boolean {
  const { start, end } = lineAround(text, { start: at, end: at });
  const line = text.slice(start, end);
  if (!/^[ \t]*#/.test(line) && !/:[*_\s]*$/.test(line)) return false;
  const next = text.indexOf('\n#', end);
  const below = text.slice(end, next < 0 ? end + 6_000 : Math.min(next, end + 6_000));
  let named = 0;
  for (const file of bundle.files) if (dirname(file) === folder && below.includes(basename(file))) named++;
  return named >= 2;
}

/** As much of it as the names in its text say. */
export function namesOf(document: SkillDocument, bundle: Bundle): ReadonlySet<string> {
  const known = keptNames.get(document);
  if (known?.bundle === bundle) return known.leads;
  const leads = namedIn(document.text, bundle);
  keptNames.set(document, { bundle, leads });
  return leads;
}

/** As much of it as the document's references say, without reading its text again. */
export function pathsOf(document: SkillDocument, root: string, bundle: Bundle): ReadonlySet<string> {
  const known = keptPaths.get(document);
  if (known?.bundle === bundle) return known.leads;
  const leads = new Set<string>();
  const folder = within(root, dirname(document.path)) ?? '';
  const patterns = new Set<string>();
  const entered = new Set<string>();
  const placesOf = (clean: string) => new Set([join(folder, clean), clean.replace(/^(?:\.\.\/)+/, '')]);
  const mayLead = (path: string): boolean => {
    const clean = path.replace(/\/$/, '');
    const isNew = (place: string) =>
      bundle.files.has(place) ? !leads.has(place) : bundle.folders.has(place) && !entered.has(place);
    return WILD.test(clean) || [...placesOf(clean)].some(isNew);
  };
  const listed = [...(document.where?.(() => false) ?? document.references)]
    .filter(({ form }) => form === 'tree')
    .map(({ path }) => path);
  for (const { path, form } of document.where?.(mayLead) ?? document.references) {
    const clean = path.replace(/\/$/, '');
    if (WILD.test(clean) && !patterns.has(clean)) {
      patterns.add(clean);
      for (const file of matching(clean, bundle)) leads.add(file);
    }
    for (const candidate of placesOf(clean)) {
      if (bundle.files.has(candidate)) leads.add(candidate);
      else if (bundle.folders.has(candidate)) {
        // A tree names what is in its folders; one that does not, sends into them.
        if (form === 'tree' && listed.some((one) => one !== path && one.startsWith(`${clean}/`))) continue;
        entered.add(candidate);
        addAll(leads, candidate, bundle);
      }
    }
  }
  keptPaths.set(document, { bundle, leads });
  return leads;
}

/**
 * Bundled files of a skill that a document outside its folder leads to: by name, and by a path as seen from one of `bases`,
 * the document's folder and those of the skills around. Its own folders, `references/`, are not the skill's.
 */
export function leadsFromOutside(
  document: SkillDocument,
  bases: readonly string[],
  root: string,
  bundle: Bundle,
): ReadonlySet<string> {
  const leads = new Set(namesOf(document, bundle));
  const placesOf = (path: string) => bases.flatMap((base) => within(root, join(base, path.replace(/\/$/, ''))) ?? []);
  for (const { path } of document.where?.((one) => placesOf(one).length > 0) ?? document.references) {
    for (const place of placesOf(path)) {
      if (bundle.files.has(place)) leads.add(place);
      else if (bundle.folders.has(place)) addAll(leads, place, bundle);
      else if (WILD.test(place)) for (const file of matching(place, bundle)) leads.add(file);
    }
  }
  return leads;
}

/** Bundled files whose name stands in a text outside the skill's folder that is no Markdown. */
export const namesFromOutside = (text: string, bundle: Bundle): ReadonlySet<string> => namedIn(text, bundle);

/** Bundled files that a script or another text without Markdown leads to: by name, by import, by a folder in quotes. */
export function leadsOfScript(text: string, bundle: Bundle): ReadonlySet<string> {
  const leads = new Set(namedIn(text, bundle));
  const names = callsOf(bundle);
  for (const [line] of text.matchAll(IMPORT)) {
    for (const word of line.toLowerCase().match(/[\w-]+/g) ?? [])
      for (const file of names.stems.get(word) ?? []) leads.add(file);
  }
  for (const word of new Set(text.match(/(?<=["'`/])[\w.@+-]+(?=["'`/])/g))) {
    for (const folder of names.folders.get(word.toLowerCase()) ?? []) addAll(leads, folder, bundle);
  }
  return leads;
}

/** Files whose name, dotted module path or plainly marked stem stands in a text. */
function namedIn(text: string, bundle: Bundle): ReadonlySet<string> {
  const names = callsOf(bundle);
  const lower = text.toLowerCase();
  const found = new Set<string>();
  const add = (files: readonly string[] = []): void => {
    // One of several files of a name: the folder before it tells which.
    const told =
      files.length > 1
        ? files.filter((file) => lower.includes(file.split('/').slice(-2).join('/').toLowerCase()))
        : files;
    for (const file of told.length > 0 ? told : files) found.add(file);
  };
  for (const word of new Set(lower.match(WORDS))) {
    add(names.files.get(word));
    add(names.modules.get(word));
    if (/[-_]/.test(word)) add(names.stems.get(word));
  }
  for (const word of new Set(lower.match(MARKED))) {
    add(names.stems.get(word));
    // A family by its prefix: "`query-` | query performance".
    if (/^\w+[-_]$/.test(word)) for (const file of bundle.files) if (basename(file).startsWith(word)) found.add(file);
  }
  for (const name of names.spaced) {
    if (lower.includes(name) || lower.includes(name.replaceAll(' ', '%20'))) add(names.files.get(name));
  }
  return found;
}

/** Files under a path in which parts are left open: `themes/<name>.md`, `references/*.md`, `phase-N.md`. */
function matching(path: string, bundle: Bundle): readonly string[] {
  const source = path
    .split(new RegExp(`(${WILD.source})`))
    .map((part) => (WILD.test(part) ? (part === '**' ? '.*' : '[^/]*') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
    .replace(/^(?:\\\.\\\.\/)+/, '');
  // A pattern that leaves everything open says nothing.
  if (!/\w{3}/.test(source.replace(/\\\.\w+$/, ''))) return [];
  const pattern = new RegExp(`(?:^|/)${source}(?:$|/)`, 'i');
  return [...bundle.files].filter((file) => pattern.test(file));
}

function addAll(leads: Set<string>, folder: string, bundle: Bundle): void {
  if (folder === '') return;
  for (const file of bundle.files) if (file.startsWith(`${folder}/`)) leads.add(file);
}

function callsOf(bundle: Bundle): Names {
  const known = namesKept.get(bundle);
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
  const names = { files, stems, modules, folders, spaced };
  namesKept.set(bundle, names);
  return names;
}

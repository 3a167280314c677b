/**
 * Finds the bundled files that a text leads to. This is deliberately generous, since a report that nothing leads to a
 * file must be right: a path, a file name, an unambiguous name without its extension, a folder, and a pattern all
 * count.
 *
 * Most files are known to be reachable before the last text is examined. If `sought` is given, only these files need be
 * found, and only the parts of the text that may lead to one of them are parsed.
 */

import { basename, dirname, join, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Bundle, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { lastNames } from '../resolution/irrelevant-paths.ts';
import { hasSameReferences } from '../resolution/unchanged.ts';
import { previousVersionOf } from '../text/edit.ts';
import { lineAround } from '../text/lines.ts';
import { filesMatching, OPEN_PART } from '../text/path-pattern.ts';
import { bundleNames, filesNamedBy, filesNamedIn } from './names-in.ts';

/** The words that follow a folder's name. The search starts from them because they are rarer than possible names. */
const FOLDER_WORDS = /(?<=[ \t](?:sub-?)?)(?:folder|director(?:y|ies)|dir)s?\b/gi;
/** The name of a folder before such a word. A forward search would restart at each space between the two. */
const FOLDER_NAME = /(?<=([\w.@+-]{1,200})[`*"'”/\\)]*[ \t]+(?:sub-?)?)/iy;
const IMPORT =
  /^[ \t]*(?:from|import|use|mod|source|require|include|\.)\b[^\r\n]*|\b(?:require|import|source|include)\w*[ \t]*\(?[^\r\n;]*/gm;
/** Maximum number of missing paths in a document that are compared with all files. */
const MAX_TYPOS = 100;

const previousOf = (document: SkillDocument): SkillDocument => previousVersionOf(document)?.document ?? document;

type FileCache = WeakMap<SkillDocument, { readonly bundle: Bundle; readonly leads: ReadonlySet<string> }>;
const reachedFiles: FileCache = new WeakMap();
const referencedFiles: FileCache = new WeakMap();

/**
 * Returns the bundled files, relative to the skill's folder `root`, that a document leads to. Cached while both are
 * unchanged.
 */
export function filesReachedBy(
  document: SkillDocument,
  root: string,
  bundle: Bundle,
  sought?: ReadonlySet<string>,
): ReadonlySet<string> {
  const known = reachedFiles.get(document);
  if (known?.bundle === bundle) return known.leads;
  const leads = new Set([
    ...filesNamedBy(document, bundle, sought),
    ...filesReferencedBy(document, root, bundle, sought),
  ]);
  const names = bundleNames(bundle);
  for (const match of document.text.matchAll(FOLDER_WORDS)) {
    FOLDER_NAME.lastIndex = match.index;
    const named = names.folders.get((FOLDER_NAME.exec(document.text)?.[1] ?? '').toLowerCase()) ?? [];
    for (const one of named) if (!listsFiles(document.text, match.index, one, bundle)) addAll(leads, one, bundle);
  }
  let typos = 0;
  const mayMean = (path: string): boolean => {
    const [first = ''] = path.split('/');
    if (path.endsWith('/') || !path.includes('/') || bundle.files.has(path)) return false;
    return SPEC_FOLDERS.has(first) || bundle.folders.has(first);
  };
  for (const { path, excuse } of document.referencesWhere(mayMean)) {
    // A typo is reported where it is written, so the intended file is not reported as unreferenced as well.
    if (excuse !== undefined || typos++ >= MAX_TYPOS) continue;
    for (const meant of suggest(path, bundle, 1)) leads.add(meant);
  }
  if (!sought) reachedFiles.set(document, { bundle, leads });
  return leads;
}

/**
 * Returns true if a position is in a heading, or on a line that introduces a list, below which at least two files of a
 * folder are named: this lists some files rather than leading to the folder as a whole.
 */
function listsFiles(text: string, at: number, folder: string, bundle: Bundle): boolean {
  const { start, end } = lineAround(text, { start: at, end: at });
  const line = text.slice(start, end);
  if (!/^[ \t]*#/.test(line) && !/:[*_\s]*$/.test(line)) return false;
  const part = text.slice(end, end + 6_000);
  const next = part.indexOf('\n#');
  const below = next < 0 ? part : part.slice(0, next);
  let named = 0;
  for (const file of bundle.files) if (dirname(file) === folder && below.includes(basename(file))) named++;
  return named >= 2;
}

/** Returns the files that the document's references lead to, without reading the text. */
export function filesReferencedBy(
  document: SkillDocument,
  root: string,
  bundle: Bundle,
  sought?: ReadonlySet<string>,
): ReadonlySet<string> {
  const known =
    referencedFiles.get(document) ??
    (hasSameReferences(document) ? referencedFiles.get(previousOf(document)) : undefined);
  if (known?.bundle === bundle) {
    referencedFiles.set(document, known);
    return known.leads;
  }
  const leads = new Set<string>();
  const folder = within(root, dirname(document.path)) ?? '';
  const patterns = new Set<string>();
  const entered = new Set<string>();
  const candidatesFor = (clean: string) => new Set([join(folder, clean), clean.replace(/^(?:\.\.\/)+/, '')]);
  const isSought = (file: string) => sought === undefined || sought.has(file);
  const hasSought = (one: string) => sought === undefined || containsAny(one, sought);
  const mayLead = (path: string): boolean => {
    const clean = path.replace(/\/$/, '');
    const isNew = (candidate: string) =>
      bundle.files.has(candidate)
        ? !leads.has(candidate) && isSought(candidate)
        : bundle.folders.has(candidate) && !entered.has(candidate) && hasSought(candidate);
    if (OPEN_PART.test(clean))
      return filesMatching(clean, sought ?? bundle.files).length > 0 || [...candidatesFor(clean)].some(isNew);
    return [...candidatesFor(clean)].some(isNew);
  };
  const listed = foldersOf(document.treeReferences().map(({ path }) => path));
  for (const { path, form } of document.referencesWhere(mayLead)) {
    const clean = path.replace(/\/$/, '');
    if (OPEN_PART.test(clean) && !patterns.has(clean)) {
      patterns.add(clean);
      for (const file of filesMatching(clean, bundle.files)) leads.add(file);
    }
    for (const candidate of candidatesFor(clean)) {
      if (bundle.files.has(candidate)) leads.add(candidate);
      else if (bundle.folders.has(candidate)) {
        // A tree leads to the entries of its folders, or to an entire folder if it shows no entries.
        if (form === 'tree' && (listed.inside.has(clean) || (path === clean && listed.folders.has(clean)))) continue;
        entered.add(candidate);
        addAll(leads, candidate, bundle);
      }
    }
  }
  if (!sought) referencedFiles.set(document, { bundle, leads });
  return leads;
}

/**
 * Returns the bundled files of a skill that a document outside its folder leads to: by name, and by paths relative to
 * one of `bases`, the folders of the document and of the surrounding skills. The document's own `references/` is not
 * the skill's.
 */
export function filesReachedFromOutside(
  document: SkillDocument,
  bases: readonly string[],
  root: string,
  bundle: Bundle,
  sought: ReadonlySet<string>,
): ReadonlySet<string> {
  const leads = new Set(filesNamedBy(document, bundle, sought));
  const candidatesFor = (path: string) =>
    bases.flatMap((base) => within(root, join(base, path.replace(/\/$/, ''))) ?? []);
  const names = lastNames(bundle);
  const mayLead = (path: string) =>
    // A path leads to the bundle only if it ends in the name of an entry; a path that ends in `..` has no name.
    (names.has(basename(path).toLowerCase()) || OPEN_PART.test(path) || path.includes('..')) &&
    candidatesFor(path).some(
      (one) =>
        sought.has(one) || containsAny(one, sought) || (OPEN_PART.test(one) && filesMatching(one, sought).length > 0),
    );
  for (const { path } of document.referencesWhere(mayLead)) {
    for (const candidate of candidatesFor(path)) {
      if (bundle.files.has(candidate)) leads.add(candidate);
      else if (bundle.folders.has(candidate)) addAll(leads, candidate, bundle);
      else if (OPEN_PART.test(candidate)) for (const file of filesMatching(candidate, bundle.files)) leads.add(file);
    }
  }
  return leads;
}

/** Finds the bundled files that are named in a text outside the skill's folder that is not Markdown. */
export const filesNamedOutside = filesNamedIn;

/** Returns the bundled files that a script or another text leads to: by name, by import, or by a folder in quotes. */
export function filesReachedByScript(text: string, bundle: Bundle): ReadonlySet<string> {
  const leads = new Set(filesNamedIn(text, bundle));
  const names = bundleNames(bundle);
  for (const [line] of text.matchAll(IMPORT)) {
    for (const word of line.toLowerCase().match(/[\w-]+/g) ?? [])
      for (const file of names.stems.get(word) ?? []) leads.add(file);
  }
  for (const word of new Set(text.match(/(?<=["'`/])[\w.@+-]+(?=["'`/])/g))) {
    for (const folder of names.folders.get(word.toLowerCase()) ?? []) addAll(leads, folder, bundle);
  }
  return leads;
}

/** Returns the folders among some paths (those that end in `/`) and the folders with entries. */
function foldersOf(paths: readonly string[]) {
  const inside = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
      (at === path.length - 1 ? folders : inside).add(path.slice(0, at));
  }
  return { inside, folders };
}

/** Returns true if any of the files is in a folder. */
function containsAny(folder: string, files: ReadonlySet<string>): boolean {
  for (const file of files) if (file.startsWith(`${folder}/`)) return true;
  return false;
}

function addAll(leads: Set<string>, folder: string, bundle: Bundle): void {
  if (folder === '') return;
  for (const file of bundle.files) if (file.startsWith(`${folder}/`)) leads.add(file);
}

import { join, relative, sep } from 'node:path';
import { fillTemplate, type ListedFiles } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { fileWork } from '../confined/file-work.ts';
import type { Entry } from '../confined/folder-handle.ts';
import { PAUSE, WalkLimits } from '../confined/walk-limits.ts';

/** Maximum number of folders whose files are listed, so that every list ends. */
const MAX_FOLDERS = 5_000;
/** Maximum number of files and folders of which they are chosen. */
const MAX_ENTRIES = 50_000;
/** Number of characters after which a list ends: a command may have made any number of files with long paths. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Returns the bundled files of an installed skill as its client lists them when the skill is loaded. It gives no turn to the
 * event loop, so that the skill counts as loaded for the next call of the same step, but what it took is counted in `fileWork`.
 */
export function listFiles(files: ConfinedFiles, folder: string, listed: ListedFiles): string {
  const start = performance.now();
  const text = format(files, folder, listed);
  fileWork.spend(performance.now() - start);
  return text;
}

function format(files: ConfinedFiles, folder: string, listed: ListedFiles): string {
  const entriesOf = entryReader(files, folder, listed);
  if (listed.form === 'tree') return treeOf(entriesOf, folder, listed);
  const { form, entry = '{file}', max = Number.POSITIVE_INFINITY } = listed;
  const lines: string[] = [];
  let characters = 0;
  for (const path of filesBelow(entriesOf, folder, listed)) {
    if (lines.length >= max || characters > MAX_CHARACTERS) break;
    const file = form === 'absolute' ? path : relative(folder, path).split(sep).join('/');
    const line = fillTemplate(entry, { file });
    characters += line.length;
    lines.push(line);
  }
  return lines.join('\n');
}

function* filesBelow(
  entriesOf: EntryReader,
  folder: string,
  { depth = Number.POSITIVE_INFINITY, excludes }: ListedFiles,
): Generator<string> {
  if (depth <= 0) return;
  for (const entry of entriesOf(folder)) {
    if (excludes.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.kind === 'folder') yield* filesBelow(entriesOf, path, { form: 'absolute', depth: depth - 1, excludes });
    else if (entry.kind === 'file') yield path;
  }
}

/** A directory tree below the folder's absolute path. */
function treeOf(
  entriesOf: EntryReader,
  folder: string,
  { max = Number.POSITIVE_INFINITY, excludes, excluded }: ListedFiles,
): string {
  const lines = [`${folder}${sep}`];
  let left = max;
  let characters = 0;
  const walk = (below: string, indent: string): void => {
    const all = entriesOf(below).filter(({ name }) => excluded !== undefined || !excludes.includes(name));
    const isFolder = ({ kind }: Entry): boolean => kind === 'folder';
    const entries = [...all.filter((one) => !isFolder(one)), ...all.filter(isFolder)];
    for (const [index, entry] of entries.entries()) {
      if (left-- <= 0 || characters > MAX_CHARACTERS) return;
      const isLast = index === entries.length - 1;
      const isLeftOut = excluded !== undefined && excludes.includes(entry.name);
      const name = isLeftOut ? fillTemplate(excluded, { name: entry.name }) : entry.name;
      const line = `${indent}${isLast ? '└───' : '├───'}${name}${isFolder(entry) && !isLeftOut ? sep : ''}`;
      characters += line.length;
      lines.push(line);
      if (isFolder(entry) && !isLeftOut) walk(join(below, entry.name), `${indent}${isLast ? '    ' : '│   '}`);
    }
  };
  walk(folder, '');
  return lines.join('\n');
}

/** Returns the entries of a folder, sorted. */
type EntryReader = (folder: string) => readonly Entry[];

/** Visits a folder and those below it that are listed, and returns a function that gives the entries of each. */
function entryReader(
  files: ConfinedFiles,
  start: string,
  { depth = Number.POSITIVE_INFINITY, excludes }: ListedFiles,
): EntryReader {
  const all = new Map<string, readonly Entry[]>();
  const enters = (path: string, name: string): boolean =>
    !excludes.includes(name) && path.split('/').length < depth && all.size < MAX_FOLDERS;
  for (const visited of files.walk(start, enters, new WalkLimits(MAX_ENTRIES))) {
    if (visited === PAUSE) continue;
    const entries = [...visited.entries()].filter((entry) => entry !== PAUSE);
    all.set(join(start, visited.path), entries.toSorted(byName));
  }
  return (folder) => all.get(folder) ?? [];
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}

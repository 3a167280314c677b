import { join, relative, sep } from 'node:path';
import { fillTemplate, type ListedFiles } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import type { Entry } from '../confined/folder-handle.ts';

/** Maximum number of folders whose files are listed, so that every list ends. */
const MAX_FOLDERS = 5_000;

/** Returns the bundled files of an installed skill as its client lists them when the skill is loaded. */
export function listFiles(files: ConfinedFiles, folder: string, listed: ListedFiles): string {
  const entriesOf = entryReader(files, folder, listed);
  if (listed.form === 'tree') return treeOf(entriesOf, folder, listed);
  const { form, entry = '{file}', max = Number.POSITIVE_INFINITY } = listed;
  return filesBelow(entriesOf, folder, listed)
    .slice(0, max)
    .map((path) =>
      fillTemplate(entry, { file: form === 'absolute' ? path : relative(folder, path).split(sep).join('/') }),
    )
    .join('\n');
}

function filesBelow(
  entriesOf: EntryReader,
  folder: string,
  { depth = Number.POSITIVE_INFINITY, excludes }: ListedFiles,
): readonly string[] {
  if (depth <= 0) return [];
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (excludes.includes(entry.name)) return [];
    if (entry.kind === 'folder') return filesBelow(entriesOf, path, { form: 'absolute', depth: depth - 1, excludes });
    return entry.kind === 'file' ? [path] : [];
  });
}

/** A directory tree below the folder's absolute path. */
function treeOf(
  entriesOf: EntryReader,
  folder: string,
  { max = Number.POSITIVE_INFINITY, excludes, excluded }: ListedFiles,
): string {
  const lines = [`${folder}${sep}`];
  let left = max;
  const walk = (below: string, indent: string): void => {
    const all = entriesOf(below).filter(({ name }) => excluded !== undefined || !excludes.includes(name));
    const isFolder = ({ kind }: Entry): boolean => kind === 'folder';
    const entries = [...all.filter((one) => !isFolder(one)), ...all.filter(isFolder)];
    for (const [index, entry] of entries.entries()) {
      if (left-- <= 0) return;
      const isLast = index === entries.length - 1;
      const isLeftOut = excluded !== undefined && excludes.includes(entry.name);
      const name = isLeftOut ? fillTemplate(excluded, { name: entry.name }) : entry.name;
      lines.push(`${indent}${isLast ? '└───' : '├───'}${name}${isFolder(entry) && !isLeftOut ? sep : ''}`);
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
  for (const { path, entries } of files.walk(start, enters)) all.set(join(start, path), entries.toSorted(byName));
  return (folder) => all.get(folder) ?? [];
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}

import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fillTemplate, type ListedFiles } from '../../skill/index.ts';

/** Returns the bundled files of an installed skill as its client lists them when the skill is loaded. */
export function listFiles(folder: string, listed: ListedFiles): string {
  if (listed.form === 'tree') return treeOf(folder, listed);
  const { form, entry = '{file}', max = Number.POSITIVE_INFINITY } = listed;
  return filesBelow(folder, listed)
    .slice(0, max)
    .map((path) =>
      fillTemplate(entry, { file: form === 'absolute' ? path : relative(folder, path).split(sep).join('/') }),
    )
    .join('\n');
}

function filesBelow(folder: string, { depth = Number.POSITIVE_INFINITY, excludes }: ListedFiles): readonly string[] {
  if (depth <= 0) return [];
  return entriesOf(folder, excludes).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, { form: 'absolute', depth: depth - 1, excludes });
    return entry.isFile() ? [path] : [];
  });
}

/** A directory tree below the folder's absolute path. */
function treeOf(folder: string, { max = Number.POSITIVE_INFINITY, excludes, excluded }: ListedFiles): string {
  const lines = [`${folder}${sep}`];
  let left = max;
  const walk = (below: string, indent: string): void => {
    const all = entriesOf(below, excluded === undefined ? excludes : []);
    const entries = [...all.filter((one) => !one.isDirectory()), ...all.filter((one) => one.isDirectory())];
    for (const [index, entry] of entries.entries()) {
      if (left-- <= 0) return;
      const isLast = index === entries.length - 1;
      const isLeftOut = excluded !== undefined && excludes.includes(entry.name);
      const name = isLeftOut ? fillTemplate(excluded, { name: entry.name }) : entry.name;
      lines.push(`${indent}${isLast ? '└───' : '├───'}${name}${entry.isDirectory() && !isLeftOut ? sep : ''}`);
      if (entry.isDirectory() && !isLeftOut) walk(join(below, entry.name), `${indent}${isLast ? '    ' : '│   '}`);
    }
  };
  walk(folder, '');
  return lines.join('\n');
}

function entriesOf(folder: string, excludes: readonly string[]) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !excludes.includes(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

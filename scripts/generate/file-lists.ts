/** The tables of files in the READMEs of `skill/`, `server/`, `runtime/`, `client/` and `cli/`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { filesBelow } from '../lib/paths.mjs';
import { sentenceOfReadme, sentenceOfSource } from './doc-sentence.ts';
import { tableOf } from './docs.ts';

const PARTS = ['cli', 'client', 'runtime', 'server', 'skill'];
/** The READMEs that group their files by hand. */
const GROUPED_BY_HAND: ReadonlySet<string> = new Set(['runtime/loop']);

export interface FileLists {
  /** The table of each folder, by the path of its README. */
  readonly tables: ReadonlyMap<string, string>;
  /** The files and folders that nothing describes, as sentences that say what to do. */
  readonly missing: readonly string[];
}

/**
 * Returns a table for each folder with source files, from the first sentences of their doc comments and of the READMEs of
 * its subfolders. Tests, fixtures and generated files are left out.
 */
export function fileLists(root: string): FileLists {
  const missing: string[] = [];
  const folders = new Map<string, Map<string, string>>();
  const list = (folder: string, name: string, sentence: string): void => {
    folders.set(folder, (folders.get(folder) ?? new Map()).set(name, sentence));
  };
  for (const [file, text] of sourcesOf(root)) {
    const sentence = sentenceOfSource(text, file);
    if (sentence === undefined)
      missing.push(
        `Nothing describes ${file}: begin it, or its first exported declaration, with a doc comment, whose first sentence \`npm run generate\` writes into the README of the folder.`,
      );
    list(dirname(file), `\`${file.slice(dirname(file).length + 1)}\``, sentence ?? '');
  }
  for (const folder of withParents([...folders.keys()])) {
    const readme = join(root, folder, 'README.md');
    const sentence = existsSync(readme) ? sentenceOfReadme(readFileSync(readme, 'utf8')) : undefined;
    if (sentence === undefined)
      missing.push(
        `Nothing describes ${folder}/: begin ${folder}/README.md with "# ${folder}/", an empty line and a sentence.`,
      );
    const name = folder.slice(dirname(folder).length + 1);
    if (folder.includes('/')) list(dirname(folder), `[\`${name}/\`](${name}/README.md)`, sentence ?? '');
  }
  const tables = [...folders]
    .filter(([folder]) => !GROUPED_BY_HAND.has(folder) && existsSync(join(root, folder, 'README.md')))
    .map(([folder, rows]): [string, string] => [`${folder}/README.md`, tableOf(['file', 'content'], sorted(rows))]);
  return { tables: new Map(tables), missing };
}

/** Yields the sources to list, with their paths from the root and their texts. */
function* sourcesOf(root: string): Generator<readonly [file: string, text: string]> {
  for (const part of PARTS)
    for (const path of filesBelow(join(root, part), (path) => /\.(?:tsx?|mjs)$/.test(path))) {
      const file = relative(root, path).split(sep).join('/');
      if (/\.test\.tsx?$|\.d\.ts$|(?:^|\/)fixtures\//.test(file)) continue;
      const text = readFileSync(path, 'utf8');
      if (!text.startsWith('// Generated')) yield [file, text];
    }
}

/** Returns the folders and all that contain them, each once. */
function withParents(folders: readonly string[]): readonly string[] {
  const all = folders.flatMap((folder) =>
    folder.split('/').map((_, index, names) => names.slice(0, index + 1).join('/')),
  );
  return [...new Set(all)].sort();
}

/** Returns the rows with folders first, in the order of their names. */
function sorted(rows: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...rows].sort(([a], [b]) => Number(b.startsWith('[')) - Number(a.startsWith('[')) || (a < b ? -1 : 1));
}

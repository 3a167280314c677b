/** The files that calls create: a request for one of them before missed nothing of a skill. */
import { basename } from 'node:path/posix';
import { slashedPath } from '../../skill/index.ts';
import { simpleCommands } from '../clients/shell-words.ts';
import type { FileMiss, Json, LaterMiss } from '../protocol/events.ts';
import { fieldsOf, textOf } from '../text/values.ts';
import { absolutePath, shellCommands, unwrapShell } from './tool-uses.ts';

const WRITE_TOOLS =
  /^(?:write|write_file|create|create_file|edit|multiedit|replace|str_replace_based_edit_tool|apply_patch)$/i;
/** The files that a patch adds, and those that a command redirects its output to. */
const ADDED = /^\*\*\* Add File: (.{1,500})$/gm;
const REDIRECTED =
  /(?:(?<![0-9&<>])>{1,2}|\btee (?:-a )?)\s*(?:'([^'\n]{1,500})'|"([^"\n]{1,500})"|([^\s'"|;&<>()]{1,500}))/g;
/** The files that a program in a command writes, in Python and in Node. */
const WRITTEN = [
  /\bopen\(\s*['"]([^'"\n]{1,500})['"]\s*,\s*(?:mode\s*=\s*)?['"][wax]/g,
  /\bPath\(\s*['"]([^'"\n]{1,500})['"]\s*\)\.write_(?:text|bytes)\(/g,
  /\bwriteFile(?:Sync)?\(\s*['"]([^'"\n]{1,500})['"]/g,
];
/** Maximum length of an argument that is searched, in characters, and number of files of one call. */
const MAX_TEXT = 100_000;
const MAX_FILES = 100;

/** Returns the files that a successful call creates or writes, absolute, as far as its arguments say so. */
export function createdFiles(tool: string, args: Json, directory: string): readonly string[] {
  const fields = fieldsOf(args);
  const patch = textOf(args) ?? textOf(fields.input) ?? textOf(fields.patch) ?? textOf(fields.patchText) ?? '';
  const found: string[] = [];
  if (WRITE_TOOLS.test(tool)) {
    const path = textOf(fields.file_path) ?? textOf(fields.filePath) ?? textOf(fields.path);
    if (path !== undefined) found.push(absolutePath(path, directory));
  }
  for (const [, path = ''] of patch.slice(0, MAX_TEXT).matchAll(ADDED))
    found.push(absolutePath(path.trim(), directory));
  for (const { command, directory: from } of shellCommands(tool, args, directory)) {
    const { files, folders } = createdBy(unwrapShell(command).slice(0, MAX_TEXT));
    // In which of the folders the command is by then makes no difference: only what was missed before is compared.
    for (const folder of [from, ...folders.map((one) => absolutePath(one, from))])
      for (const path of files) found.push(absolutePath(path, folder));
  }
  return found.slice(0, MAX_FILES);
}

/** Returns the files that a command line may create, and the folders that it changes to, as it writes them. */
function createdBy(command: string): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const redirected = [...command.matchAll(REDIRECTED)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const files = [...redirected, ...WRITTEN.flatMap((one) => [...command.matchAll(one)].map(([, path = '']) => path))];
  const folders: string[] = [];
  for (const { words } of simpleCommands(command)) {
    const [program = '', ...given] = words.map(({ text }) => text);
    const paths = given.filter((word) => !word.startsWith('-'));
    const target = paths.at(-1);
    if (target === undefined) continue;
    if (program === 'cd') folders.push(target);
    else if (program === 'touch') files.push(...paths);
    else if (/^(?:cp|mv|install|ln)$/.test(program))
      files.push(target, ...paths.slice(0, -1).map((path) => `${target}/${basename(slashedPath(path))}`));
  }
  return { files, folders };
}

/** A miss that is withdrawn if a later call creates the file. */
export interface OpenMiss {
  readonly miss: FileMiss;
  /** The absolute path, or the name that was asked for. */
  readonly at: string;
  /** `seq` of its result; undefined until that is written. */
  readonly result: number | undefined;
}

/** Removes the misses of files that a call has created from a list. Returns them as the result of the call has them. */
export function takeCreated(misses: OpenMiss[], created: readonly string[]): readonly LaterMiss[] {
  const taken = misses.filter(({ at }) => created.includes(at));
  for (const one of taken) misses.splice(misses.indexOf(one), 1);
  return taken.flatMap(({ miss: { skill, path, kind }, result }) =>
    result === undefined ? [] : [{ result, skill, path, kind, created: true as const }],
  );
}

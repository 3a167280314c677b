import type { Json } from '../../../runtime/protocol/events.ts';
import { formatCount } from '../../../runtime/text/count.ts';
import { own } from '../../../runtime/text/objects.ts';
import { visibleText } from '../../../runtime/text/visible-text.ts';
import { isObject, type Loose, oneLine } from './read.ts';
import { cutPath, inFolder, lastPart } from './short-path.ts';

/** Maximum length of a program in which a command is looked for, and of a hint, in characters. */
const MAX_PROGRAM = 4000;
const MAX_HINT = 120;
/** Maximum number of files that are listed. */
const MAX_LISTED = 20;

/** Parameters that say what a call is about, in the order in which they are looked for; then the first text is taken. */
const SUBJECTS = [
  ...['file_path', 'filePath', 'path', 'absolute_path', 'target_file', 'notebook_path', 'filename'],
  ...['query', 'pattern', 'url', 'skill', 'description', 'title'],
];
/** The files of a patch, also of one in the text of a program. */
const PATCHED = /(?:^|\\n)\*\*\* (?:Add|Update|Delete) File: (.{1,500}?)(?=\\n|$)/gm;

/** A command in the program of a tool that calls others: `tools.shell_command({command: "cat a.md"})`. */
const COMMAND = /\b(?:command|cmd)["']?\s{0,9}:\s{0,9}(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/s;
/** The start of a command that runs in a shell, as every command of some clients does. */
const SHELL = /^\s*(?:\S{0,100}\/)?(?:ba|z)?sh\s-\w{0,9}c\s+(?=['"])/;

/**
 * Returns a short description of the arguments of a tool: its command, its file, what it looks for, or its first text.
 * Undefined if they have none.
 * @param folder the working directory, to which paths are shown relative
 */
export function hintOf(args: Json | undefined, folder?: string): string | undefined {
  const found = inFolder((hint(args) ?? '').trim().slice(0, MAX_PROGRAM), folder);
  // A row has buttons to approve its call: nothing in it may be hidden, and a line break ends a comment.
  const text = cutPath(oneLine(visibleText(found).replace(/\n\s*/g, ' ␊ '), MAX_HINT));
  return text === '' ? undefined : text;
}

function hint(args: Json | undefined): string | undefined {
  if (typeof args === 'string') return patchedFiles(args) ?? commandIn(args.slice(0, MAX_PROGRAM)) ?? args;
  if (!isObject(args)) return undefined;
  const words = [args.command ?? args.cmd].flat().filter((word) => typeof word === 'string');
  if (Array.isArray(args.command ?? args.cmd) && words.length > 0)
    return /^-\w{0,9}c$/.test(words.at(-2) ?? '') ? words.at(-1) : words.join(' ');
  const patch = [args.input, args.patch, args.patchText].find(isText);
  const files = patch === undefined ? undefined : patchedFiles(patch);
  if (files !== undefined) return files;
  const command = [args.command, args.cmd].find(isText);
  const key = command === undefined ? SUBJECTS.find((one) => isText(own(args, one))) : undefined;
  const subject = command ?? (key === undefined ? Object.values(args).find(isText) : own(args, key));
  return isText(subject) ? withoutShell(subject) : listLength(args);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns the files of a patch; undefined if it is none. */
function patchedFiles(text: string): string | undefined {
  const files = [...text.slice(0, MAX_PROGRAM).matchAll(PATCHED)].map(([, path = '']) =>
    path.trim().replaceAll('\\\\', '\\'),
  );
  return files.length === 0 ? undefined : namesOf(files);
}

/** Returns a path, or the names of several files. */
function namesOf(paths: readonly string[]): string {
  return paths.length === 1 ? (paths[0] ?? '') : paths.map(lastPart).join(', ');
}

/** Returns the length of the first list of the arguments, such as `3 todos`, or the paths in it. */
function listLength(args: Loose): string | undefined {
  const [name, list] = Object.entries(args).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || !Array.isArray(list)) return undefined;
  const paths = list.slice(0, MAX_LISTED).map((item: unknown) => (isObject(item) ? item.path : undefined));
  if (paths.length > 0 && paths.every(isText)) return namesOf(paths);
  return /^[a-z]{1,30}s$/.test(name) ? formatCount(list.length, name.slice(0, -1)) : `${name}: ${list.length}`;
}

function commandIn(program: string): string | undefined {
  const [, ...literals] = COMMAND.exec(program) ?? [];
  return literals
    .find((literal) => literal !== undefined)
    ?.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** Returns the command in `bash -lc '…'`, with quotes inside it as they are. */
function withoutShell(command: string): string {
  const start = SHELL.exec(command)?.[0];
  if (start === undefined) return command;
  const inner = command.slice(start.length + 1).trimEnd();
  return /['"]$/.test(inner) ? inner.slice(0, -1) : inner;
}

import type { Json } from '../../../runtime/protocol/events.ts';
import { visibleText } from '../../../runtime/text/visible-text.ts';
import { isObject, oneLine } from './read.ts';

/** Maximum length of a program in which a command is looked for, and of a hint, in characters. */
const MAX_PROGRAM = 4000;
const MAX_HINT = 60;

/** A command in the program of a tool that calls others: `tools.shell_command({command: "cat a.md"})`. */
const COMMAND = /\b(?:command|cmd)["']?\s{0,9}:\s{0,9}(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/s;
/** The start of a command that runs in a shell, as every command of some clients does. */
const SHELL = /^\s*(?:\S{0,100}\/)?(?:ba|z)?sh\s-\w{0,9}c\s+(?=['"])/;

/** Returns a short description of the arguments of a tool: its command, or its first text. Undefined if they have none. */
export function hintOf(args: Json | undefined): string | undefined {
  // A row has buttons to approve its call: nothing in it may be hidden, and a line break ends a comment.
  const text = oneLine(visibleText((hint(args) ?? '').trim().slice(0, MAX_PROGRAM)).replace(/\n\s*/g, ' ␊ '), MAX_HINT);
  return text === '' ? undefined : text;
}

function hint(args: Json | undefined): string | undefined {
  if (typeof args === 'string') return commandIn(args.slice(0, MAX_PROGRAM)) ?? args;
  if (!isObject(args)) return undefined;
  const words = [args.command ?? args.cmd].flat().filter((word) => typeof word === 'string');
  if (Array.isArray(args.command ?? args.cmd) && words.length > 0)
    return /^-\w{0,9}c$/.test(words.at(-2) ?? '') ? words.at(-1) : words.join(' ');
  const first = Object.values(args).find((value) => typeof value === 'string' && value !== '');
  return typeof first === 'string' ? withoutShell(first) : undefined;
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

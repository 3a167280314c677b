/** The command lines of hooks, in the forms of the shells that clients start. */
import type { HookOptions } from '../protocol/hooks.ts';

/** The program of hooks, and the Node that runs it. */
export interface HookProgram {
  /** Absolute path of a Node that was tried. */
  readonly node: string;
  /** True if it is VS Code's own, which is Node only with a variable of the environment. */
  readonly isElectron: boolean;
  /** Absolute path of `hook.cjs`. */
  readonly file: string;
}

/**
 * Returns the command for a POSIX shell. A missing program must not fail: some clients deny every call then, or stop. The same
 * in every version, since clients ask again after a change.
 */
export function posixCommand(program: HookProgram, client: string, options: HookOptions, event?: string): string {
  return `${posixWords(program, client, options, event)} 2>/dev/null || exit 0`;
}

/**
 * Returns the command for bash in a client that, when its time is over, ends the shell alone and waits until its output is closed:
 * the shell takes the program with it.
 */
export function bashCommand(program: HookProgram, client: string, options: HookOptions, event?: string): string {
  const words = posixWords(program, client, options, event);
  // Programs in the background have no input unless it is given to them.
  return `exec 3<&0; ${words} <&3 2>/dev/null & trap 'kill -9 $!' TERM; wait $!; exit 0`;
}

/** Returns the command for PowerShell. */
export function powershellCommand(
  { node, isElectron, file }: HookProgram,
  client: string,
  options: HookOptions,
  event?: string,
): string {
  const words = [node, file, ...argumentsOf(client, options, event)].map(powershellWord).join(' ');
  const variable = isElectron ? "$env:ELECTRON_RUN_AS_NODE = '1'; " : '';
  return `${variable}try { $input | & ${words} 2>$null } catch { }; exit 0`;
}

function posixWords(
  { node, isElectron, file }: HookProgram,
  client: string,
  options: HookOptions,
  event?: string,
): string {
  const words = [node, file, ...argumentsOf(client, options, event)].map(posixWord).join(' ');
  return `${isElectron ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}${words}`;
}

/** Returns the arguments after the program. The event is for clients whose inputs do not name it. */
export const argumentsOf = (client: string, { guard, check }: HookOptions, event?: string): readonly string[] => [
  client,
  ...(event === undefined ? [] : [event]),
  '--guard',
  guard,
  '--check',
  check,
];

function posixWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function powershellWord(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Programs that run the file in their first argument. */
const RUNNERS = /^(?:python3?|node|bash|sh|zsh|ruby|perl|deno|bun|php|Rscript)$/;

/** Anything that makes a command line more than one program with plain arguments. */
const SHELL_SYNTAX = /[|&;<>()$`\\"'*?[\]{}~#\n\r]/;

/**
 * Returns the absolute path of the script that a plain command runs, or undefined. A command with any shell syntax is not
 * plain.
 */
export function scriptOf(command: string, directory: string): string | undefined {
  const line = command.trim();
  if (line === '' || SHELL_SYNTAX.test(line)) return undefined;
  const [program = '', ...args] = line.split(/\s+/);
  const script = RUNNERS.test(program) ? args.find((arg) => !arg.startsWith('-')) : program;
  if (script === undefined || args[0] === '-c' || args[0] === '-m' || args[0] === '-e') return undefined;
  return script.includes('/') || /\.\w+$/.test(script) ? resolve(directory, script) : undefined;
}

/** True if a plain command runs a script that does not exist: it can do nothing, and needs no approval. */
export function runsMissingScript(command: string, directory: string): boolean {
  const script = scriptOf(command, directory);
  return script !== undefined && !existsSync(script);
}

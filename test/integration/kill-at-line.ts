/** Options of a process under test that kills itself at a line of its output: `kill-at-line.cjs`. */
import { join } from 'node:path';

const PRELOADED = join(import.meta.dirname, 'kill-at-line.cjs');

/** Returns the options of Node for a command that kills itself at a line with `text`, if given. */
export const nodeOptions = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : ['--require', PRELOADED];

/** Returns the environment variables for it. */
export const killVariables = (text: string | undefined): Readonly<Record<string, string>> =>
  text === undefined ? {} : { KILL_AT_LINE: text };

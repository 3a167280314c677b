import type { DryFiles } from './dry-files.ts';
import type { ShellOutput } from './output.ts';

/** The shell in which a program would run. */
export interface ProgramShell {
  /** The working directory, which `cd` changes. */
  cwd: string;
  readonly files: DryFiles;
  /** Evaluates another command line in the same directory, as `bash -c` does. */
  evaluate(source: string): ShellOutput;
}

export interface ProgramContext {
  readonly shell: ProgramShell;
  /** Undefined if nothing is piped or redirected to it. */
  readonly stdin: string | undefined;
  /** Returns the line of the command, for the shell's own messages. */
  readonly line: () => number;
}

/** Evaluates a program with its arguments. Throws `NotSimulated` if its output is unknown. */
export type Program = (args: readonly string[], context: ProgramContext, name: string) => ShellOutput;

/** The output for an existing script or program. */
export const NOT_RUN = 'Stress test: the script exists and was not run.';

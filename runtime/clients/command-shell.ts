import type { CommandPlan, ScriptFailure } from '../scripts/executor.ts';

export interface CommandRun {
  readonly kind: 'ran';
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string;
  /** Null if a signal or the time limit ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly sandbox: CommandPlan['sandbox'];
  /**
   * The directory to which the client resets the shell, if this command changed to one that the client does not retain.
   */
  readonly resetTo?: string;
}

export interface CommandOptions {
  readonly command: string;
  /** The directory that the model asked for, absolute or relative to the workspace. */
  readonly workdir?: string;
  /** Folders in the copy whose content the command does not see; absolute. */
  readonly hidden?: readonly string[];
  /** True for a command that was not asked about: it can change nothing and run nothing that another command has written for it. */
  readonly changesNothing?: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The shell behind a client's tool. It carries the working directory over from command to command if the client does.
 */
export interface CommandShell {
  /** True for a shell that runs nothing, so that no command needs approval. */
  readonly runsNothing: boolean;
  /** Returns how a command would run, or why none can. */
  plan(): Promise<CommandPlan | ScriptFailure>;
  /** Returns the directory that a command would run in. */
  directoryFor(workdir: string | undefined): string;
  run(plan: CommandPlan, options: CommandOptions): Promise<CommandRun | ScriptFailure>;
}

import type { ScriptEvent } from '../protocol/events.ts';

export type Sandbox = ScriptEvent['sandbox'];

/** A failure before the script ran. */
export interface ScriptFailure {
  readonly kind: 'failed';
  readonly code:
    | 'UNSUPPORTED_SCRIPT_TYPE'
    | 'INTERPRETER_NOT_FOUND'
    | 'EXECUTION_ERROR'
    | 'RESOURCES_TOO_LARGE'
    /** None works for it here, and scripts are to run in one. */
    | 'SANDBOX_REQUIRED'
    /** Its files are no longer those that a person approved. */
    | 'SKILL_CHANGED';
  readonly message: string;
}

export interface ScriptPlan {
  readonly kind: 'plan';
  /** The interpreter's absolute path and the script's path relative to the working folder. */
  readonly command: readonly string[];
  /** Folders and files that the interpreter needs beside the system's own. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  readonly timeoutSeconds: number;
  /** Hash of the skill's files that a person approved: with others nothing runs. */
  readonly files?: string;
}

export interface ScriptRun {
  readonly kind: 'ran';
  readonly sandbox: Sandbox;
  /** Null where it was ended by a signal or a limit. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** Whether files of the environment's folder are others than before; absent where nobody looked. */
  readonly changed?: boolean;
  /** What a person should know beside the result. */
  readonly notes?: readonly string[];
}

/** Runs the scripts of skills. Nothing throws. */
export interface ScriptExecutor {
  /** False where the workspace is not trusted: nothing runs then. */
  readonly trusted: boolean;
  /** How the script `path` (`scripts/x.py`) would run; asked before a person is. */
  plan(path: string): Promise<ScriptPlan | ScriptFailure>;
  /** Hash of all files of the skill at `root`, which an approval is bound to. Absent: approvals are for one run alone. */
  digest?(root: string, signal: AbortSignal): Promise<string | ScriptFailure>;
  /** Runs it in a fresh folder that holds every file of the skill at `root`. Ends it when `signal` fires. */
  run(plan: ScriptPlan, root: string, args: readonly string[], signal: AbortSignal): Promise<ScriptRun | ScriptFailure>;
}

/** What a command runs in: the shell, and the sandbox around it. */
export type CommandPlan = Omit<ScriptPlan, 'command' | 'files'> & { readonly shell: string };

/**
 * A place that lasts as long as the run: a skill's files are laid out there once, and the model's own shell commands run
 * on them, instead of one script in a fresh folder each time. Nothing throws.
 */
export interface ScriptEnvironment {
  /** False where the workspace is not trusted: nothing runs then. */
  readonly trusted: boolean;
  /** How a command would run; asked before a person is. */
  plan(): Promise<CommandPlan | ScriptFailure>;
  /**
   * Runs `command` in the folder that holds the files of `skill`: `folder` where it is given (absolute), else one of the
   * environment's own. Ends it when `signal` fires.
   */
  run(
    plan: CommandPlan,
    skill: { readonly root: string; readonly folder?: string },
    command: string,
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure>;
  /** The run is over: what the environment made for itself goes. */
  close(): void;
}

/** The interface to what runs scripts and commands. */
import type { ScriptDebugger } from '../loop/interfaces/script-debugger.ts';
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
    /** No sandbox works for the script, and one is required. */
    | 'SANDBOX_REQUIRED'
    /** The skill's files differ from those that the user approved. */
    | 'SKILL_CHANGED';
  readonly message: string;
}

export interface ScriptPlan {
  readonly kind: 'plan';
  /** The interpreter's absolute path and the script's path relative to the working folder. */
  readonly command: readonly string[];
  /** Folders and files that the interpreter needs in addition to the system's own. */
  readonly needs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  /** True if the sandbox limits everything but the number of processes. */
  readonly unlimitedProcesses?: boolean;
  readonly timeoutSeconds: number;
  /** Hash of the skill's files that the user approved; the script does not run with any others. */
  readonly files?: string;
}

export interface ScriptRun {
  readonly kind: 'ran';
  readonly sandbox: Sandbox;
  /** Null if a signal or a limit ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** True if files in the environment's folder changed; absent if that was not checked. */
  readonly changed?: boolean;
  /** Additional information for the user. */
  readonly notes?: readonly string[];
}

/** Runs the scripts of skills. Its functions never throw. */
export interface ScriptExecutor {
  /** False if the workspace is not trusted; then nothing runs. */
  readonly trusted: boolean;
  /** Plans the run of the script `path` (`scripts/x.py`). Called before the user's approval is requested. */
  plan(path: string): Promise<ScriptPlan | ScriptFailure>;
  /** Hashes all files of the skill at `root`, to bind an approval to them. Absent: approvals are for one run only. */
  digest?(root: string, signal: AbortSignal): Promise<string | ScriptFailure>;
  /**
   * Runs the script in a fresh folder with every file of the skill at `root`. Ends it when `signal` aborts.
   * @param debug debugs the script, if the user wants that and the executor can
   */
  run(
    plan: ScriptPlan,
    root: string,
    args: readonly string[],
    signal: AbortSignal,
    debug?: ScriptDebugger,
  ): Promise<ScriptRun | ScriptFailure>;
}

/** Added to the question where a sandbox does not limit the number of processes. */
export const UNLIMITED_PROCESSES = 'no limit of processes';

/** The shell for a command and its sandbox. */
export type CommandPlan = Omit<ScriptPlan, 'command' | 'files'> & { readonly shell: string };

/**
 * A working environment that persists for a run: the files of a skill are copied to it once, and the model runs its own
 * shell commands on them, instead of one script in a fresh folder each time. Its functions never throw.
 */
export interface ScriptEnvironment {
  /** False if the workspace is not trusted; then nothing runs. */
  readonly trusted: boolean;
  /** Plans the run of a command. Called before the user's approval is requested. */
  plan(): Promise<CommandPlan | ScriptFailure>;
  /**
   * Runs `command` in the folder with the files of `skill`: `folder` (absolute) if given, otherwise one of the
   * environment's own. Ends it when `signal` aborts.
   */
  run(
    plan: CommandPlan,
    skill: { readonly root: string; readonly folder?: string },
    command: string,
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure>;
  /** Deletes the folders that the environment created, at the end of the run. */
  close(): void;
}

import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { ShellTool } from '../../skill/index.ts';
import type { CommandPlan, ScriptFailure } from '../scripts/executor.ts';
import { interpreterFor } from '../scripts/interpreters.ts';
import { cleanEnvironment } from '../scripts/local-executor.ts';
import { runProcess } from '../scripts/run-process.ts';
import { resolvePlannedSandbox, sandboxFor } from '../scripts/sandbox.ts';
import type { Installation } from './installation.ts';

export interface CommandRun {
  readonly kind: 'ran';
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string;
  /** Null if a signal or the time limit ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly sandbox: CommandPlan['sandbox'];
  /** The directory in which the next command runs, if this one had left it for a folder that does not last. */
  readonly resetTo?: string;
}

export interface CommandOptions {
  readonly command: string;
  /** The directory that the model asked for, absolute or relative to the workspace. */
  readonly workdir?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Bytes of output that are kept of one command. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** `$1`: directory, `$2`: file for the directory at the end, `$3`: the command. */
const WRAPPER = 'exec 2>&1; cd -- "$1" || exit 1; trap \'pwd -P > "$2"\' EXIT; eval "$3"';

/**
 * The shell of a client in the copy of a workspace. Every command is a process of its own in the sandbox, which can read
 * and write the copy and nothing else; between commands only the working directory is carried over, if the client does so.
 */
export class ShellSession {
  private readonly tool: ShellTool;
  private readonly installation: Installation;
  private directory: string;

  constructor(tool: ShellTool, installation: Installation) {
    this.tool = tool;
    this.installation = installation;
    this.directory = installation.workspace;
  }

  /** The directory in which the next command runs, unless it names another. */
  get cwd(): string {
    return this.directory;
  }

  /** Returns how a command would run, or why none can. Commands run in a sandbox only. */
  async plan(): Promise<CommandPlan | ScriptFailure> {
    const shell = await interpreterFor('command.sh');
    if (shell.kind === 'failed') return shell;
    const sandbox = await sandboxFor(shell, { requireSandbox: true });
    if ('kind' in sandbox) return sandbox;
    const { path, needs, environment } = shell;
    const timeoutSeconds = (this.tool.timeoutMs ?? 0) / 1000;
    return { kind: 'plan', shell: path, needs, environment, sandbox: sandbox.name, timeoutSeconds };
  }

  /** Returns the directory that a command would run in. */
  directoryFor(workdir: string | undefined): string {
    if (workdir === undefined || workdir === '') return this.directory;
    return isAbsolute(workdir) ? workdir : resolve(this.installation.workspace, workdir);
  }

  async run(plan: CommandPlan, options: CommandOptions): Promise<CommandRun | ScriptFailure> {
    const { root, home } = this.installation;
    const sandbox = await resolvePlannedSandbox(plan.sandbox, plan.shell);
    if ('kind' in sandbox) return sandbox;
    const state = join(root, 'cwd');
    const temporary = join(root, 'tmp');
    mkdirSync(temporary, { recursive: true });
    const end = await runProcess({
      sandbox,
      command: [plan.shell, '-c', WRAPPER, 'sh', this.directoryFor(options.workdir), state, options.command],
      folder: root,
      needs: plan.needs,
      environment: { ...cleanEnvironment(temporary), ...plan.environment, HOME: home },
      timeoutMs: options.timeoutMs,
      maxOutputBytes: MAX_OUTPUT,
      signal: options.signal,
    });
    if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
    const { stdout: output, exitCode, timedOut, durationMs } = end;
    const resetTo = this.carryOver(state);
    const reset = resetTo === undefined ? {} : { resetTo };
    return { kind: 'ran', output, exitCode, timedOut, durationMs, sandbox: sandbox.name, ...reset };
  }

  /** Keeps the directory in which the command ended, as far as the client does. */
  private carryOver(state: string): string | undefined {
    const { root, workspace } = this.installation;
    const ended = directoryIn(state);
    if (ended === undefined || this.tool.cd === 'forgotten' || !isBelow(ended, root)) return undefined;
    if (this.tool.cd === 'kept' || isBelow(ended, workspace)) {
      this.directory = ended;
      return undefined;
    }
    this.directory = workspace;
    return workspace;
  }
}

function directoryIn(state: string): string | undefined {
  try {
    return realpathSync(readFileSync(state, 'utf8').replace(/\n$/, ''));
  } catch {
    return undefined;
  } finally {
    rmSync(state, { force: true, recursive: true });
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

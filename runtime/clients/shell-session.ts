import { defined, type ShellTool } from '../../skill/index.ts';
import type { CommandPlan, ScriptFailure } from '../scripts/executor.ts';
import { interpreterFor } from '../scripts/interpreters.ts';
import { cleanEnvironment } from '../scripts/local-executor.ts';
import { limitNote } from '../scripts/process-limit.ts';
import { runProcess } from '../scripts/run-process.ts';
import { planOf, resolvePlannedSandbox, sandboxForCommand } from '../scripts/sandbox.ts';
import { REPORT_FD } from '../scripts/watched-process.ts';
import type { CommandOptions, CommandRun, CommandShell } from './command-shell.ts';
import type { Installation } from './installation.ts';
import { WorkingDirectory } from './working-directory.ts';

/** Maximum output stored for one command, in bytes. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/**
 * `$1`: directory, `$2`: the command. It reports the directory at the end on a descriptor: a file would be the command's own,
 * which it could replace by a link or a pipe.
 */
const WRAPPER = `exec 2>&1; cd -- "$1" || exit 1; trap 'pwd -P >&${REPORT_FD}' EXIT; eval "$2"`;

/**
 * Without a home folder, no interpreter finds code there that it runs before a script: `usercustomize.py`, or files that
 * start a shell.
 */
const NO_HOME = { HOME: '/nonexistent', TMPDIR: '/tmp', PYTHONNOUSERSITE: '1' };

/**
 * The shell of a client in the copy of a workspace. Every command runs as a separate process in the sandbox, which can
 * read and write the copy and nothing else. Between commands only the working directory is carried over, if the client
 * does so.
 */
export class ShellSession implements CommandShell {
  readonly runsNothing = false;
  private readonly tool: ShellTool;
  private readonly installation: Installation;
  private readonly directory: WorkingDirectory;

  constructor(tool: ShellTool, installation: Installation) {
    this.tool = tool;
    this.installation = installation;
    this.directory = new WorkingDirectory(tool.cd, installation);
  }

  /** Returns how a command would run, or why none can. Commands run in a sandbox only. */
  async plan(): Promise<CommandPlan | ScriptFailure> {
    const shell = await interpreterFor('command.sh');
    if (shell.kind === 'failed') return shell;
    const sandbox = await sandboxForCommand(shell);
    if ('kind' in sandbox) return sandbox;
    const { path, needs, environment } = shell;
    const timeoutSeconds = (this.tool.timeoutMs ?? 0) / 1000;
    return { kind: 'plan', shell: path, needs, environment, ...planOf(sandbox), timeoutSeconds };
  }

  directoryFor(workdir: string | undefined): string {
    return this.directory.directoryFor(workdir);
  }

  async run(plan: CommandPlan, options: CommandOptions): Promise<CommandRun | ScriptFailure> {
    const { root, workspace, home, temporary } = this.installation;
    const sandbox = await resolvePlannedSandbox(plan.sandbox, plan.shell);
    if ('kind' in sandbox) return sandbox;
    const folders = [workspace, home, temporary];
    const { changesNothing = false } = options;
    const environment = { ...cleanEnvironment(temporary), ...plan.environment };
    const end = await runProcess(
      defined({
        sandbox,
        command: [plan.shell, '-c', WRAPPER, '/bin/bash', this.directoryFor(options.workdir), options.command],
        folder: root,
        writable: changesNothing ? [] : folders,
        hidden: options.hidden,
        reports: true,
        needs: changesNothing ? [...plan.needs, ...folders] : plan.needs,
        environment: changesNothing ? { ...environment, ...NO_HOME } : { ...environment, HOME: home },
        timeoutMs: options.timeoutMs,
        maxOutputBytes: MAX_OUTPUT,
        signal: options.signal,
      }),
    );
    if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
    const { stdout, exitCode, timedOut, durationMs } = end;
    const output = end.limitReached === true ? limitNote(stdout) : stdout;
    const resetTo = this.directory.carryOver(this.directoryIn(end.report));
    const reset = resetTo === undefined ? {} : { resetTo };
    return { kind: 'ran', output, exitCode, timedOut, durationMs, sandbox: sandbox.name, ...reset };
  }

  /** Returns the directory that a command reported, which may have written anything. */
  private directoryIn(report: string): string | undefined {
    const located = this.installation.files.locate(report.replace(/\n$/, ''));
    return located.kind === 'found' && located.stats.isDirectory() ? located.path : undefined;
  }
}

import { defined } from '../../skill/index.ts';
import type { ScriptDebugger } from '../loop/interfaces/script-debugger.ts';
import { RUN_OPTIONS } from '../protocol/run-options.ts';
import { readSkillFiles } from '../skill-files/skill-files.ts';
import { copySkill } from './copy-skill.ts';
import type { ScriptExecutor, ScriptFailure, ScriptPlan, ScriptRun } from './executor.ts';
import { addressReader, inspectedCommand, inspectionProblem, releaseScript, withoutInspector } from './inspection.ts';
import { interpreterFor } from './interpreters.ts';
import { runProcess } from './run-process.ts';
import { planOf, resolvePlannedSandbox, type SandboxOptions, sandboxFor } from './sandbox.ts';

export interface LocalExecutorOptions extends SandboxOptions {
  readonly trusted: boolean;
  readonly timeoutSeconds?: number;
  /** Maximum output stored per stream, in bytes. */
  readonly maxOutputBytes?: number;
  /** Maximum total size of a skill whose scripts are run, in bytes. */
  readonly maxSkillBytes?: number;
}

const { maximum: MAX_SCRIPT_SECONDS } = RUN_OPTIONS.scriptTimeout;

/** ADK has the same timeout for shell scripts. */
export const SCRIPT_LIMITS = {
  timeoutSeconds: 300,
  maxOutputBytes: 1024 * 1024,
  maxSkillBytes: 256 * 1024 * 1024,
} as const;

/**
 * Runs scripts on this machine: under bubblewrap (Linux) or seatbelt (macOS) if that works, otherwise as a plain process
 * group, which is stated in the prompt, the result and the event.
 */
export function localExecutor(options: LocalExecutorOptions): ScriptExecutor {
  const { timeoutSeconds, maxOutputBytes, maxSkillBytes } = { ...SCRIPT_LIMITS, ...options };

  async function plan(path: string): Promise<ScriptPlan | ScriptFailure> {
    const interpreter = await interpreterFor(path);
    if (interpreter.kind === 'failed') return interpreter;
    const sandbox = await sandboxFor(interpreter, options);
    if ('kind' in sandbox) return sandbox;
    const { needs, environment } = interpreter;
    return {
      kind: 'plan',
      command: [interpreter.path, path],
      needs,
      environment,
      ...planOf(sandbox),
      timeoutSeconds,
    };
  }

  async function run(
    plan: ScriptPlan,
    root: string,
    args: readonly string[],
    signal: AbortSignal,
    debug?: ScriptDebugger,
  ): Promise<ScriptRun | ScriptFailure> {
    const wanted = debug?.isWanted() === true ? debug : undefined;
    const problem = wanted === undefined ? undefined : inspectionProblem(plan, wanted);
    if (problem !== undefined) wanted?.onRefused(problem);
    const inspector = problem === undefined ? wanted : undefined;
    const sandbox = await resolvePlannedSandbox(plan.sandbox, plan.command[0] ?? '');
    if ('kind' in sandbox) return sandbox;
    const copy = await copySkill(root, maxSkillBytes, signal, plan.files);
    if (copy.kind === 'failed') return copy;
    const { folder, notes } = copy;
    const environment = { ...cleanEnvironment(folder), ...plan.environment };
    const stop = new AbortController();
    const onUnreachable = (): void => {
      inspector?.onRefused(
        'Run the script again: its inspector could not be reached, so that it ended before it began.',
      );
      stop.abort();
    };
    const onStderr = addressReader((address) => {
      const release = (): void => void releaseScript(address, onUnreachable).catch(onUnreachable);
      inspector?.onWaiting({ root, folder, path: plan.command.at(-1) ?? '', address, release });
    });
    try {
      const end = await runProcess(
        defined({
          sandbox,
          command: [...(inspector === undefined ? plan.command : inspectedCommand(plan.command)), ...args],
          folder,
          needs: plan.needs,
          environment,
          // A user who debugs a script takes their time.
          timeoutMs: (inspector === undefined ? timeoutSeconds : MAX_SCRIPT_SECONDS) * 1000,
          maxOutputBytes,
          signal: inspector === undefined ? signal : AbortSignal.any([signal, stop.signal]),
          folderToRemove: copy.outerFolder,
          onStderr: inspector === undefined ? undefined : onStderr,
        }),
      );
      if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
      if (inspector === undefined) return { ...end, kind: 'ran', sandbox: sandbox.name, notes };
      return {
        ...end,
        kind: 'ran',
        sandbox: sandbox.name,
        stderr: withoutInspector(end.stderr),
        notes: [...notes, 'The script ran under its own debugger: its duration includes the time that it was stopped.'],
      };
    } finally {
      copy.remove();
    }
  }

  async function digest(root: string, signal: AbortSignal): Promise<string | ScriptFailure> {
    const read = await readSkillFiles(root, maxSkillBytes, signal);
    return read.kind === 'files' ? read.hash : read;
  }

  return { trusted: options.trusted, plan, digest, run };
}

/** Returns the environment for a script. It excludes our own, which holds keys. */
export function cleanEnvironment(folder: string): Readonly<Record<string, string>> {
  const common = { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' };
  if (process.platform !== 'win32') return { ...common, PATH: '/usr/local/bin:/usr/bin:/bin' };
  const { SystemRoot = 'C:\\Windows', PATHEXT = '.COM;.EXE;.BAT;.CMD' } = process.env;
  return {
    ...common,
    SystemRoot,
    PATHEXT,
    PATH: `${SystemRoot}\\System32`,
    USERPROFILE: folder,
    TEMP: folder,
    TMP: folder,
  };
}

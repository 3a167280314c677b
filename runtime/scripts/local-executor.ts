import { readSkillFiles } from '../skill-files/skill-files.ts';
import type { ScriptExecutor, ScriptFailure, ScriptPlan, ScriptRun } from './executor.ts';
import { interpreterFor } from './interpreters.ts';
import { materialise } from './materialise.ts';
import { runProcess } from './process.ts';
import { plannedSandbox, type SandboxChoice, sandboxFor } from './sandbox.ts';

export interface LocalExecutorOptions extends SandboxChoice {
  readonly trusted: boolean;
  readonly timeoutSeconds?: number;
  /** Bytes kept of each stream. */
  readonly maxOutputBytes?: number;
  /** Bytes of all files of a skill above which its scripts are not run. */
  readonly maxSkillBytes?: number;
}

/** A day: longer timers do not fit, and nobody waits for them. */
export const LONGEST_SCRIPT_S = 86_400;

/** ADK lets a shell script run as long. */
export const SCRIPT_LIMITS = {
  timeoutSeconds: 300,
  maxOutputBytes: 1024 * 1024,
  maxSkillBytes: 256 * 1024 * 1024,
} as const;

/**
 * Runs scripts on this machine: under bubblewrap (Linux) or seatbelt (macOS) where that works, else as a plain process
 * group, which the question, the result and the event say.
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
      sandbox: sandbox.name,
      timeoutSeconds,
    };
  }

  async function run(
    plan: ScriptPlan,
    root: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure> {
    const sandbox = await plannedSandbox(plan.sandbox, plan.command[0] ?? '');
    if ('kind' in sandbox) return sandbox;
    const workplace = await materialise(root, maxSkillBytes, signal, plan.files);
    if (workplace.kind === 'failed') return workplace;
    const { folder, notes } = workplace;
    const environment = { ...cleanEnvironment(folder), ...plan.environment };
    const timeoutMs = timeoutSeconds * 1000;
    try {
      const end = await runProcess({
        sandbox,
        command: [...plan.command, ...args],
        folder,
        needs: plan.needs,
        environment,
        timeoutMs,
        maxOutputBytes,
        signal,
        removes: workplace.whole,
      });
      if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
      return { ...end, kind: 'ran', sandbox: sandbox.name, notes };
    } finally {
      workplace.remove();
    }
  }

  async function digest(root: string, signal: AbortSignal): Promise<string | ScriptFailure> {
    const read = await readSkillFiles(root, maxSkillBytes, signal);
    return read.kind === 'files' ? read.hash : read;
  }

  return { trusted: options.trusted, plan, digest, run };
}

/** Nothing of our own environment reaches a script: it holds keys. */
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

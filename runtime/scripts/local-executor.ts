import { bubblewrapArguments, workingBubblewrap } from './bubblewrap.ts';
import type { ScriptExecutor, ScriptFailure, ScriptPlan, ScriptRun } from './executor.ts';
import { interpreterFor } from './interpreters.ts';
import { materialise } from './materialise.ts';
import { runProcess } from './process.ts';

export interface LocalExecutorOptions {
  readonly trusted: boolean;
  readonly timeoutSeconds?: number;
  readonly maxOutputBytes?: number;
  /** False runs scripts without a sandbox even where one works. */
  readonly sandbox?: boolean;
}

/** As long as ADK lets a shell script run. */
const TIMEOUT_SECONDS = 300;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs scripts on this machine: under bubblewrap where it works, else as a plain process group, which is said in the result's event. */
export function localExecutor(options: LocalExecutorOptions): ScriptExecutor {
  const timeoutSeconds = options.timeoutSeconds ?? TIMEOUT_SECONDS;
  const maxOutputBytes = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  const sandboxOf = async (): Promise<string | undefined> =>
    options.sandbox === false ? undefined : workingBubblewrap();

  async function plan(path: string): Promise<ScriptPlan | ScriptFailure> {
    const interpreter = await interpreterFor(path);
    if (interpreter.kind === 'failed') return interpreter;
    const sandbox = (await sandboxOf()) === undefined ? 'none' : 'bubblewrap';
    const { needs, environment } = interpreter;
    return { kind: 'plan', command: [interpreter.path, path], needs, environment, sandbox, timeoutSeconds };
  }

  async function run(
    plan: ScriptPlan,
    root: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure> {
    const bubblewrap = await sandboxOf();
    const workplace = materialise(root);
    if (workplace.kind === 'failed') return workplace;
    const { folder } = workplace;
    const environment = { ...cleanEnvironment(folder), ...plan.environment };
    const command = [...plan.command, ...args];
    try {
      const end = await runProcess({
        command:
          bubblewrap === undefined
            ? command
            : [bubblewrap, ...bubblewrapArguments(folder, plan.needs, environment, command)],
        folder,
        environment,
        timeoutMs: timeoutSeconds * 1000,
        maxOutputBytes,
        signal,
      });
      if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
      return { ...end, kind: 'ran', sandbox: bubblewrap === undefined ? 'none' : 'bubblewrap' };
    } finally {
      workplace.remove();
    }
  }

  return { trusted: options.trusted, plan, run };
}

/** Nothing of our own environment reaches a script: it holds keys. */
function cleanEnvironment(folder: string): Readonly<Record<string, string>> {
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

import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import type { CommandPlan, ScriptEnvironment, ScriptFailure, ScriptRun } from './executor.ts';
import { filesIn } from './files-in.ts';
import { interpreterFor } from './interpreters.ts';
import { cleanEnvironment, type LocalExecutorOptions, SCRIPT_LIMITS } from './local-executor.ts';
import { layOut, materialise, type Workplace } from './materialise.ts';
import { runProcess } from './process.ts';
import { plannedSandbox, sandboxFor } from './sandbox.ts';

/**
 * An environment on this machine. The folder of a skill is written once, at the first command on it, and is then all that
 * commands on this skill can write to, as long as there is a sandbox.
 */
export function localEnvironment(options: LocalExecutorOptions): ScriptEnvironment {
  const { timeoutSeconds, maxOutputBytes, maxSkillBytes } = { ...SCRIPT_LIMITS, ...options };
  const places = new Map<string, Promise<Workplace | ScriptFailure>>();

  function placeOf(root: string, folder: string | undefined, signal: AbortSignal): Promise<Workplace | ScriptFailure> {
    const there = places.get(root);
    if (there !== undefined) return there;
    const place =
      folder === undefined ? materialise(root, maxSkillBytes, signal) : layOutAt(root, folder, maxSkillBytes, signal);
    places.set(root, place);
    return place;
  }

  async function plan(): Promise<CommandPlan | ScriptFailure> {
    const shell = await interpreterFor('command.sh');
    if (shell.kind === 'failed') return shell;
    const sandbox = await sandboxFor(shell, options);
    if ('kind' in sandbox) return sandbox;
    const { path, needs, environment } = shell;
    return { kind: 'plan', shell: path, needs, environment, sandbox: sandbox.name, timeoutSeconds };
  }

  async function run(
    plan: CommandPlan,
    skill: { readonly root: string; readonly folder?: string },
    command: string,
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure> {
    const sandbox = await plannedSandbox(plan.sandbox, plan.shell);
    if ('kind' in sandbox) return sandbox;
    const isFirst = !places.has(skill.root);
    const place = await placeOf(skill.root, skill.folder, signal);
    if (place.kind === 'failed') return place;
    const { folder, notes } = place;
    const environment = { ...cleanEnvironment(folder), ...plan.environment };
    const before = await filesIn(folder);
    const end = await runProcess({
      sandbox,
      command: [plan.shell, '-c', command],
      folder,
      needs: plan.needs,
      environment,
      timeoutMs: timeoutSeconds * 1000,
      maxOutputBytes,
      signal,
    });
    if (end.kind === 'failed') return { kind: 'failed', code: 'EXECUTION_ERROR', message: end.message };
    const changed = before === undefined || before !== (await filesIn(folder));
    return { ...end, kind: 'ran', sandbox: sandbox.name, changed, notes: isFirst ? notes : [] };
  }

  return {
    trusted: options.trusted,
    plan,
    run,
    close() {
      for (const place of places.values())
        void place.then((there) => {
          if (there.kind === 'workplace') there.remove();
        });
      places.clear();
    },
  };
}

/** A folder that somebody chose stays when the run is over, and must not be there before: nothing is written over. */
async function layOutAt(
  root: string,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Workplace | ScriptFailure> {
  let real: string;
  try {
    makeFolders(dirname(folder));
    mkdirSync(folder);
    real = realpathSync(folder);
  } catch (error) {
    const message = `The folder ${folder} for the skill's files cannot be made: ${messageOf(error)}`;
    return { kind: 'failed', code: 'EXECUTION_ERROR', message };
  }
  const laid = await layOut(root, real, maxBytes, signal);
  return laid.kind === 'failed'
    ? laid
    : { kind: 'workplace', folder: real, whole: real, notes: laid.notes, remove: () => undefined };
}

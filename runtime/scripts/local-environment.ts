import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../skill/disk.ts';
import { messageOf } from '../errors.ts';
import { copyFiles, copySkill, type SkillCopy } from './copy-skill.ts';
import type { CommandPlan, ScriptEnvironment, ScriptFailure, ScriptRun } from './executor.ts';
import { fingerprintFolder } from './folder-fingerprint.ts';
import { interpreterFor } from './interpreters.ts';
import { cleanEnvironment, type LocalExecutorOptions, SCRIPT_LIMITS } from './local-executor.ts';
import { runProcess } from './run-process.ts';
import { planOf, resolvePlannedSandbox, sandboxFor } from './sandbox.ts';

/**
 * Creates an environment on this machine. A skill's folder is written at the first command on the skill. It is then the
 * only location that commands on this skill can write to, provided that there is a sandbox.
 */
export function localEnvironment(options: LocalExecutorOptions): ScriptEnvironment {
  const { timeoutSeconds, maxOutputBytes, maxSkillBytes } = { ...SCRIPT_LIMITS, ...options };
  const copies = new Map<string, Promise<SkillCopy | ScriptFailure>>();

  function folderFor(
    root: string,
    folder: string | undefined,
    signal: AbortSignal,
  ): Promise<SkillCopy | ScriptFailure> {
    const existing = copies.get(root);
    if (existing !== undefined) return existing;
    const copy =
      folder === undefined
        ? copySkill(root, maxSkillBytes, signal)
        : copyToChosenFolder(root, folder, maxSkillBytes, signal);
    copies.set(root, copy);
    return copy;
  }

  async function plan(): Promise<CommandPlan | ScriptFailure> {
    const shell = await interpreterFor('command.sh');
    if (shell.kind === 'failed') return shell;
    const sandbox = await sandboxFor(shell, options);
    if ('kind' in sandbox) return sandbox;
    const { path, needs, environment } = shell;
    return { kind: 'plan', shell: path, needs, environment, ...planOf(sandbox), timeoutSeconds };
  }

  async function run(
    plan: CommandPlan,
    skill: { readonly root: string; readonly folder?: string },
    command: string,
    signal: AbortSignal,
  ): Promise<ScriptRun | ScriptFailure> {
    const sandbox = await resolvePlannedSandbox(plan.sandbox, plan.shell);
    if ('kind' in sandbox) return sandbox;
    const isFirst = !copies.has(skill.root);
    const copy = await folderFor(skill.root, skill.folder, signal);
    if (copy.kind === 'failed') return copy;
    const { folder, notes } = copy;
    const environment = { ...cleanEnvironment(folder), ...plan.environment };
    const before = await fingerprintFolder(folder);
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
    const changed = before === undefined || before !== (await fingerprintFolder(folder));
    return { ...end, kind: 'ran', sandbox: sandbox.name, changed, notes: isFirst ? notes : [] };
  }

  return {
    trusted: options.trusted,
    plan,
    run,
    close() {
      for (const copy of copies.values())
        void copy.then((result) => {
          if (result.kind === 'copy') result.remove();
        });
      copies.clear();
    },
  };
}

/** Copies the skill to a folder chosen by the user, which is kept after the run. It must not exist, so nothing is overwritten. */
async function copyToChosenFolder(
  root: string,
  folder: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<SkillCopy | ScriptFailure> {
  let real: string;
  try {
    makeFolders(dirname(folder));
    mkdirSync(folder);
    real = realpathSync(folder);
  } catch (error) {
    const message = `The folder ${folder} for the skill's files cannot be created: ${messageOf(error)}`;
    return { kind: 'failed', code: 'EXECUTION_ERROR', message };
  }
  const copied = await copyFiles(root, real, maxBytes, signal);
  return copied.kind === 'failed'
    ? copied
    : { kind: 'copy', folder: real, outerFolder: real, notes: copied.notes, remove: () => undefined };
}

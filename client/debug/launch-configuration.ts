import { isAbsolute, resolve } from 'node:path';
import type { GuardPreset } from '../../runtime/protocol/events.ts';
import { GUARD_PRESETS } from '../../runtime/protocol/guard-presets.ts';
import { own } from '../../runtime/protocol/own.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';

/** The debug type of `package.json`. */
export const DEBUG_TYPE = 'skillwright';

/** The title of the dialogs that start a debugged run. */
export const DEBUG_TITLE = 'Debug Agent';

/** The fields of a launch configuration that describe its run. */
export type LaunchFields = Pick<
  StartRunParams,
  'prompt' | 'agent' | 'client' | 'workspace' | 'install' | 'with' | 'baseUrl'
> & {
  readonly skills?: readonly string[];
  readonly model?: string;
  readonly guards?: GuardPreset;
  readonly maxLlmCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
};

/** The fields that limit a run. */
const LIMITS = ['maxLlmCalls', 'maxTokens', 'maxCost'] as const;

/**
 * Reads a launch configuration, which is untrusted. Relative paths are those of `folder`. Returns what is wrong with it as a
 * message.
 */
export function readLaunchFields(config: Readonly<Record<string, unknown>>, folder: string): LaunchFields | string {
  const text = (name: string): string | undefined => {
    const value = own(config, name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const wrong = ['prompt', 'agent', 'model', 'baseUrl', 'client', 'workspace', 'install', 'guards'].find(
    (name) => own(config, name) !== undefined && text(name) === undefined,
  );
  if (wrong !== undefined) return `Set "${wrong}" in the launch configuration to a text.`;
  const lists = ['skills', 'with'].filter((name) => own(config, name) !== undefined);
  const noList = lists.find((name) => !isTexts(own(config, name)));
  if (noList !== undefined) return `Set "${noList}" in the launch configuration to a list of paths.`;
  const limits = LIMITS.filter((name) => config[name] !== undefined);
  const noLimit = limits.find((name) => !isLimit(config[name]));
  if (noLimit !== undefined) return `Set "${noLimit}" in the launch configuration to a number; 0 means no limit.`;
  const guards = text('guards');
  const preset = GUARD_PRESETS.find((one) => one === guards);
  if (guards !== undefined && preset === undefined)
    return `Set "guards" in the launch configuration to one of: ${GUARD_PRESETS.join(', ')}.`;
  const install = text('install');
  if (install !== undefined && install !== 'user' && install !== 'project')
    return 'Set "install" in the launch configuration to user or project.';
  const inFolder = (path: string): string => (isAbsolute(path) ? path : resolve(folder, path));
  const [agent, model, baseUrl, client, workspace] = ['agent', 'model', 'baseUrl', 'client', 'workspace'].map(text);
  return {
    prompt: text('prompt') ?? '',
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(client !== undefined && { client }),
    ...(workspace !== undefined && { workspace: inFolder(workspace) }),
    ...(install !== undefined && { install }),
    ...(preset !== undefined && { guards: preset }),
    ...Object.fromEntries(limits.map((name) => [name, config[name]])),
    ...(isTexts(config.skills) && { skills: config.skills.map(inFolder) }),
    ...(isTexts(config.with) && { with: config.with.map(inFolder) }),
  };
}

/** Returns the launch configuration of a run. */
export function launchConfigurationOf(params: StartRunParams) {
  const { prompt, skills, agent, folder, client, workspace, install, model, baseUrl } = params;
  const fields = { agent, cwd: folder, client, workspace: workspace ?? undefined, install, baseUrl };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    type: DEBUG_TYPE,
    request: 'launch',
    name: `Debug: ${prompt.slice(0, 40)}`,
    ...{ prompt, skills, model },
    ...Object.fromEntries(present),
  };
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

import { isAbsolute, resolve } from 'node:path';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import {
  isOptionValue,
  type LaunchOptions,
  RUN_OPTION_LIST,
  type RunOption,
} from '../../runtime/protocol/run-options.ts';
import { defined, own } from '../../runtime/text/objects.ts';

/** The debug type of `package.json`. */
export const DEBUG_TYPE = 'skillwright';

/** The title of the dialogs that start a debugged run. */
export const DEBUG_TITLE = 'Debug Agent';

/** The fields of a launch configuration that describe its run. */
export type LaunchFields = Pick<
  StartRunParams,
  'prompt' | 'agent' | 'client' | 'workspace' | 'install' | 'with' | 'baseUrl'
> &
  LaunchOptions & {
    readonly skills?: readonly string[];
    readonly model?: string;
  };

/**
 * Reads a launch configuration, which is untrusted. Relative paths are those of `folder`. Returns what is wrong with it as a
 * message.
 */
export function readLaunchFields(config: Readonly<Record<string, unknown>>, folder: string): LaunchFields | string {
  const text = (name: string): string | undefined => {
    const value = own(config, name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const wrong = ['prompt', 'agent', 'model', 'baseUrl', 'client', 'workspace', 'install'].find(
    (name) => own(config, name) !== undefined && text(name) === undefined,
  );
  if (wrong !== undefined) return `Set "${wrong}" in the launch configuration to a text.`;
  const lists = ['skills', 'with'].filter((name) => own(config, name) !== undefined);
  const noList = lists.find((name) => !isTexts(own(config, name)));
  if (noList !== undefined) return `Set "${noList}" in the launch configuration to a list of paths.`;
  const options = RUN_OPTION_LIST.filter(([name, { launch }]) => launch !== undefined && config[name] !== undefined);
  for (const [name, option] of options)
    if (!isOptionValue(option, config[name]) || Number(config[name]) < 0)
      return `Set "${name}" in the launch configuration to ${valuesOf(option)}.`;
  const install = text('install');
  if (install !== undefined && install !== 'user' && install !== 'project')
    return 'Set "install" in the launch configuration to user or project.';
  const inFolder = (path: string): string => (isAbsolute(path) ? path : resolve(folder, path));
  const [agent, model, baseUrl, client, workspace] = ['agent', 'model', 'baseUrl', 'client', 'workspace'].map(text);
  return {
    prompt: text('prompt') ?? '',
    ...Object.fromEntries(options.map(([name]) => [name, config[name]])),
    ...defined<Omit<LaunchFields, 'prompt'>>({
      agent,
      model,
      baseUrl,
      client,
      workspace: workspace === undefined ? undefined : inFolder(workspace),
      install,
      skills: isTexts(config.skills) ? config.skills.map(inFolder) : undefined,
      with: isTexts(config.with) ? config.with.map(inFolder) : undefined,
    }),
  };
}

/** Returns the launch configuration of a run. */
export function launchConfigurationOf(params: StartRunParams) {
  const { prompt, skills, agent, folder, client, workspace, install, model, baseUrl } = params;
  return {
    type: DEBUG_TYPE,
    request: 'launch',
    name: `Debug: ${prompt.slice(0, 40)}`,
    prompt,
    skills,
    model,
    ...defined<Omit<LaunchFields, 'prompt'> & { readonly cwd?: string }>({
      agent,
      cwd: folder,
      client,
      workspace: workspace ?? undefined,
      install,
      baseUrl,
    }),
  };
}

/** Returns the values that an option has in a launch configuration, to end a sentence with. */
function valuesOf(option: RunOption): string {
  switch (option.kind) {
    case 'count':
    case 'amount':
      return 'a number; 0 means no limit';
    case 'seconds':
      return `a number of seconds up to ${option.maximum}`;
    case 'flag':
      return 'true or false';
    case 'choice':
      return `one of: ${Object.keys(option.choices).join(', ')}`;
    case 'guardSettings':
      return 'an object';
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

import { type Activation, defined, fillTemplate, formatNumber, inListOrder } from '../../skill/index.ts';
import { fileWork } from '../confined/file-work.ts';
import type { ResultOutcome, Tool } from '../loop/interfaces/tools.ts';
import type { FileMiss, JsonObject, SkillFile } from '../protocol/events.ts';
import { type InstalledSkill, readInstalled } from './installation.ts';
import { loadedTextOf } from './loaded-text.ts';
import { MAX_SKILL_TEXT } from './substitute.ts';
import { type ClientContext, clientFailure, textOf } from './tool-result.ts';

type ActivationTool = Extract<Activation, { kind: 'tool' }>;

export interface ActivationOptions {
  readonly activation: ActivationTool;
  readonly context: ClientContext;
  readonly sessionId: string;
  /** True if a skill was loaded before. */
  readonly isLoaded: (name: string) => boolean;
  /** Called when a skill was loaded. Returns its file. */
  readonly onLoad: (skill: InstalledSkill) => SkillFile | undefined;
  /** Returns the miss of a name that the client does not offer. */
  readonly missOf: (name: string) => FileMiss | undefined;
}

/** Returns the client's tool that loads a skill. */
export function activationTool(options: ActivationOptions): Tool {
  const { activation, context } = options;
  const { skills } = context.installation;
  const names = skills.map(({ name }) => name);
  const known = activation.enumerates === true && names.length > 0 ? { enum: names } : {};
  const { arguments: more } = activation;
  return {
    name: activation.tool,
    description: 'Loads the instructions of a skill by its name.',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries([
        [activation.parameter, { type: 'string', ...known }],
        ...(more === undefined ? [] : [[more.parameter, { type: 'string' }]]),
      ]),
      required: [activation.parameter],
    },
    readOnly: true,
    repeatable: true,
    execute: (args) => (fileWork.isSpent ? fileWork.nextTurn().then(() => load(options, args)) : load(options, args)),
  };
}

function load(
  { activation, context, sessionId, isLoaded, onLoad, missOf }: ActivationOptions,
  args: JsonObject,
): ResultOutcome {
  const { files: copy, skills, workspace } = context.installation;
  const name = textOf(args, activation.parameter) ?? '';
  const skill = skills.find((one) => one.name === name);
  if (skill === undefined) {
    const sorted = inListOrder(context.behavior.catalogue, skills);
    const names = sorted.map((one) => one.name).join(', ') || (activation.noNames ?? '');
    const message = fillTemplate(activation.unknown, { name, names });
    const { failure } = context.behavior;
    // A text is the client's complete reply; it does not get the wrapper for failed file tools.
    const miss = missOf(name);
    if (failure.kind === 'text') return defined({ kind: 'result', value: message, errorCode: 'SKILL_NOT_FOUND', miss });
    return defined({ ...clientFailure(context, 'SKILL_NOT_FOUND', message), miss });
  }
  const { again } = activation;
  const isAgain = isLoaded(name) && (textOf(args, activation.arguments?.parameter) ?? '') === '';
  if (again !== undefined && isAgain) {
    const message = again.message === undefined ? undefined : fillTemplate(again.message, { name });
    return defined({ kind: 'result', value: fillTemplate(again.result, { name }), message });
  }
  const installed = readInstalled(copy, skill);
  if (installed.kind === 'refused')
    return clientFailure(context, 'PATH_OUTSIDE', `Cannot read ${skill.path}: ${installed.why}.`);
  if (installed.kind === 'failed')
    return clientFailure(context, 'FILE_NOT_FOUND', `Cannot read ${skill.path}: ${installed.message}`);
  const { file, body } = installed;
  const loadedText = loadedTextOf(activation, {
    name,
    folder: skill.folder,
    workspace,
    file,
    body,
    args: textOf(args, activation.arguments?.parameter) ?? '',
    sessionId,
    copy,
  });
  if (loadedText === undefined)
    return clientFailure(
      context,
      'FILE_TOO_LARGE',
      `Cannot load ${skill.path}: with its arguments, it is longer than ${formatNumber(MAX_SKILL_TEXT)} characters.`,
    );
  const loaded = onLoad(skill);
  const read = loaded === undefined ? {} : { read: loaded };
  const { result, message } = loadedText;
  return defined({ kind: 'result', value: result, message, ...read });
}

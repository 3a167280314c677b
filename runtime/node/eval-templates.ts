import { join } from 'node:path';
import { prepareRunner } from '../evals/prepare/prepare-runner.ts';
import { prepareTemplate } from '../evals/prepare/prepare-template.ts';
import type { RunTemplate, RuntimeTemplate } from '../evals/prepare/prepare-trials.ts';
import { MAX_LLM_CALLS } from '../loop/limits.ts';
import type { EditorLink } from '../models/vscode.ts';
import type { EvalModel, EvalParams } from '../protocol/evals.ts';
import type { Refusal } from '../run/prepare.ts';

/** Prepares the runs of each client and model of an eval from the extension. */
export async function prepareTemplates(
  params: EvalParams,
  editor: EditorLink,
): Promise<readonly RunTemplate[] | Refusal> {
  const templates: RunTemplate[] = [];
  for (const client of new Set(params.clients)) {
    const command = params.runners?.[client];
    const ofRunner =
      command === undefined
        ? []
        : prepareRunner(
            command,
            client,
            params.models.map(({ name }) => name),
          );
    if ('refused' in ofRunner) return ofRunner;
    templates.push(...ofRunner);
    for (const model of command === undefined ? params.models : []) {
      const template = await prepareModel(params, model, client, editor);
      if ('refused' in template) return template;
      templates.push(template);
    }
  }
  return templates;
}

/** Prepares the runs of a model as a client. */
export function prepareModel(
  {
    skill,
    guards,
    guardSettings,
    maxLlmCalls,
    reasoning,
    modelTimeout,
    scriptTimeout,
    requireSandbox,
    out,
  }: EvalParams,
  { name, baseUrl, apiKey, keys }: EvalModel,
  client: string,
  editor: EditorLink,
): Promise<RuntimeTemplate | Refusal> {
  return prepareTemplate({
    ...{ skills: [skill], folder: skill, client, model: name, editor, guards },
    // Some models never give up: without a limit the eval would not end.
    maxLlmCalls: maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS,
    ...(guardSettings === undefined ? {} : { guardSettings }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(modelTimeout === undefined ? {} : { modelTimeout }),
    ...(scriptTimeout === undefined ? {} : { scriptTimeout }),
    ...(requireSandbox === undefined ? {} : { requireSandbox }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(keys === undefined ? {} : { keys }),
    ...{ runs: join(out, 'runs'), trusted: true },
  });
}

/** Returns the settings that affect the outcome of runs. Those of the command line are the same, so that it shares trials. */
export function settingsOf({
  guards,
  guardSettings,
  maxLlmCalls,
  reasoning,
  models,
  clients,
  runners = {},
}: EvalParams) {
  const commands = Object.entries(runners).filter(([client]) => clients.includes(client));
  const addresses = models.flatMap(({ name, baseUrl }) => (baseUrl === undefined ? [] : [[name, baseUrl] as const]));
  const [first] = addresses;
  return {
    ...{ guards, maxLlmCalls: maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS, install: 'user' },
    ...(guardSettings === undefined ? {} : { guardSettings: JSON.stringify(guardSettings) }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(commands.length === 0 ? {} : { runner: JSON.stringify(commands) }),
    ...(first === undefined ? {} : { baseUrl: models.length === 1 ? first[1] : JSON.stringify(addresses) }),
  };
}

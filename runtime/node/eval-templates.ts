import { join } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import { prepareRunner, RUNNER_TIMEOUT_SECONDS } from '../evals/prepare/prepare-runner.ts';
import { prepareTemplate } from '../evals/prepare/prepare-template.ts';
import type { RunTemplate, RuntimeTemplate } from '../evals/prepare/prepare-trials.ts';
import type { TrialSettings } from '../evals/trials/plan.ts';
import { MAX_LLM_CALLS, MODEL_LIMITS } from '../loop/model-call/limits.ts';
import type { EditorLink } from '../models/providers/vscode.ts';
import type { EvalModel, EvalParams } from '../protocol/evals.ts';
import { runOptionsIn } from '../protocol/run-options.ts';
import type { Refusal } from '../run/prepare.ts';
import { SCRIPT_LIMITS } from '../scripts/local-executor.ts';

/** Prepares the runs of each client and model, or returns the problem with one. */
export async function prepareTemplates(
  params: EvalParams,
  editor: EditorLink,
): Promise<readonly RunTemplate[] | Refusal> {
  const templates: RunTemplate[] = [];
  for (const client of new Set(params.clients)) {
    const command = own(params.runners, client);
    const ofRunner =
      command === undefined
        ? []
        : prepareRunner(
            command,
            client,
            params.models.map(({ name }) => name),
          );
    if ('refused' in ofRunner) return ofRunner;
    const runner = command === undefined ? {} : { runner: command, runnerTimeout: RUNNER_TIMEOUT_SECONDS };
    templates.push(...ofRunner.map((one) => ({ ...one, settings: runner })));
    for (const model of command === undefined ? params.models : []) {
      const template = await prepareModel(params, model, client, editor);
      if ('refused' in template) return template;
      templates.push({ ...template, settings: settingsOf(params, model) });
    }
  }
  return templates;
}

/** Prepares the runs of a client with a model, or returns the problem with it. */
export function prepareModel(
  params: EvalParams,
  { name, baseUrl, apiKey, keys }: EvalModel,
  client: string,
  editor: EditorLink,
): Promise<RuntimeTemplate | Refusal> {
  const { skill, workspace, out } = params;
  // The limit on costs is that of the eval.
  const { maxCost, ...options } = runOptionsIn(params);
  return prepareTemplate({
    ...options,
    maxLlmCalls: maxLlmCallsOf(params),
    ...defined<Partial<Parameters<typeof prepareTemplate>[0]>>({ workspace, baseUrl, apiKey, keys }),
    skills: [skill],
    folder: skill,
    client,
    model: name,
    editor,
    runs: join(out, 'runs'),
    trusted: true,
  });
}

/**
 * Returns the settings that affect the outcome of runs. Those of the command line are the same, so that it shares trials:
 * a setting that it does not have is one only if it differs from its default.
 */
function settingsOf(params: EvalParams, { baseUrl }: EvalModel): TrialSettings {
  const { guards, guardSettings, reasoning, modelTimeout = 0, scriptTimeout = 0, requireSandbox } = params;
  const isUsual = {
    modelTimeout: modelTimeout === 0 || modelTimeout * 1000 === MODEL_LIMITS.idleMs,
    scriptTimeout: scriptTimeout === 0 || scriptTimeout === SCRIPT_LIMITS.timeoutSeconds,
  };
  const settings: Readonly<Record<string, TrialSettings[string] | undefined>> = {
    guards,
    maxLlmCalls: maxLlmCallsOf(params),
    install: 'user',
    guardSettings: guardSettings === undefined ? undefined : JSON.stringify(guardSettings),
    reasoning,
    modelTimeout: isUsual.modelTimeout ? undefined : modelTimeout,
    scriptTimeout: isUsual.scriptTimeout ? undefined : scriptTimeout,
    requireSandbox: requireSandbox === true ? requireSandbox : undefined,
    // The same name is another model at another endpoint.
    baseUrl,
  };
  const set = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}

/** Some models never give up: without a limit the eval would not end. */
function maxLlmCallsOf({ maxLlmCalls }: EvalParams): number {
  return maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS;
}

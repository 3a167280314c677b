/** The inputs of an eval of the command line: skills with their cases, clients and models, the judge. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, own, type Skill } from '../../skill/index.ts';
import type { Judge } from '../evals/judge-runs.ts';
import { prepareTemplate, runnerTemplates } from '../evals/prepare/prepare-template.ts';
import type { RunTemplate, RuntimeTemplate } from '../evals/prepare/prepare-trials.ts';
import { createRunner } from '../evals/runner/client-runner.ts';
import type { Shard } from '../evals/trials/shard.ts';
import { DEFAULT_MODEL } from '../models/default-model.ts';
import type { GuardPreset } from '../protocol/events.ts';
import { findSkillsIn } from '../stress/report.ts';
import { ABSENT, type ProviderLimit } from './eval-options.ts';
import type { ResultOptions } from './eval-report.ts';
import { unsetVariableMessage } from './unset-variable.ts';

/** The options of `skillwright eval`. */
export interface EvalCommandOptions extends ResultOptions {
  readonly cases?: readonly string[];
  readonly client?: readonly string[];
  readonly model?: readonly string[];
  readonly trials: number;
  readonly baseline: string;
  readonly baselineRevision?: string;
  readonly with?: readonly string[];
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly judge?: string;
  readonly judgeVotes: number;
  readonly out: string;
  readonly trustResults?: boolean;
  readonly jobs: number;
  readonly maxCost?: number;
  readonly ledger?: string;
  readonly concurrentRequests?: readonly ProviderLimit[];
  readonly requestsPerMinute?: readonly ProviderLimit[];
  readonly shard?: Shard;
  readonly queue?: string;
  readonly preview?: boolean;
  readonly yes?: boolean;
  readonly changedSince?: string;
  readonly runner?: string;
  readonly runnerTimeout: number;
}

/** The skills and files of an eval. */
export interface Inputs {
  readonly skills: readonly Skill[];
  readonly caseFiles: readonly string[];
  readonly distractors: readonly Skill[];
  readonly baseline?: Skill;
  readonly workspace?: string;
}

/** Reads the skills, or returns the problem with them. */
export function readInputs(folders: readonly string[], options: EvalCommandOptions): Inputs | string {
  const found = findSkillsIn(folders.map((one) => resolve(one)));
  if (found.kind === 'failed') return found.message;
  const { cases = [], with: others = [], baseline, baselineRevision, workspace } = options;
  const distractors = others.length === 0 ? undefined : findSkillsIn(others.map((one) => resolve(one)));
  if (distractors?.kind === 'failed') return distractors.message;
  if (workspace !== undefined && statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `The folder ${workspace} does not exist.`;
  const earlier = baseline === ABSENT ? undefined : findSkillsIn([resolve(baseline)]);
  if (earlier?.kind === 'failed') return earlier.message;
  if (earlier !== undefined && baselineRevision !== undefined)
    return 'Name --baseline or --baseline-revision: both are the earlier text.';
  if (baselineRevision !== undefined && found.skills.length !== 1)
    return 'Name one skill for --baseline-revision: a comparison of texts is of one skill.';
  if (earlier !== undefined && (earlier.skills.length !== 1 || found.skills.length !== 1))
    return 'Name one skill and one folder for --baseline: a comparison of texts is of one skill.';
  const [before] = earlier?.skills ?? [];
  const names = found.skills.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return `Evaluate one of the skills named ${duplicate} at a time.`;
  return defined({
    skills: found.skills,
    caseFiles: cases.map((file) => resolve(file).replaceAll('\\', '/')),
    distractors: distractors?.skills ?? [],
    baseline: before,
    workspace: workspace === undefined ? undefined : resolve(workspace),
  });
}

/** Prepares a run for each client and model, or returns the problem with one. */
export async function readTemplates(
  [skill]: readonly Skill[],
  options: EvalCommandOptions,
): Promise<readonly RunTemplate[] | string> {
  if (options.runner !== undefined) return readRunnerTemplates(options.runner, options);
  const templates: RunTemplate[] = [];
  for (const client of new Set(options.client ?? ['adk']))
    for (const model of new Set(options.model ?? [DEFAULT_MODEL])) {
      // The keys are those of the workers; nothing is sent from here.
      const apiKey = options.queue === undefined ? {} : { apiKey: 'unused' };
      const template = await prepare(model, client, options, skill?.root ?? '', apiKey);
      if (typeof template === 'string') return template;
      templates.push(template);
    }
  return templates;
}

/** Prepares the trials of the author's own command, which runs one client, or returns the problem with it. */
function readRunnerTemplates(command: string, options: EvalCommandOptions): readonly RunTemplate[] | string {
  const { client: clients = [], model: models = [], runnerTimeout, install } = options;
  const ignored = (['baseUrl', 'apiKeyEnv', 'yes'] as const).find((name) => options[name] !== undefined);
  if (ignored !== undefined && options.judge === undefined)
    return 'Leave out --base-url, --api-key-env and --yes: the command of --runner chooses its model and its permissions.';
  if (options.queue !== undefined) return 'Leave out --queue: a runner is a command of this machine.';
  if (clients.length > 1) return 'Name one --client: a runner is the command of one client.';
  if (install === 'user') return 'Leave out --install user: a runner finds its skills in the workspace.';
  const timeoutMs = runnerTimeout * 1000;
  const runner = createRunner({ command, client: clients[0], models, timeoutMs, environment: process.env });
  if (typeof runner === 'string') return runner;
  return runnerTemplates(runner, models);
}

/** Prepares the runs of one client and model, or returns the problem with them. */
async function prepare(
  model: string,
  client: string,
  options: EvalCommandOptions,
  root: string,
  { apiKey: placeholder }: { readonly apiKey?: string } = {},
): Promise<RuntimeTemplate | string> {
  const { apiKeyEnv, baseUrl, install, workspace, guards, maxLlmCalls } = options;
  const apiKey = placeholder ?? (apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim());
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const template = await prepareTemplate(
    defined({
      skills: [root],
      folder: process.cwd(),
      client,
      model,
      guards,
      maxLlmCalls,
      workspace: workspace === undefined ? undefined : resolve(workspace),
      install,
      baseUrl,
      apiKey: apiKey || undefined,
      environment: process.env,
      runs: resolve(options.out, 'runs'),
      trusted: true,
    }),
  );
  return 'refused' in template ? template.refused : template;
}

/** Opens the model of the judge, or returns the problem with it. */
export async function readJudge(
  name: string,
  options: EvalCommandOptions,
  [skill]: readonly Skill[],
): Promise<Omit<Judge, 'votes'> | string> {
  const template = await prepare(name, 'adk', options, skill?.root ?? '');
  if (typeof template === 'string') return template;
  const { model } = template.spec;
  if (model.simulated) return `Choose a language model for --judge: ${name} is simulated.`;
  return defined({ model: model.model, name, baseUrl: options.baseUrl });
}

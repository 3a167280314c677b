import { resolve } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import { withChangedSkills } from '../debug/changed-skills.ts';
import { isRunId } from '../journal/run-id.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { type RunOptions, runOptionsIn } from '../protocol/run-options.ts';
import { continuationProblem, inheritFrom } from '../run/continuation.ts';
import { prepareRun, type RunRequest } from '../run/prepare.ts';
import { lastStart } from '../run/prepare-resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { Output } from './output.ts';
import { isInteractive, play } from './play-run.ts';
import { unsetVariableMessage } from './unset-variable.ts';

/** The options as commander names and parses them. */
export interface RunFlags extends RunOptions {
  readonly skills?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly client?: string;
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  readonly with?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  /** True for all tools. */
  readonly allowLoops?: readonly string[] | true;
  readonly guardThreshold?: Partial<GuardThresholds>;
  readonly runs: string;
  readonly continue?: string;
  readonly otlp?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Performs `skillwright run`, and returns its exit code. */
export async function run(prompt: string, flags: RunFlags): Promise<number> {
  const json = flags.json === true;
  return play(
    await specOf(prompt, flags, isInteractive(json)),
    { json, yes: flags.yes === true, resumeOptions: flags },
    new Output('run'),
  );
}

/** Converts the options to a run, or returns the problem with them. */
async function specOf(prompt: string, flags: RunFlags, paced: boolean): Promise<RunSpec | string> {
  if (prompt.trim() === '') return 'Write a prompt: it is empty.';
  // An unset variable in a shell command would otherwise select the working directory.
  if (flags.skills?.includes('') === true) return 'Name a folder for --skills: it is empty.';
  if (flags.runs === '') return 'Name a folder for --runs: it is empty.';
  const { apiKeyEnv, workspace, continue: continues } = flags;
  if (continues !== undefined && !isRunId(continues)) return `Not a run id: ${continues}`;
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const runs = resolve(flags.runs);
  // A missing or damaged journal is reported when it is opened.
  const last = continues === undefined ? undefined : lastStart(runs, continues);
  const before = typeof last === 'string' ? undefined : last;
  const { skills = [], agent, model, baseUrl } = flags;
  const inherited =
    continues === undefined || before === undefined
      ? { skills, agent, model, baseUrl }
      : inheritFrom({ runs, run: continues }, before, { skills, agent, model, baseUrl });
  if (typeof inherited === 'string') return inherited;
  const spec = await prepareRun({
    ...defined<Omit<RunRequest, 'prompt' | 'folder' | 'runs' | 'trusted' | 'paced'>>({
      ...inherited,
      with: flags.with,
      client: flags.client,
      workspace: workspace === undefined ? undefined : resolve(workspace),
      install: flags.install,
      apiKey: apiKey || undefined,
      guardSettings: guardSettingsOf(flags),
    }),
    ...runOptionsIn(flags),
    prompt,
    folder: process.cwd(),
    environment: process.env,
    runs,
    trusted: true,
    paced,
  });
  if ('refused' in spec) return spec.refused;
  if (continues === undefined) return spec;
  const problem = before === undefined ? undefined : continuationProblem(before, spec);
  return problem ?? withChangedSkills({ ...spec, continues });
}

/** Returns the guard settings that override those of the agent's file; undefined if no option is given. */
function guardSettingsOf({ allowLoops, guardThreshold: thresholds }: RunFlags): GuardSettings | undefined {
  if (allowLoops === undefined && thresholds === undefined) return undefined;
  const exempt = allowLoops === true ? undefined : allowLoops;
  return defined({ loops: allowLoops === true ? false : undefined, exempt, thresholds });
}

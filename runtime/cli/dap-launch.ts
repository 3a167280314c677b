import { resolve } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import type { EarlierEvents } from '../debug/dap/adapter-options.ts';
import type { LaunchArguments } from '../debug/dap/launch-arguments.ts';
import { readEdits } from '../debug/fork/edits.ts';
import { readEvents } from '../debug/fork/fork-spec.ts';
import { prepareFork } from '../debug/fork/prepare-fork.ts';
import { wasKeySent } from '../models/keys/keyed-runs.ts';
import { runOptionsIn } from '../protocol/run-options.ts';
import { prepareRun, type RunRequest } from '../run/prepare.ts';
import { lastStart, prepareResume } from '../run/prepare-resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { DEFAULT_RUNS } from './default-runs.ts';
import { withTrustedCode } from './trusted-code.ts';
import { unsetVariableMessage } from './unset-variable.ts';

/** A run that can be started. */
interface PreparedLaunch {
  readonly spec: RunSpec;
  readonly earlier?: EarlierEvents;
}

/** Prepares the run of a launch configuration, or returns why it cannot start. Relative paths are those of `cwd`. */
export async function prepareLaunch(config: LaunchArguments): Promise<PreparedLaunch | string> {
  const { apiKeyEnv, target } = config;
  if (apiKeyEnv !== undefined && !apiKeyOf(config)) return unsetVariableMessage(apiKeyEnv, 'apiKeyEnv');
  switch (target.kind) {
    case 'new':
      return prepareNew(config, target.prompt);
    case 'continue':
      return prepareContinued(config, target.run);
    case 'fork':
      return prepareForked(config, target);
  }
}

async function prepareNew(config: LaunchArguments, prompt: string): Promise<PreparedLaunch | string> {
  const { agent, model, client, workspace, install, baseUrl } = config;
  const inFolder = (path: string): string => resolve(config.cwd ?? '.', path);
  const subject = {
    prompt,
    skills: pathsOf(config.skills).map(inFolder),
    folder: inFolder('.'),
    agent,
    model,
    client,
    workspace: workspace === undefined ? undefined : inFolder(workspace),
    install,
    with: config.with?.map(inFolder),
    baseUrl,
  };
  const spec = await prepareRun({
    ...defined<Omit<RunRequest, keyof Common>>(subject),
    ...runOptionsIn(config),
    ...commonOf(config),
  });
  return 'refused' in spec ? spec.refused : { spec };
}

/** Prepares a paused or interrupted run of this machine. Its questions are asked again in the debug console. */
async function prepareContinued(config: LaunchArguments, run: string): Promise<PreparedLaunch | string> {
  const common = commonOf(config);
  const place = { runs: common.runs, run };
  const started = lastStart(place.runs, run);
  if (typeof started === 'string') return started;
  const past = readEvents(place.runs, run);
  if (typeof past === 'string') return past;
  const spec = await prepareResume({ ...common, run, replies: [], present: true });
  if ('refused' in spec) return spec.refused;
  const { keyedFor } = spec;
  // The address is from the journal, which may come from anywhere.
  if (common.apiKey !== undefined && keyedFor !== undefined && !wasKeySent(place, keyedFor))
    return `Leave out apiKeyEnv, or start a new run: no key was entered for ${keyedFor} in run ${run}.`;
  const trusted = await withTrustedCode(place, spec, started);
  return typeof trusted === 'string' ? trusted : { spec: trusted, earlier: { past } };
}

async function prepareForked(
  config: LaunchArguments,
  { run, at }: { readonly run: string; readonly at: number },
): Promise<PreparedLaunch | string> {
  const { model, baseUrl, guards, skills } = config;
  const edits = readEdits(config.edits ?? {});
  if (typeof edits === 'string') return edits;
  const common = commonOf(config);
  const prepared = await prepareFork(
    defined({
      ...common,
      run,
      at,
      edits,
      model,
      baseUrl,
      guards,
      skills: skills === 'today' ? skills : undefined,
    }),
  );
  if ('refused' in prepared) return prepared.refused;
  const { spec, started, lost } = prepared;
  const trusted = await withTrustedCode({ runs: common.runs, run }, spec, started);
  if (typeof trusted === 'string') return trusted;
  return { spec: trusted, earlier: defined({ prepared: spec.fork.prepared, lost }) };
}

function pathsOf(skills: LaunchArguments['skills'] = []): readonly string[] {
  return skills === 'today' ? [] : skills;
}

type Common = Pick<RunRequest, 'environment' | 'trusted' | 'paced' | 'runs' | 'apiKey'>;

/** Returns the part of the request of every run that the adapter starts. */
function commonOf(config: LaunchArguments): Common {
  return defined({
    environment: process.env,
    trusted: true,
    paced: false,
    runs: resolve(config.cwd ?? '.', config.runs ?? DEFAULT_RUNS),
    apiKey: apiKeyOf(config) || undefined,
  });
}

/** Returns the key that a launch configuration names; undefined if there is none. */
export function apiKeyOf({ apiKeyEnv }: LaunchArguments): string | undefined {
  return apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
}

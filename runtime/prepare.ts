import { readAgent } from './agents.ts';
import { ABSURD_LLM_CALLS } from './loop/limits.ts';
import { openModel } from './models/registry.ts';
import type { GuardPreset } from './protocol/events.ts';
import type { GuardSettings } from './protocol/guards.ts';
import type { RunSpec } from './run.ts';
import { localExecutor } from './scripts/local-executor.ts';
import { readSkills } from './toolset/skills.ts';

/** A run as it is asked for: by options, by the extension, or by the journal of a run that goes on. */
export interface RunRequest {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that hold skills. */
  readonly skills: readonly string[];
  /** A file or a name. */
  readonly agent?: string;
  /** Absolute path of the folder that agents are looked for in. */
  readonly folder: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly guards: GuardPreset;
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls: number;
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Scripts run at all only where the workspace is trusted. */
  readonly trusted: boolean;
  /** Simulated models take their time. */
  readonly paced: boolean;
}

/** Reads and opens everything that a run needs; what is wrong is a message. */
export async function prepareRun(request: RunRequest): Promise<RunSpec | string> {
  const { prompt, baseUrl, apiKey, folder, guards, guardSettings, maxLlmCalls, runs } = request;
  if (maxLlmCalls >= ABSURD_LLM_CALLS) return 'maxLlmCalls is absurdly large.';
  const agent = readAgent(request.agent, folder);
  if (agent.kind === 'failed') return agent.message;
  const skills = readSkills(request.skills);
  if (skills.kind === 'failed') return skills.message;
  const model = await openModel({
    name: request.model,
    paced: request.paced,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  if (model.kind === 'failed') return model.message;
  return {
    prompt,
    skills: skills.skills,
    notes: skills.notes,
    agent: agent.agent,
    ...(request.agent === undefined ? {} : { agentFile: request.agent }),
    folder,
    model,
    guards,
    maxLlmCalls,
    runs,
    secrets: apiKey === undefined ? [] : [apiKey],
    executor: localExecutor({ trusted: request.trusted }),
    ...(guardSettings === undefined ? {} : { guardSettings }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

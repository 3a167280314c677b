import { skillsOfRun } from './agents/agent-skills.ts';
import { readAgent } from './agents/read-agent.ts';
import { ABSURD_LLM_CALLS, MAX_LLM_CALLS } from './loop/limits.ts';
import { DEFAULT_MODEL, openModel } from './models/registry.ts';
import type { GuardPreset } from './protocol/events.ts';
import type { GuardSettings } from './protocol/guards.ts';
import type { RunSpec } from './run.ts';
import { localExecutor } from './scripts/local-executor.ts';

/** A run as it is asked for: by options, by the extension, or by the journal of a run that goes on. */
export interface RunRequest {
  readonly prompt: string;
  /** Absolute paths of skill folders, or of folders that hold skills. */
  readonly skills: readonly string[];
  /** A file or a name. */
  readonly agent?: string;
  /** Absolute path of the folder that agents are looked for in. */
  readonly folder: string;
  /** Absent: the agent's, else the default. */
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** What is asked for here wins over what the agent says, and that over `defaults`. */
  readonly guards?: GuardPreset;
  readonly guardSettings?: GuardSettings;
  readonly maxLlmCalls?: number;
  readonly defaults?: { readonly guards: GuardPreset; readonly maxLlmCalls: number };
  /** Absolute path of the folder of runs. */
  readonly runs: string;
  /** Scripts run at all, and modules of tools and MCP servers are started, only where the workspace is trusted. */
  readonly trusted: boolean;
  /** False where nobody named the agent: what it brings that runs is not started then, whatever `trusted` says. */
  readonly named?: boolean;
  /** Simulated models take their time. */
  readonly paced: boolean;
}

/** Reads and opens everything that a run needs; what is wrong is a message. */
export async function prepareRun(request: RunRequest): Promise<RunSpec | string> {
  const { prompt, baseUrl, apiKey, folder, defaults, runs } = request;
  const read = await readAgent(request.agent, folder);
  if (read.kind === 'failed') return read.message;
  const { agent, team } = read;
  const maxLlmCalls = request.maxLlmCalls ?? agent.maxLlmCalls ?? defaults?.maxLlmCalls ?? MAX_LLM_CALLS;
  if (maxLlmCalls >= ABSURD_LLM_CALLS) return 'maxLlmCalls is absurdly large.';
  const guardSettings = request.guardSettings ?? agent.guards?.settings;
  const skills = skillsOfRun(agent, request.skills);
  if (skills.kind === 'failed') return skills.message;
  const open = (name: string): ReturnType<typeof openModel> =>
    openModel({
      name,
      paced: request.paced,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  const model = await open(request.model ?? agent.model ?? DEFAULT_MODEL);
  if (model.kind === 'failed') return model.message;
  return {
    prompt,
    skills: skills.skills,
    notes: [...read.notes, ...skills.notes],
    agent,
    team,
    trusted: request.trusted && request.named !== false,
    openModel: open,
    ...(request.agent === undefined ? {} : { agentFile: request.agent }),
    folder,
    model,
    guards: request.guards ?? agent.guards?.preset ?? defaults?.guards ?? 'default',
    maxLlmCalls,
    ...(agent.maxTokens === undefined ? {} : { maxTokens: agent.maxTokens }),
    runs,
    secrets: apiKey === undefined ? [] : [apiKey],
    executor: localExecutor({ trusted: request.trusted }),
    ...(guardSettings === undefined ? {} : { guardSettings }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

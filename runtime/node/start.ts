import { dirname } from 'node:path';
import { readAgent } from '../agents.ts';
import { ABSURD_LLM_CALLS } from '../loop/limits.ts';
import { openModel } from '../models/registry.ts';
import type { StartRunParams } from '../protocol/rpc.ts';
import { type RunWatcher, type StartResult, startRun } from '../run.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { readSkills } from '../toolset/skills.ts';

/** Starts the run that the extension asks for. The workspace is the folder that `.skillwright/runs` stands in. */
export async function startFromEditor(params: StartRunParams, watcher: RunWatcher): Promise<StartResult> {
  const { baseUrl, apiKey } = params;
  if (params.maxLlmCalls >= ABSURD_LLM_CALLS) return { kind: 'failed', message: 'maxLlmCalls is absurdly large.' };
  const agent = readAgent(params.agent, dirname(dirname(params.runs)));
  if (agent.kind === 'failed') return agent;
  const skills = readSkills(params.skills);
  if (skills.kind === 'failed') return skills;
  const model = await openModel({
    name: params.model,
    paced: true,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  if (model.kind === 'failed') return model;
  const spec = {
    prompt: params.prompt,
    skills: skills.skills,
    notes: skills.notes,
    agent: agent.agent,
    model,
    guards: params.guards,
    maxLlmCalls: params.maxLlmCalls,
    runs: params.runs,
    secrets: apiKey === undefined ? [] : [apiKey],
    executor: localExecutor({ trusted: params.trusted }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
  return startRun(spec, watcher);
}

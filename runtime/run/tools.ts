import { hasTools } from '../agents/has-tools.ts';
import type { Toolset } from '../loop/tools.ts';
import type { OpenTools, OpenToolsOptions } from '../tools/assembly/agent-toolset.ts';
import { skillToolset } from '../toolset/skill-toolset.ts';
import type { RunSpec } from './spec.ts';

/** What the tools of a run are given by the run itself. */
export type ToolSurroundings = Pick<
  OpenToolsOptions['shared'],
  'loop' | 'scopeFor' | 'skills' | 'note' | 'registerSecret'
>;

/** The skill tools alone, or with them all that the agent names; what that takes is loaded only then. */
export async function openTools(spec: RunSpec, surroundings: ToolSurroundings): Promise<OpenTools> {
  const { agent, skillTools, aroundTools = (toolset: Toolset) => toolset } = spec;
  const executor = spec.executor === undefined ? {} : { executor: spec.executor };
  const pool = spec.pool === undefined ? {} : { pool: spec.pool };
  if (!hasTools(agent)) {
    const source = surroundings.skills;
    const toolset = skillToolset({ source, ...executor, ...pool, ...agent.skillToolset, ...skillTools });
    return { toolset: aroundTools(toolset), close: () => undefined };
  }
  const { openAgentTools } = await import('../tools/assembly/agent-toolset.ts');
  return openAgentTools({
    agent,
    ...(skillTools === undefined ? {} : { skillTools }),
    shared: {
      ...surroundings,
      ...executor,
      guards: spec.guards,
      guardSettings: spec.guardSettings ?? {},
      team: spec.team ?? new Map(),
      ...(spec.openModel === undefined ? {} : { openModel: spec.openModel }),
      trusted: spec.trusted === true,
      asksForCode: spec.asksForCode === true,
    },
  });
}

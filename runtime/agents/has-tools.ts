import type { Agent } from './agent.ts';

/** Whether an agent has tools beside those of skills. Apart, so that a run without them loads nothing more. */
export function hasTools(agent: Agent): boolean {
  return [agent.tools, agent.additionalTools, agent.agents].some((list) => list !== undefined && list.length > 0);
}

/** The modules and MCP servers that a run of these agents would start, as they stand in their files. */
export function codeOf(agents: Iterable<Agent>): readonly string[] {
  const entries = [...agents].flatMap((agent) => [...(agent.tools ?? []), ...(agent.additionalTools ?? [])]);
  return entries.filter((entry) => entry.kind === 'module' || entry.kind === 'mcp').map((entry) => entry.written);
}

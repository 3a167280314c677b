import type { Agent } from './agent.ts';

/** True if an agent has tools other than skill tools. In a separate file, so that a run without such tools loads no further modules. */
export function hasTools(agent: Agent): boolean {
  return [agent.tools, agent.additionalTools, agent.agents].some((list) => list !== undefined && list.length > 0);
}

/** Returns the modules and MCP servers that a run of these agents would start, as written in their files. */
export function codeEntriesOf(agents: Iterable<Agent>): readonly string[] {
  const entries = [...agents].flatMap((agent) => [...(agent.tools ?? []), ...(agent.additionalTools ?? [])]);
  return entries.filter((entry) => entry.kind === 'module' || entry.kind === 'mcp').map((entry) => entry.written);
}

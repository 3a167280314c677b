import type { Agent } from '../agents/agent.ts';

/** Whether an agent has tools beside those of skills. Apart, so that a run without them loads nothing more. */
export function hasTools(agent: Agent): boolean {
  return [agent.tools, agent.additionalTools, agent.agents].some((list) => list !== undefined && list.length > 0);
}

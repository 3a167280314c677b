import type { Tool } from './tools.ts';

/** Returns the tool that a model, a skill or a setting names: by its name, or by the one that its server gave it. */
export function findTool<T extends Pick<Tool, 'name' | 'declaredName'>>(
  tools: readonly T[],
  name: string,
): T | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.declaredName === name);
}

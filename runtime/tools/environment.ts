import { setOwn } from '../../skill/index.ts';
import { isCommonVariable } from '../secrets/split-environment.ts';

/** Returns a clean environment for the processes of modules and MCP servers, plus `more`. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  // Values starting with `()` are exported shell functions.
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && isCommonVariable(name) && !value.startsWith('()')) setOwn(environment, name, value);
  return { ...environment, ...more };
}

import { isCommonVariable } from '../protocol/environment.ts';

/** The environment for processes of modules and MCP servers: clean, with `more` on top. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  // A value that begins so is a function that a shell exported.
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && isCommonVariable(name) && !value.startsWith('()')) environment[name] = value;
  return { ...environment, ...more };
}

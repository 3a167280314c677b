import { isAbsolute, resolve } from 'node:path';
import type { ToolEntry } from './agent.ts';

/** What a tool is called that runs a skill: `skills__NAME`. */
export const SKILL_PREFIX = 'skills__';

/**
 * Reads an entry of `tools` or `additionalTools`: a module is a path that begins with `./` or `../` (or is absolute), from
 * `folder`; `server/*` and `server/tool` are of an MCP server; `skills__NAME` runs a skill; every other name is VS Code's.
 */
export function readEntry(written: string, folder: string): ToolEntry {
  if (/^\.{1,2}[\\/]/.test(written) || isAbsolute(written))
    return { kind: 'module', written, file: resolve(folder, written) };
  if (written.startsWith(SKILL_PREFIX)) return { kind: 'skill', written, skill: written.slice(SKILL_PREFIX.length) };
  const slash = written.lastIndexOf('/');
  if (slash > 0) {
    const server = written.slice(0, slash);
    const tool = written.slice(slash + 1);
    return { kind: 'mcp', written, server, folder, ...(tool === '*' ? {} : { tool }) };
  }
  return { kind: 'editor', written };
}

import { isAbsolute, resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import type { ToolEntry } from './agent.ts';

/** Prefix of the names of tools that run a skill: `skills__NAME`. */
export const SKILL_PREFIX = 'skills__';

/**
 * Reads an entry of `tools` or `additionalTools`. A module is a path that starts with `./` or `../`, relative to `folder`,
 * or is absolute. `server/*` and `server/tool` belong to an MCP server, `skills__NAME` runs a skill, and any other name is
 * a VS Code tool.
 */
export function readEntry(written: string, folder: string): ToolEntry {
  if (/^\.{1,2}[\\/]/.test(written) || isAbsolute(written))
    return { kind: 'module', written, file: resolve(folder, written) };
  if (written.startsWith(SKILL_PREFIX)) return { kind: 'skill', written, skill: written.slice(SKILL_PREFIX.length) };
  const slash = written.lastIndexOf('/');
  if (slash > 0) {
    const server = written.slice(0, slash);
    const tool = written.slice(slash + 1);
    return defined({ kind: 'mcp', written, server, folder, tool: tool === '*' ? undefined : tool });
  }
  return { kind: 'editor', written };
}

/**
 * An agent that repairs a skill and knows only the answers of the tools of `skillwright mcp`: it checks the skill, lets
 * `fix_skills` do what it does, makes the edits that the other findings have, and checks again. What has no edit stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ShownFinding } from '../../cli/mcp/findings.ts';

export interface Repairing {
  /** Calls of tools and edits. */
  readonly calls: number;
  /** Errors and warnings. */
  readonly faultsBefore: number;
  readonly faultsAfter: number;
  /** The findings of the first answer. */
  readonly told: readonly ShownFinding[];
}

interface Answer {
  readonly findings?: readonly ShownFinding[];
  readonly cursor?: string;
  readonly errors?: number;
  readonly warnings?: number;
}

/** Lets the agent repair a skill, whose folder is relative to the workspace `root`. */
export async function repair(cli: string, root: string, skill: string): Promise<Repairing> {
  const transport = new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp', '--root', root] });
  const client = new Client({ name: 'agent', version: '1' }, { capabilities: {} });
  await client.connect(transport);
  let calls = 0;
  const call = async (name: string, args: Readonly<Record<string, string>>): Promise<Answer> => {
    calls++;
    const answer = await client.callTool({ name, arguments: { ...args } }, { timeout: 60_000 });
    return (answer.structuredContent ?? {}) as Answer;
  };
  const check = async () => {
    const first = await call('check_skills', { path: skill });
    const findings = [...(first.findings ?? [])];
    for (let { cursor } = first; cursor !== undefined; ) {
      const next = await call('check_skills', { path: skill, cursor });
      findings.push(...(next.findings ?? []));
      cursor = next.cursor;
    }
    return { findings, faults: (first.errors ?? 0) + (first.warnings ?? 0) };
  };
  try {
    const { findings: told, faults: faultsBefore } = await check();
    let left = told;
    if (told.some(({ fix }) => fix?.certain === true)) {
      await call('fix_skills', { path: skill });
      left = told.filter(({ fix }) => fix?.certain !== true);
    }
    for (const finding of left) {
      const edits = finding.fix?.edits ?? [];
      if (edits.length === 0) continue;
      calls++;
      for (const edit of edits) replaceAt(join(root, finding.file), edit);
    }
    const unchanged = calls === 1;
    const faultsAfter = unchanged ? faultsBefore : (await check()).faults;
    return { calls, faultsBefore, faultsAfter, told };
  } finally {
    await client.close();
  }
}

/** Replaces a text as an agent's edit does: the one that is nearest to the given line. */
function replaceAt(path: string, edit: { readonly line: number; readonly old: string; readonly new: string }): void {
  const text = readFileSync(path, 'utf8');
  const start = text
    .split('\n')
    .slice(0, edit.line - 1)
    .join('\n').length;
  const at = text.indexOf(edit.old, Math.max(0, start));
  if (at >= 0) writeFileSync(path, text.slice(0, at) + edit.new + text.slice(at + edit.old.length));
}

import { createHash } from 'node:crypto';
import type { Agent } from '../agents/agent.ts';
import { serverHash } from './server.ts';

/**
 * A hash of what these agents start: their modules by name, their MCP servers by everything that says how each is started.
 * Who named an agent agreed to that, and to nothing else.
 */
export async function hashOfCode(agents: Iterable<Agent>): Promise<string> {
  const parts: unknown[] = [];
  for (const agent of agents) {
    for (const entry of [...(agent.tools ?? []), ...(agent.additionalTools ?? [])]) {
      if (entry.kind === 'module') parts.push(['module', entry.file]);
      if (entry.kind !== 'mcp') continue;
      const { readMcpServer } = await import('../tools/mcp/mcp-config.ts');
      const read = readMcpServer(entry.server, entry.folder);
      parts.push(['mcp', entry.server, read.kind === 'server' ? serverHash(read.server) : read.kind]);
    }
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

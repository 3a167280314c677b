import { createHash } from 'node:crypto';
import type { ServerQuestion } from '../loop/tools.ts';
import type { McpServer } from '../tools/mcp/mcp-config.ts';

/**
 * The question before an MCP server is started: its command as it will run, or its address. What it is given by its
 * environment and its headers is named, not shown; the hash is of all of it, so that whatever changes is asked for again.
 */
export function serverQuestion(name: string, file: string, server: McpServer): ServerQuestion {
  const hash = serverHash(server);
  const command =
    server.kind === 'http'
      ? server.url.origin + server.url.pathname
      : `${[server.command, ...server.args].join(' ')} (in ${server.cwd})`;
  const given = Object.keys(server.kind === 'http' ? server.headers : server.env).sort();
  const hint =
    server.kind === 'http'
      ? `Connect to the MCP server '${name}'? It is sent what the model calls its tools with.`
      : `Start the MCP server '${name}'? It runs with your rights, outside of any sandbox.`;
  return {
    hint,
    server: { name, file, command, given, hash },
    lasting: { kind: 'server', name, place: file, hash, sandbox: 'none' },
  };
}

/** Of all that says how a server is started, or where it is and what it is sent. */
export function serverHash(server: McpServer): string {
  return createHash('sha256')
    .update(JSON.stringify(partsOf(server)))
    .digest('hex');
}

/** In one order, whatever the order in the file. */
function partsOf(server: McpServer): unknown {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return server.kind === 'http'
    ? [server.kind, server.url.href, sorted(server.headers)]
    : [server.kind, server.command, server.args, sorted(server.env), server.cwd];
}

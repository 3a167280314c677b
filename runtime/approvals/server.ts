import { createHash } from 'node:crypto';
import type { McpServer } from '../agents/mcp-config.ts';
import type { CodeQuestion } from '../loop/tools.ts';

/**
 * The question before an MCP server is started: its command as it will run, or its address. What it is given by its
 * environment and its headers is named, not shown; the hash is of all of it, so that whatever changes is asked for again.
 */
export function serverQuestion(name: string, file: string, server: McpServer): CodeQuestion {
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
    persistentApproval: { kind: 'server', name, place: file, hash, sandbox: 'none' },
  };
}

/** Of all that says how a server is started, or where it is and what it is sent. */
function serverHash(server: McpServer): string {
  return createHash('sha256')
    .update(JSON.stringify([server.kind, serverParts(server)]))
    .digest('hex');
}

/** The same by its fields, as a person knows them, in one order whatever the order in the file. */
export function serverParts(server: McpServer): Readonly<Record<string, unknown>> {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return server.kind === 'http'
    ? { address: server.url.href, headers: sorted(server.headers) }
    : { command: server.command, arguments: server.args, environment: sorted(server.env), folder: server.cwd };
}

import { createHash } from 'node:crypto';
import type { McpServer } from '../agents/mcp-config.ts';
import type { CodeQuestion } from '../loop/interfaces/tools.ts';
import { visibleLine } from '../text/visible-text.ts';

/**
 * Creates the question before an MCP server is started or connected to. It shows the command as it will run, or the
 * address. Environment variables and headers are named but not shown; the hash covers their values, so that any change is
 * asked about.
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
      ? `Connect to the MCP server '${visibleLine(name)}'? It receives the arguments of the model's tool calls.`
      : `No sandbox: the server runs as you, and can read and change everything you can.\nStart the MCP server '${visibleLine(name)}'?`;
  return {
    hint,
    server: { name, file, command, given, hash },
    persistentApproval: { kind: 'server', name, place: file, hash, sandbox: 'none' },
  };
}

/** Hashes everything that determines how a server is started, or where it is and what it is sent. */
function serverHash(server: McpServer): string {
  return createHash('sha256')
    .update(JSON.stringify([server.kind, serverParts(server)]))
    .digest('hex');
}

/** Returns the fields of a server under their names for the user, independent of their order in the file. */
export function serverParts(server: McpServer): Readonly<Record<string, unknown>> {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return server.kind === 'http'
    ? { address: server.url.href, headers: sorted(server.headers) }
    : { command: server.command, arguments: server.args, environment: sorted(server.env), folder: server.cwd };
}

import type { ToolEntry } from '../agents/agent.ts';
import type { StepContext } from '../loop/tools.ts';
import { moduleSource } from './module/module-source.ts';
import type { RunShared } from './shared.ts';
import type { ToolSource } from './source.ts';

/** Where the tools of an entry come from, and which of them it names; or why there are none. */
export type OpenedEntry =
  | { readonly kind: 'source'; readonly source: ToolSource; readonly only?: string }
  | { readonly kind: 'none'; readonly why: string };

/** Opens the module or the MCP server of an entry; nothing is started before its tools are asked for. */
export async function openEntry(
  entry: Extract<ToolEntry, { kind: 'module' | 'mcp' }>,
  shared: RunShared,
  step: Pick<StepContext, 'askForServer'>,
): Promise<OpenedEntry> {
  const { sources, note } = shared;
  const key = entry.kind === 'module' ? `module ${entry.file}` : `mcp ${entry.folder} ${entry.server}`;
  const only = entry.kind === 'mcp' && entry.tool !== undefined ? { only: entry.tool } : {};
  const known = sources.get(key);
  if (known !== undefined) return { kind: 'source', source: known, ...only };
  if (entry.kind === 'mcp') {
    const { readMcpServer } = await import('./mcp/mcp-config.ts');
    const read = readMcpServer(entry.server, entry.folder);
    if (read.kind === 'unknown') return { kind: 'none', why: unknownServer(entry.server, read.file, read.known) };
    if (read.kind === 'failed') return { kind: 'none', why: read.message };
    if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
    for (const secret of read.secrets) shared.keepSecret(secret);
    if (shared.asksForServers === true && step.askForServer !== undefined) {
      const { serverQuestion } = await import('../approvals/server.ts');
      // Several entries name tools of one server, and several agents do: one question.
      const consent =
        shared.consents.get(key) ?? step.askForServer(serverQuestion(entry.server, read.file, read.server));
      shared.consents.set(key, consent);
      if ((await consent) === 'deny') return { kind: 'none', why: 'not started, as you denied it' };
    }
    const { mcpSource } = await import('./mcp/mcp-source.ts');
    // Two agents may have come here at once.
    const source = sources.get(key) ?? mcpSource({ name: entry.server, server: read.server, note });
    sources.set(key, source);
    return { kind: 'source', source, ...only };
  }
  if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
  const source = moduleSource({ name: entry.written, file: entry.file, note });
  sources.set(key, source);
  return { kind: 'source', source };
}

const UNTRUSTED = 'not loaded, as the workspace is not trusted';

function unknownServer(server: string, file: string | undefined, known: readonly string[]): string {
  const tools = "Tools of VS Code's own chat are not available here.";
  if (file === undefined) return `there is no .vscode/mcp.json with a server '${server}'. ${tools}`;
  return `${file} has no server '${server}'${known.length === 0 ? '' : `, but ${known.join(', ')}`}. ${tools}`;
}

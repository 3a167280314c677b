import type { ToolEntry } from '../../agents/agent.ts';
import type { CodeQuestion, StepContext } from '../../loop/interfaces/tools.ts';
import type { ModuleHostOptions } from '../module/module-host.ts';
import { moduleSource } from '../module/module-source.ts';
import type { RunShared } from '../run-shared.ts';
import type { ToolSource } from '../source.ts';

/** The source of an entry's tools and the selected tool, if only one, or the reason why there are none. */
export type OpenedEntry =
  | { readonly kind: 'source'; readonly source: ToolSource; readonly only?: string }
  | { readonly kind: 'none'; readonly why: string };

/** Opens the module or MCP server of an entry. Nothing starts before its tools are listed. */
export async function openEntry(
  entry: Extract<ToolEntry, { kind: 'module' | 'mcp' }>,
  shared: RunShared,
  step: Pick<StepContext, 'askForCode'>,
): Promise<OpenedEntry> {
  const { sources, note } = shared;
  if (entry.kind === 'mcp') return openServer(splitEntries.get(entry) ?? entry, shared, step);
  const key = `module ${entry.file}`;
  const opened = sources.get(key);
  if (opened !== undefined) return { kind: 'source', source: opened };
  if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
  const module = { name: entry.written, file: entry.file, note };
  const approval = shared.asksForCode === true ? await approveModule(entry, key, shared, step) : {};
  if (typeof approval === 'string') return { kind: 'none', why: approval };
  // Another agent may have opened it in the meantime.
  const source = sources.get(key) ?? moduleSource({ ...module, ...approval });
  sources.set(key, source);
  return { kind: 'source', source };
}

type McpEntry = Extract<ToolEntry, { kind: 'mcp' }>;

/** Entries that name a tool with a `/`, read as their server's file says. */
const splitEntries = new WeakMap<McpEntry, McpEntry>();

/** Returns the entry with the longest known server that it can start with. Names of tools can contain `/`, those of servers, too. */
function splitAtServer(entry: McpEntry, known: readonly string[]): McpEntry | undefined {
  const servers = known.filter((name) => entry.written.startsWith(`${name}/`));
  const server = servers.toSorted((a, b) => b.length - a.length)[0];
  return server === undefined ? undefined : { ...entry, server, tool: entry.written.slice(server.length + 1) };
}

async function openServer(
  entry: McpEntry,
  shared: RunShared,
  step: Pick<StepContext, 'askForCode'>,
): Promise<OpenedEntry> {
  const { sources, note } = shared;
  const key = `mcp ${entry.folder} ${entry.server}`;
  const only = entry.tool === undefined ? {} : { only: entry.tool };
  const opened = sources.get(key);
  if (opened !== undefined) return { kind: 'source', source: opened, ...only };
  const { readMcpServer } = await import('../../agents/mcp-config.ts');
  const read = readMcpServer(entry.server, entry.folder);
  if (read.kind === 'unknown') {
    const other = splitAtServer(entry, read.known);
    if (other === undefined) return { kind: 'none', why: unknownServer(entry.server, read.file, read.known) };
    splitEntries.set(entry, other);
    return openServer(other, shared, step);
  }
  if (read.kind === 'failed') return { kind: 'none', why: read.message };
  if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
  for (const secret of read.secrets) shared.registerSecret(secret);
  if (shared.asksForCode === true) {
    const { serverQuestion } = await import('../../approvals/server-question.ts');
    const decision = await requestConsent(key, shared, step, () =>
      serverQuestion(entry.server, read.file, read.server),
    );
    if (decision === 'deny') return { kind: 'none', why: 'not started, as you denied it' };
  }
  const { mcpSource } = await import('../mcp/mcp-source.ts');
  // Another agent may have opened it in the meantime.
  const source = sources.get(key) ?? mcpSource({ name: entry.server, server: read.server, note });
  sources.set(key, source);
  return { kind: 'source', source, ...only };
}

/** Requests approval for a module. Returns why it is not loaded, or a check that the approved files are unchanged. */
async function approveModule(
  { written, file }: Extract<ToolEntry, { kind: 'module' }>,
  key: string,
  shared: RunShared,
  step: Pick<StepContext, 'askForCode'>,
): Promise<string | Pick<ModuleHostOptions, 'refuseLoading'>> {
  const { readModuleFiles } = await import('../../approvals/module-files.ts');
  const read = readModuleFiles(file);
  // Loading reports the problem. A file that appears in the meantime was not approved.
  if (read === undefined) return { refuseLoading: () => (readModuleFiles(file) === undefined ? undefined : CHANGED) };
  const { moduleQuestion } = await import('../../approvals/module-question.ts');
  if ((await requestConsent(key, shared, step, () => moduleQuestion(written, file, read))) === 'deny')
    return 'not loaded, as you denied it';
  return {
    refuseLoading() {
      const now = readModuleFiles(file);
      // If there are too many files to compare, any state is approved.
      const same = !read.isComplete || (now?.isComplete === true && now.hash === read.hash);
      return same ? undefined : CHANGED;
    },
  };
}

/** Requests a single approval per server or module, even if several entries and agents use it. */
function requestConsent(
  key: string,
  { consents }: RunShared,
  step: Pick<StepContext, 'askForCode'>,
  question: () => CodeQuestion,
): Promise<'approve' | 'deny'> {
  // Denied if no one can be asked.
  const pending = consents.get(key) ?? step.askForCode?.(question()) ?? Promise.resolve('deny' as const);
  consents.set(key, pending);
  return pending;
}

const CHANGED = 'it has changed since this run began; run again to approve it';
const UNTRUSTED = 'not loaded, because the workspace is not trusted';

function unknownServer(server: string, file: string | undefined, known: readonly string[]): string {
  const tools = "Tools of VS Code's own chat are not available here.";
  if (file === undefined) return `no .vscode/mcp.json with a server '${server}' was found. ${tools}`;
  return `${file} has no server '${server}'${known.length === 0 ? '' : `; available: ${known.join(', ')}`}. ${tools}`;
}

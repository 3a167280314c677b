import type { ToolEntry } from '../../agents/agent.ts';
import type { CodeQuestion, StepContext } from '../../loop/tools.ts';
import type { ModuleHostOptions } from '../module/module-host.ts';
import { moduleSource } from '../module/module-source.ts';
import type { RunShared } from '../shared.ts';
import type { ToolSource } from '../source.ts';

/** Where the tools of an entry come from, and which of them it names; or why there are none. */
export type OpenedEntry =
  | { readonly kind: 'source'; readonly source: ToolSource; readonly only?: string }
  | { readonly kind: 'none'; readonly why: string };

/** Opens the module or the MCP server of an entry; nothing is started before its tools are asked for. */
export async function openEntry(
  entry: Extract<ToolEntry, { kind: 'module' | 'mcp' }>,
  shared: RunShared,
  step: Pick<StepContext, 'askForCode'>,
): Promise<OpenedEntry> {
  const { sources, note } = shared;
  const key = entry.kind === 'module' ? `module ${entry.file}` : `mcp ${entry.folder} ${entry.server}`;
  const only = entry.kind === 'mcp' && entry.tool !== undefined ? { only: entry.tool } : {};
  const known = sources.get(key);
  if (known !== undefined) return { kind: 'source', source: known, ...only };
  if (entry.kind === 'mcp') {
    const { readMcpServer } = await import('../../agents/mcp-config.ts');
    const read = readMcpServer(entry.server, entry.folder);
    if (read.kind === 'unknown') return { kind: 'none', why: unknownServer(entry.server, read.file, read.known) };
    if (read.kind === 'failed') return { kind: 'none', why: read.message };
    if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
    for (const secret of read.secrets) shared.keepSecret(secret);
    if (shared.asksForCode === true) {
      const { serverQuestion } = await import('../../approvals/server.ts');
      const said = await consent(key, shared, step, () => serverQuestion(entry.server, read.file, read.server));
      if (said === 'deny') return { kind: 'none', why: 'not started, as you denied it' };
    }
    const { mcpSource } = await import('../mcp/mcp-source.ts');
    // Two agents may have come here at once.
    const source = sources.get(key) ?? mcpSource({ name: entry.server, server: read.server, note });
    sources.set(key, source);
    return { kind: 'source', source, ...only };
  }
  if (!shared.trusted) return { kind: 'none', why: UNTRUSTED };
  const module = { name: entry.written, file: entry.file, note };
  const asked = shared.asksForCode === true ? await askedFor(entry, key, shared, step) : {};
  if (typeof asked === 'string') return { kind: 'none', why: asked };
  // Two agents may have come here at once.
  const source = sources.get(key) ?? moduleSource({ ...module, ...asked });
  sources.set(key, source);
  return { kind: 'source', source };
}

/** What a person says to a module of tools: why it is not loaded, or what holds it to what they saw. */
async function askedFor(
  { written, file }: Extract<ToolEntry, { kind: 'module' }>,
  key: string,
  shared: RunShared,
  step: Pick<StepContext, 'askForCode'>,
): Promise<string | Pick<ModuleHostOptions, 'holds'>> {
  const { readModuleFiles } = await import('../../approvals/module-files.ts');
  const read = readModuleFiles(file);
  // Loading it says what is wrong; one that has come meanwhile is not what nobody was asked about.
  if (read === undefined) return { holds: () => (readModuleFiles(file) === undefined ? undefined : CHANGED) };
  const { moduleQuestion } = await import('../../approvals/module.ts');
  if ((await consent(key, shared, step, () => moduleQuestion(written, file, read))) === 'deny')
    return 'not loaded, as you denied it';
  return {
    holds() {
      const now = readModuleFiles(file);
      // Too much to compare is approved as it comes.
      const same = !read.whole || (now?.whole === true && now.hash === read.hash);
      return same ? undefined : CHANGED;
    },
  };
}

/** Several entries name one server or module, and several agents do: one question. */
function consent(
  key: string,
  { consents }: RunShared,
  step: Pick<StepContext, 'askForCode'>,
  question: () => CodeQuestion,
): Promise<'approve' | 'deny'> {
  // Nobody can be asked: nothing is started.
  const said = consents.get(key) ?? step.askForCode?.(question()) ?? Promise.resolve('deny' as const);
  consents.set(key, said);
  return said;
}

const CHANGED = 'it has changed since this run began; run again to be asked about it anew';
const UNTRUSTED = 'not loaded, as the workspace is not trusted';

function unknownServer(server: string, file: string | undefined, known: readonly string[]): string {
  const tools = "Tools of VS Code's own chat are not available here.";
  if (file === undefined) return `there is no .vscode/mcp.json with a server '${server}'. ${tools}`;
  return `${file} has no server '${server}'${known.length === 0 ? '' : `, but ${known.join(', ')}`}. ${tools}`;
}

/** Completes tools in lists of tools that a skill or an agent may use. */

import stripJsonComments from 'strip-json-comments';
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-protocol';
import { ADDITIONAL_TOOLS, CLIENTS, type FileSystem, join } from '../../../skill/index.ts';
import { areAllOf, type Clients } from '../../clients.ts';
import { isMap } from '../../settings.ts';
import type { FrontmatterPlace } from './frontmatter-place.ts';
import type { CompletionResult } from './item.ts';

type ValuePlace = Extract<FrontmatterPlace, { kind: 'value' }>;

/** Fields that contain names of tools. */
const FIELDS: ReadonlySet<string> = new Set([
  'allowed-tools',
  'allowed_tools',
  'disallowed-tools',
  'tools',
  'disallowedTools',
  ADDITIONAL_TOOLS,
]);

export const holdsTools = (field: string): boolean => FIELDS.has(field);

/** Files that configure a workspace's MCP servers, with the key and the format of tool names. */
const SERVERS = [
  { file: '.mcp.json', key: 'mcpServers', write: (name: string) => `mcp__${name.replaceAll(/[^\w-]/g, '_')}__*` },
  { file: '.vscode/mcp.json', key: 'servers', write: (name: string) => `${name}/*` },
] as const;

/** Folders that may contain the configuration of MCP servers. */
interface ConfigFolders {
  readonly fs: FileSystem;
  readonly repositoryRoot?: string;
  readonly workspaceRoot?: string;
  readonly pluginRoot?: string;
}

/**
 * Returns the available tools, one item per name: those of the workspace's MCP servers, of its agents (`declared`), and
 * the built-in tools of each client.
 */
export function toolItems(
  { field, range, others, prefix }: ValuePlace,
  clients: Clients,
  declared: readonly string[],
  configFolders: ConfigFolders,
): CompletionResult {
  const tools = new Map<string, string[]>();
  const add = (name: string, detail: string): void => {
    if (!others.includes(name)) tools.set(name, [...(tools.get(name) ?? []), detail]);
  };
  for (const name of declared) add(name, 'an agent’s tool');
  // An agent's own tools must be added by name; a client's tools are always available.
  if (field !== ADDITIONAL_TOOLS) {
    for (const { name, file } of mcpServers(configFolders)) add(name, `all tools of the MCP server, from ${file}`);
    const onlySpecification = areAllOf(clients, 'spec');
    for (const client of CLIENTS) {
      if (clients !== 'auto' && !onlySpecification && !clients.includes(client.id)) continue;
      for (const tool of client.tools) add(tool.name, `${client.name}: ${tool.does}`);
    }
  }
  const items = [...tools].map(
    ([name, details], index): CompletionItem => ({
      label: name,
      kind: CompletionItemKind.Function,
      detail: details.join('; '),
      sortText: String(index).padStart(3, '0'),
      filterText: prefix + name,
      insertText: prefix + name,
    }),
  );
  return { items, range };
}

/** Returns the MCP servers of the repository, the workspace folder and the plugin. */
function mcpServers({
  fs,
  repositoryRoot,
  workspaceRoot,
  pluginRoot,
}: ConfigFolders): readonly { readonly name: string; readonly file: string }[] {
  const roots = new Set([repositoryRoot, workspaceRoot, pluginRoot].filter((root) => root !== undefined));
  return [...roots].flatMap((root) =>
    SERVERS.flatMap(({ file, key, write }) => {
      const servers = readMap(fs, join(root, file))?.[key];
      return isMap(servers) ? Object.keys(servers).map((name) => ({ name: write(name), file })) : [];
    }),
  );
}

function readMap(fs: FileSystem, path: string): Readonly<Record<string, unknown>> | undefined {
  const read = fs.read(path);
  if (read.kind !== 'text') return undefined;
  try {
    const value: unknown = JSON.parse(stripJsonComments(read.text.replace(/^\uFEFF/, ''), { trailingCommas: true }));
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the MCP servers that files of a repository declare. Such files hold credentials: of each only the names of the servers are kept. */
import { parse as parseToml } from 'smol-toml';
import stripJsonComments from 'strip-json-comments';
import type { FileSystem } from '../files/files.ts';
import { dirname, join, within } from '../files/paths.ts';
import { isObject, type JsonObject } from '../plugins/read-json.ts';
import { readMarketplaces } from '../plugins/read-marketplace.ts';
import { withoutLinksOut } from '../plugins/skill-place.ts';
import { isDeeperThan } from '../text/json-depth.ts';
import { own } from '../text/own.ts';

/** A file that declares servers. */
interface ServersFile {
  readonly path: string;
  readonly key: string;
  readonly format?: 'toml';
  /** True if the servers may be the file itself. */
  readonly isBare?: true;
  /** True if the value may be the path of another such file. */
  readonly hasPaths?: true;
}

/** The files by their path in a repository, a workspace or a plugin. */
const FILES: readonly ServersFile[] = [
  { path: '.mcp.json', key: 'mcpServers', isBare: true },
  { path: 'mcp.json', key: 'mcpServers', isBare: true },
  { path: '.vscode/mcp.json', key: 'servers' },
  { path: '.cursor/mcp.json', key: 'mcpServers' },
  { path: '.github/mcp.json', key: 'mcpServers' },
  { path: '.copilot/mcp-config.json', key: 'mcpServers' },
  { path: '.gemini/settings.json', key: 'mcpServers' },
  { path: '.qwen/settings.json', key: 'mcpServers' },
  { path: '.claude/settings.json', key: 'mcpServers' },
  { path: '.codex/config.toml', key: 'mcp_servers', format: 'toml' },
  { path: 'opencode.json', key: 'mcp' },
  { path: 'opencode.jsonc', key: 'mcp' },
  { path: '.opencode/opencode.json', key: 'mcp' },
  { path: 'gemini-extension.json', key: 'mcpServers' },
  ...['.claude-plugin', '.codex-plugin', '.cursor-plugin', '.github/plugin', '.'].map(
    (folder): ServersFile => ({ path: join(folder, 'plugin.json'), key: 'mcpServers', hasPaths: true }),
  ),
];

/** Maximum length of a file, in UTF-16 units, of its levels, and of folders and servers that are read. */
const MAX_LENGTH = 1024 * 1024;
const MAX_LEVELS = 32;
const MAX_FOLDERS = 500;
const MAX_SERVERS = 2000;

/**
 * Returns the names of the servers, as clients write them in the names of tools, of a folder, of those above it up to the boundary,
 * and of the plugins that a marketplace in one of them lists.
 * @param boundary the repository, or else the workspace folder; no link out of it is followed
 */
export function declaredServers(disk: FileSystem, folder: string, boundary: string): ReadonlySet<string> {
  const fs = withoutLinksOut(disk, boundary);
  const names = new Set<string>();
  for (const { path, plugin } of foldersOf(fs, folder, boundary)) {
    for (const file of FILES)
      for (const name of serversIn(fs, path, file)) {
        if (names.size >= MAX_SERVERS) return names;
        const written = name.replaceAll(/[^\w-]/g, '_');
        names.add(written);
        if (plugin !== undefined) names.add(`plugin_${plugin.replaceAll(/[^\w-]/g, '_')}_${written}`);
      }
  }
  return names;
}

interface Folder {
  readonly path: string;
  /** The name of the plugin in it. */
  readonly plugin?: string | undefined;
}

function foldersOf(fs: FileSystem, folder: string, boundary: string): readonly Folder[] {
  const found = new Map<string, Folder>();
  for (let path = folder; within(boundary, path) !== undefined && found.size < MAX_FOLDERS; path = dirname(path)) {
    found.set(path, { path, plugin: pluginIn(fs, path) });
    for (const { plugins } of readMarketplaces(fs, path))
      for (const { source, name } of plugins)
        if (source?.kind === 'inside' && found.size < MAX_FOLDERS)
          found.set(source.path, { path: source.path, plugin: pluginIn(fs, source.path) ?? name });
    if (path === dirname(path)) break;
  }
  return [...found.values()];
}

function pluginIn(fs: FileSystem, folder: string): string | undefined {
  const name = own(readFile(fs, join(folder, '.claude-plugin/plugin.json')) ?? {}, 'name');
  return typeof name === 'string' ? name : undefined;
}

function serversIn(
  fs: FileSystem,
  folder: string,
  { path, key, format, isBare, hasPaths }: ServersFile,
): readonly string[] {
  const file = readFile(fs, join(folder, path), format);
  if (file === undefined) return [];
  const value = own(file, key);
  if (isObject(value)) return Object.keys(value);
  if (hasPaths === true) {
    const paths: readonly unknown[] = Array.isArray(value) ? value.slice(0, 20) : [value];
    return paths.flatMap((one) =>
      typeof one === 'string' && within(folder, join(folder, one)) !== undefined
        ? serversIn(fs, folder, { path: one, key, isBare: true })
        : [],
    );
  }
  const isServer = (one: unknown): boolean =>
    isObject(one) && ['command', 'url', 'type'].some((field) => Object.hasOwn(one, field));
  return isBare === true ? Object.keys(file).filter((name) => isServer(own(file, name))) : [];
}

function readFile(fs: FileSystem, path: string, format?: 'toml'): JsonObject | undefined {
  const read = fs.read(path);
  if (read.kind !== 'text' || read.text.length > MAX_LENGTH) return undefined;
  const text = read.text.replace(/^\uFEFF/, '');
  try {
    const value: unknown =
      format === 'toml' ? parseToml(text) : JSON.parse(stripJsonComments(text, { trailingCommas: true }));
    return isObject(value) && !isDeeperThan(value, MAX_LEVELS) ? value : undefined;
  } catch {
    return undefined;
  }
}

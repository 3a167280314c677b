/** The plugins for agent clients as data: the manifests and configurations of each client. Pure functions. */
import { argumentsOf } from '../../runtime/hooks/hook-command.ts';
import { HOOK_PLACES } from '../../runtime/hooks/places.ts';
import type { HookOptions } from '../../runtime/protocol/hooks.ts';
import { defined } from '../../skill/index.ts';

/** The programs in the folder of a plugin. */
export const HOOK_PROGRAM = 'programs/hook.cjs';
export const MCP_PROGRAM = 'programs/mcp.cjs';

/** The options of `skillwright hook install` by default. */
const HOOK_OPTIONS: HookOptions = { guard: 'advise', check: 'on' };

/** The fields of package.json, and the address of the repository, that manifests repeat. */
export interface Product {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  /** Empty if there is none yet. */
  readonly address: string;
}

/** The plugin of one client. */
export interface PluginLayout {
  readonly client: string;
  /** The variable for the folder of the plugin, which the client replaces in commands. */
  readonly variable: string;
  /** Returns the files besides those of all plugins, by their paths in the folder of the plugin, which `folder` stands for. */
  readonly files: (product: Product, folder: string) => Readonly<Record<string, object>>;
  /** Returns the files around the folder of the plugin with which the client finds it. */
  readonly marketplace: (product: Product) => Readonly<Record<string, object>>;
}

export const PLUGIN_LAYOUTS: readonly PluginLayout[] = [
  {
    client: 'claude-code',
    variable: 'CLAUDE_PLUGIN_ROOT',
    files: (product, folder) => ({
      '.claude-plugin/plugin.json': manifestOf(product),
      'hooks/hooks.json': hooksOf('claude-code', folder),
      '.mcp.json': { mcpServers: serverOf(product, folder) },
    }),
    marketplace: (product) => ({
      '.claude-plugin/marketplace.json': {
        name: product.name,
        description: product.description,
        owner: { name: authorOf(product) },
        plugins: [{ name: product.name, source: `./${product.name}`, description: product.description }],
      },
    }),
  },
  {
    client: 'codex',
    variable: 'PLUGIN_ROOT',
    files: (product, folder) => ({
      '.codex-plugin/plugin.json': {
        ...manifestOf(product),
        skills: './skills/',
        mcpServers: './.mcp.json',
        hooks: './hooks/hooks.json',
      },
      'hooks/hooks.json': hooksOf('codex', folder),
      // Codex replaces no variable here. The server learns the folder of a session from each call.
      '.mcp.json': { mcpServers: { [product.name]: { command: 'node', args: [`./${MCP_PROGRAM}`], cwd: '.' } } },
    }),
    marketplace: (product) => ({
      '.agents/plugins/marketplace.json': {
        name: product.name,
        interface: { displayName: product.displayName },
        plugins: [
          {
            name: product.name,
            source: { source: 'local', path: `./${product.name}` },
            policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
            category: 'Developer Tools',
          },
        ],
      },
    }),
  },
  {
    client: 'gemini-cli',
    variable: 'extensionPath',
    files: (product, folder) => ({
      'gemini-extension.json': {
        name: product.name,
        version: product.version,
        description: product.description,
        mcpServers: serverOf(product, folder),
      },
      'hooks/hooks.json': hooksOf('gemini-cli', folder),
    }),
    marketplace: () => ({}),
  },
];

/** Returns what commands in the files of a plugin have for its folder. */
export const folderOf = ({ variable }: PluginLayout): string => `\${${variable}}`;

function manifestOf(product: Product): object {
  const { name, version, description, license, keywords, address } = product;
  const base = { name, version, description, author: { name: authorOf(product) }, license, keywords };
  return address === '' ? base : { ...base, homepage: `${address}#readme`, repository: address };
}

const authorOf = ({ displayName }: Product): string => `The ${displayName} authors`;

/** Returns the MCP server, which has the folders that the client names, or those in which it was started. */
const serverOf = ({ name }: Product, folder: string): object => ({
  [name]: { command: 'node', args: [`${folder}/${MCP_PROGRAM}`] },
});

/** Returns the hooks of a client with the same events, matchers and entries as `skillwright hook install` writes. */
function hooksOf(client: string, folder: string): object {
  const place = HOOK_PLACES.find(({ clients }) => clients.includes(client));
  if (place === undefined) throw new Error(`${client} has no hooks.`);
  const program = `${folder}/${HOOK_PROGRAM}`;
  const args = argumentsOf(client, HOOK_OPTIONS);
  // A missing program must not fail. For POSIX shells and PowerShell alike, because a plugin is made for all systems.
  const command = `${['node', `"${program}"`, ...args].join(' ')}; exit 0`;
  const entryOf = (matcher: string | undefined): unknown =>
    place.entry(
      defined({
        posix: command,
        bash: command,
        powershell: command,
        program: 'node',
        args: [program, ...args],
        matcher,
      }),
      // The form with a shell.
      'linux',
    );
  return {
    hooks: Object.fromEntries(Object.entries(place.events).map(([event, matcher]) => [event, [entryOf(matcher)]])),
  };
}

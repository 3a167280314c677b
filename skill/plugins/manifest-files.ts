/** The manifests of plugins and marketplaces by format. */
import type { ClientId } from '../clients/client-id.ts';

/**
 * A format of plugins: that of one client, or Agent Plugins 1.0 (https://agent-plugins.org), which many clients read.
 */
export type PluginFormat =
  | Extract<ClientId, 'claude-code' | 'codex' | 'copilot-cli' | 'cursor' | 'gemini-cli'>
  | 'agent-plugins';

export interface ManifestFile {
  readonly format: PluginFormat;
  /** Relative to the folder of the plugin or marketplace. */
  readonly path: string;
}

/** The manifests that make a folder a plugin or an extension. */
export const PLUGIN_MANIFESTS: readonly ManifestFile[] = [
  { format: 'claude-code', path: '.claude-plugin/plugin.json' },
  { format: 'codex', path: '.codex-plugin/plugin.json' },
  { format: 'cursor', path: '.cursor-plugin/plugin.json' },
  { format: 'copilot-cli', path: '.github/plugin/plugin.json' },
  { format: 'gemini-cli', path: 'gemini-extension.json' },
  { format: 'agent-plugins', path: 'plugin.json' },
];

/** The manifests that make a folder a marketplace: a list of plugins, some of them in its own folders. */
export const MARKETPLACE_MANIFESTS: readonly ManifestFile[] = [
  { format: 'claude-code', path: '.claude-plugin/marketplace.json' },
  { format: 'codex', path: '.agents/plugins/marketplace.json' },
  { format: 'cursor', path: '.cursor-plugin/marketplace.json' },
  { format: 'copilot-cli', path: '.github/plugin/marketplace.json' },
];

/** The files and folders that are only there for a plugin, an extension or a marketplace. */
export const UNIT_MARKS: readonly string[] = [
  ...new Set(PLUGIN_MANIFESTS.map(({ path }) => path.split('/')[0] ?? '')),
].filter((name) => name !== '.github' && name !== 'plugin.json');

/** The names of files and folders that a manifest, or a folder with one, has. */
const NAMES: ReadonlySet<string> = new Set(
  [...PLUGIN_MANIFESTS, ...MARKETPLACE_MANIFESTS].flatMap(({ path }) => path.split('/')),
);

/** True if a file or folder of this name may be a manifest, or contain one. */
export const isManifestName = (name: string): boolean => NAMES.has(name);

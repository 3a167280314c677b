/** The place of a skill, and the clients whose rules hold there. */
import type { ClientId } from '../clients/client-id.ts';
import { entryOf } from '../files/entries.ts';
import type { FileSystem } from '../files/files.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import type { PluginVariable } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { clientFolderOf, folderAboveSkills, isClaudeHome } from './client-folders.ts';
import { isManifestName, type ManifestFile, type PluginFormat } from './manifest-files.ts';
import { type Marketplace, readMarketplaces } from './read-marketplace.ts';
import { type Plugin, readPlugins } from './read-plugin.ts';
import { isTemplatePath } from './template-places.ts';

/** The folders that the variables of plugins stand for; absent if no manifest defines one. */
export type PluginRoots = Readonly<Partial<Record<PluginVariable, string>>>;

export interface SkillPlace {
  /** The clients that the place belongs to, whose rules hold; empty if any client may read it. */
  readonly clients: readonly ClientId[];
  /** True if no other client reads it. */
  readonly alone: boolean;
  /** The name of the skill's folder once it is installed. */
  readonly folder: string;
  /** True if it is a template of a skill by its path. */
  readonly isTemplate: boolean;
  /** The closest folder of a plugin around the skill. */
  readonly pluginRoot?: string;
  readonly pluginRoots: PluginRoots;
}

/** The plugins and marketplaces of one folder. */
export interface FolderManifests {
  readonly plugins: readonly Plugin[];
  readonly marketplaces: readonly Marketplace[];
}

const NONE: FolderManifests = { plugins: [], marketplaces: [] };

/**
 * Reads the plugins and marketplaces of a folder.
 * @param isListed true if the folder's entries are known or cheap to list; otherwise each manifest is looked up
 */
export function readManifests(fs: FileSystem, folder: string, isListed: boolean): FolderManifests {
  const entries = isListed ? fs.list(folder) : [];
  if (isListed && !entries.some(({ name }) => isManifestName(name))) return NONE;
  const has = ({ path }: ManifestFile): boolean => {
    const [first = ''] = path.split('/');
    return (!isListed || entryOf(entries, first)?.name === first) && fs.kind(join(folder, path)) === 'file';
  };
  const found = { plugins: readPlugins(fs, folder, has), marketplaces: readMarketplaces(fs, folder, has) };
  return found.plugins.length + found.marketplaces.length === 0 ? NONE : found;
}

/** A plugin around a skill, from its own manifest or the list of a marketplace. */
interface PluginAround {
  readonly format: PluginFormat;
  readonly root: string;
  /** True if the skill is where clients search such a plugin for skills. */
  readonly searches: boolean;
}

/**
 * Returns where a skill is.
 * @param root the skill's folder: absolute, with `/`
 * @param boundary the repository, or else the workspace folder; undefined if neither is known
 * @param manifestsAt reads the manifests of a folder, cached
 */
export function placeOf(
  fs: FileSystem,
  root: string,
  boundary: string | undefined,
  manifestsAt: (folder: string) => FolderManifests,
): SkillPlace {
  const around = pluginsAround(root, manifestsAt);
  const depths = around.map((one) => one.root.length);
  const deepest = around.find((one) => one.root.length === Math.max(...depths))?.root;
  const inFolder = clientFolderOf(root);
  const above = folderAboveSkills(root);
  const base = defined<Omit<SkillPlace, 'clients' | 'alone'>>({
    folder: inFolder?.installed ?? basename(root),
    isTemplate: isTemplatePath(within(boundary ?? '', root) ?? root),
    pluginRoot: deepest,
    pluginRoots: rootsOfVariables(around),
  });
  if (inFolder !== undefined && (deepest === undefined || deepest.length < inFolder.skills.length))
    return { ...base, clients: inFolder.clients, alone: inFolder.alone };
  const searching = around.filter(({ searches }) => searches);
  const formats = (searching.length > 0 ? searching : around.filter((one) => one.root === deepest)).map(
    ({ format }) => format,
  );
  if (formats.length > 0) {
    const clients = formats.flatMap((format) => (format === 'agent-plugins' ? [] : [format]));
    return formats.includes('agent-plugins')
      ? { ...base, clients: [], alone: false }
      : { ...base, clients: [...new Set(clients)], alone: true };
  }
  const isHome = above !== undefined && within(boundary ?? above, above) !== undefined && isClaudeHome(fs, above);
  return isHome ? { ...base, clients: ['claude-code'], alone: true } : { ...base, clients: [], alone: false };
}

/** Returns the plugins around a skill. */
function pluginsAround(root: string, manifestsAt: (folder: string) => FolderManifests): readonly PluginAround[] {
  const found: PluginAround[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const { plugins, marketplaces } = manifestsAt(folder);
    for (const { format, root: own, skills } of plugins) {
      const paths = skills.flatMap(({ path }) => (path.kind === 'inside' ? [path.path] : []));
      found.push({ format, root: own, searches: isSearched(root, own, paths) });
    }
    for (const { format, plugins: listed } of marketplaces) {
      for (const { source, skills } of listed) {
        if (source?.kind !== 'inside' || within(source.path, root) === undefined) continue;
        const paths = skills.flatMap(({ path }) => (path.kind === 'inside' ? [path.path] : []));
        found.push({ format, root: source.path, searches: isSearched(root, source.path, paths) });
      }
    }
    if (folder === dirname(folder) || folder === '') return found;
  }
}

/** True if a skill is the plugin itself, in its folder `skills/`, or in one of other paths. */
const isSearched = (root: string, plugin: string, paths: readonly string[]): boolean =>
  root === plugin || [join(plugin, 'skills'), ...paths].some((path) => within(path, root) !== undefined);

/** The formats of plugins in which clients set a variable. Clients set that of Claude Code for any plugin of an agent. */
const FORMATS_OF: Readonly<Record<PluginVariable, readonly PluginFormat[]>> = {
  CLAUDE_PLUGIN_ROOT: ['claude-code', 'agent-plugins', 'codex', 'copilot-cli', 'cursor'],
  PLUGIN_ROOT: ['agent-plugins', 'codex', 'copilot-cli', 'cursor'],
  extensionPath: ['gemini-cli'],
};

/** Returns the value of each variable: the closest plugin of a format that defines it. */
function rootsOfVariables(around: readonly PluginAround[]): PluginRoots {
  const roots: Partial<Record<PluginVariable, string>> = {};
  for (const [variable, formats] of Object.entries(FORMATS_OF) as readonly [PluginVariable, readonly PluginFormat[]][])
    for (const { format, root } of around)
      if (formats.includes(format) && root.length > (roots[variable]?.length ?? -1)) roots[variable] = root;
  return roots;
}

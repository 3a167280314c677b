/** The place of a skill, and the clients whose rules hold there. */
import type { ClientId } from '../clients/client-id.ts';
import type { FileSystem } from '../files/files.ts';
import { dirname, join, within } from '../files/paths.ts';
import type { PluginVariable } from '../model/model.ts';
import { defined } from '../text/defined.ts';
import { clientFolderOf, folderAboveSkills, installedName, isClaudeHome } from './client-folders.ts';
import { isFixturePath } from './fixture-places.ts';
import { isManifestName, type ManifestFile, type PluginFormat } from './manifest-files.ts';
import { type Marketplace, readMarketplaces } from './read-marketplace.ts';
import { type Plugin, readPlugins, type SkillPath } from './read-plugin.ts';
import { isTemplatePath } from './template-places.ts';

/** The folders that the variables of plugins stand for; absent if no manifest defines one. */
export type PluginRoots = Readonly<Partial<Record<PluginVariable, string>>>;

export interface SkillPlace {
  /** The clients that the place belongs to, whose rules hold; empty if any client may read it. */
  readonly clients: readonly ClientId[];
  /** True if no other client reads it. */
  readonly alone: boolean;
  /** True if it belongs to a client that is not described here, whose rules are not known. */
  readonly isOfUnknownClient: boolean;
  /** The name of the skill's folder once it is installed. */
  readonly folder: string;
  /** True if it is a template of a skill by its path. */
  readonly isTemplate: boolean;
  /** True if it is test data by its path. */
  readonly isFixture: boolean;
  /** The closest folder of a plugin around the skill. */
  readonly pluginRoot?: string;
  /** The name of the closest plugin of Claude Code around the skill, by which it calls the plugin's skills. */
  readonly pluginName?: string;
  readonly pluginRoots: PluginRoots;
  /** Folders `skills/` of plugins that the skill is deeper in than one folder, although no path of the plugin leads closer; absent if none. */
  readonly deepIn?: readonly PluginSkillsFolder[];
}

/** The folder of skills of a plugin. */
export interface PluginSkillsFolder {
  readonly client: ClientId;
  /** Absolute path. */
  readonly folder: string;
}

/** The plugins and marketplaces of one folder. */
export interface FolderManifests {
  readonly plugins: readonly Plugin[];
  /** The plugins that its marketplaces list, by their folder. */
  readonly listed: ReadonlyMap<string, readonly PluginAround[]>;
  /** True if it has a folder `.claude-plugin`, whatever is in it. */
  readonly isClaudePlugin: boolean;
}

/** A plugin around a skill, from its own manifest or the list of a marketplace. */
interface PluginAround {
  readonly format: PluginFormat;
  readonly root: string;
  readonly name?: string;
  /** Paths of skills besides the folder `skills/`. */
  readonly skills: readonly SkillPath[];
}

const NONE: FolderManifests = { plugins: [], listed: new Map(), isClaudePlugin: false };
const CLAUDE_PLUGIN = '.claude-plugin';

/**
 * Reads the plugins and marketplaces of a folder.
 * @param boundary the repository or workspace folder, which is listed, and out of which no link is followed; a folder that is not
 *   in it is not listed
 */
export function readManifests(fs: FileSystem, folder: string, boundary: string | undefined): FolderManifests {
  const isListed = boundary !== undefined && within(boundary, folder) !== undefined;
  const entries = isListed ? fs.list(folder) : [];
  if (isListed && !entries.some(({ name }) => isManifestName(name))) return NONE;
  const isThere = (first: string): boolean => entries.some(({ name }) => name === first);
  const has = ({ path }: ManifestFile): boolean => {
    const [first = ''] = path.split('/');
    return (!isListed || isThere(first)) && fs.kind(join(folder, path)) === 'file';
  };
  const files = withoutLinksOut(fs, isListed ? boundary : folder);
  const plugins = readPlugins(files, folder, has);
  const listed = byFolder(readMarketplaces(files, folder, has));
  const isClaudePlugin = isListed ? isThere(CLAUDE_PLUGIN) : fs.kind(join(folder, CLAUDE_PLUGIN)) !== undefined;
  return plugins.length + listed.size === 0 && !isClaudePlugin ? NONE : { plugins, listed, isClaudePlugin };
}

/** Returns files of which none that a link reaches outside of a folder is read. */
export const withoutLinksOut = (fs: FileSystem, top: string): FileSystem => ({
  ...fs,
  read(path) {
    const [real, realTop] = [fs.realPath(path), fs.realPath(top)];
    const isInside = real === undefined || (realTop !== undefined && within(realTop, real) !== undefined);
    return isInside ? fs.read(path) : { kind: 'unreadable', message: 'it is a link out of the repository' };
  },
});

function byFolder(marketplaces: readonly Marketplace[]): ReadonlyMap<string, readonly PluginAround[]> {
  const listed = new Map<string, PluginAround[]>();
  for (const { format, plugins } of marketplaces)
    for (const { source, name, skills } of plugins) {
      if (source?.kind !== 'inside') continue;
      const there = listed.get(source.path) ?? [];
      there.push(defined({ format, root: source.path, name, skills }));
      listed.set(source.path, there);
    }
  return listed;
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
  const { around, claudePlugin } = pluginsAround(root, manifestsAt);
  const depths = around.map((one) => one.root.length);
  const deepest = around.find((one) => one.root.length === Math.max(...depths))?.root;
  const inFolder = clientFolderOf(root, boundary);
  const above = folderAboveSkills(root);
  const inRepository = within(boundary ?? '', root) ?? root;
  const base = defined<Omit<SkillPlace, 'clients' | 'alone'>>({
    isOfUnknownClient: false,
    folder: installedName(root),
    isTemplate: isTemplatePath(inRepository),
    isFixture: isFixturePath(inRepository),
    pluginRoot: deepest ?? claudePlugin,
    pluginName: nameOf(around),
    pluginRoots: rootsOfVariables(around, claudePlugin),
  });
  if (inFolder !== undefined && (deepest === undefined || deepest.length < inFolder.skills.length))
    return {
      ...base,
      clients: inFolder.clients,
      alone: inFolder.alone,
      isOfUnknownClient: inFolder.clients.length === 0,
    };
  const searching = around.filter((one) => isSearched(root, one));
  const formats = (searching.length > 0 ? searching : around.filter((one) => one.root === deepest)).map(
    ({ format }) => format,
  );
  if (formats.length > 0) {
    const clients = formats.flatMap((format) => (format === 'agent-plugins' ? [] : [format]));
    const deep = searching.flatMap((one) => foldersAbove(root, one, around));
    const place = defined<typeof base>({ ...base, deepIn: deep.length > 0 ? deep : undefined });
    return formats.includes('agent-plugins')
      ? { ...place, clients: [], alone: false }
      : { ...place, clients: [...new Set(clients)], alone: true };
  }
  const isHome = above !== undefined && within(boundary ?? above, above) !== undefined && isClaudeHome(fs, above);
  return isHome ? { ...base, clients: ['claude-code'], alone: true } : { ...base, clients: [], alone: false };
}

/** Returns the plugins around a skill, and the closest folder with a folder `.claude-plugin`. */
function pluginsAround(
  root: string,
  manifestsAt: (folder: string) => FolderManifests,
): { readonly around: readonly PluginAround[]; readonly claudePlugin: string | undefined } {
  const around: PluginAround[] = [];
  const inner: string[] = [];
  let claudePlugin: string | undefined;
  for (let folder = root; ; folder = dirname(folder)) {
    inner.push(folder);
    const { plugins, listed, isClaudePlugin } = manifestsAt(folder);
    around.push(...plugins);
    if (listed.size > 0) around.push(...inner.flatMap((one) => listed.get(one) ?? []));
    if (isClaudePlugin) claudePlugin ??= folder;
    if (folder === dirname(folder) || folder === '') return { around, claudePlugin };
  }
}

/** True if a skill is where clients search a plugin: the plugin itself, its folder `skills/`, or one of its other paths. */
const isSearched = (root: string, { root: plugin, skills }: PluginAround): boolean =>
  root === plugin ||
  within(join(plugin, 'skills'), root) !== undefined ||
  skills.some(({ path }) => path.kind === 'inside' && within(path.path, root) !== undefined);

/** Returns the folder `skills/` of a plugin if a skill is deeper in it than one folder, and no path of any plugin leads closer. */
function foldersAbove(
  root: string,
  { format, root: plugin }: PluginAround,
  around: readonly PluginAround[],
): readonly PluginSkillsFolder[] {
  const folder = join(plugin, 'skills');
  const isDeep = within(folder, root)?.includes('/') === true;
  // A list of a marketplace can divide one folder among several plugins.
  const isNamed = around.some(
    (one) =>
      one.format === format &&
      one.skills.some(({ path }) => path.kind === 'inside' && [root, dirname(root)].includes(path.path)),
  );
  return format === 'agent-plugins' || !isDeep || isNamed ? [] : [{ client: format, folder }];
}

/** Returns the name of the closest plugin of Claude Code, as its own manifest says, or else a list. */
const nameOf = (around: readonly PluginAround[]): string | undefined =>
  around
    .filter(({ format, name }) => format === 'claude-code' && name !== undefined)
    .reduce<PluginAround | undefined>(
      (best, one) => (one.root.length > (best?.root.length ?? -1) ? one : best),
      undefined,
    )?.name;

/** The formats of plugins in which clients set a variable. Clients set that of Claude Code for any plugin of an agent. */
const FORMATS_OF: Readonly<Record<PluginVariable, readonly PluginFormat[]>> = {
  CLAUDE_PLUGIN_ROOT: ['claude-code', 'agent-plugins', 'codex', 'copilot-cli', 'cursor'],
  PLUGIN_ROOT: ['agent-plugins', 'codex', 'copilot-cli', 'cursor'],
  extensionPath: ['gemini-cli'],
};

/**
 * Returns the value of each variable: the closest plugin of a format that defines it. The folder of a marketplace of Claude
 * Code is that of its plugins, too, as far as its list does not say otherwise.
 */
function rootsOfVariables(around: readonly PluginAround[], claudePlugin: string | undefined): PluginRoots {
  const roots: Partial<Record<PluginVariable, string>> = {};
  for (const [variable, formats] of Object.entries(FORMATS_OF) as readonly [PluginVariable, readonly PluginFormat[]][])
    for (const { format, root } of around)
      if (formats.includes(format) && root.length > (roots[variable]?.length ?? -1)) roots[variable] = root;
  if (claudePlugin !== undefined) roots.CLAUDE_PLUGIN_ROOT ??= claudePlugin;
  return roots;
}

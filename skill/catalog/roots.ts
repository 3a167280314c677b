/** The folders that a client searches, of the workspace, the home, the machine, plugins and settings, in its order. */
import type { SkillFolder } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { basename, join } from '../files/paths.ts';
import { readMarketplaces } from '../plugins/read-marketplace.ts';
import { readPlugins, type SkillPath } from '../plugins/read-plugin.ts';
import { withoutLinksOut } from '../plugins/skill-place.ts';
import { defined } from '../text/defined.ts';
import type { ClientSettings } from './client-settings.ts';
import type { FolderDiscovery } from './folder-discovery.ts';
import { foldersUp, type Place, pathsOf } from './places.ts';
import { type InstalledPlugin, installedPlugins, manifestProblems, pathProblem, pluginSkills } from './plugins.ts';
import type { NotOffered, Reason } from './reasons.ts';
import { trustIn } from './trust.ts';

/** A folder that a client searches. */
export interface Root {
  readonly path: string;
  readonly scope: 'own' | 'machine' | 'user' | 'project' | 'plugin' | 'custom';
  /** Put before the names of its skills. */
  readonly prefix?: string;
  /** Why none of its skills is offered. */
  readonly off?: Reason;
  /** True if folders are searched whose name begins with a dot, whatever the client does elsewhere. */
  readonly searchesHidden?: true;
  /** True if it is the folder of one skill. */
  readonly isSkill?: true;
}

/** Returns the folders that a client searches, in its order, and adds what is wrong with plugins. */
export function rootsOf(
  client: ClientProfile,
  discovery: FolderDiscovery,
  settings: ClientSettings,
  place: Place,
  notOffered: NotOffered[],
): readonly Root[] {
  const { fs, home } = place;
  const roots: Root[] = [];
  const add = (root: Root): void => {
    if (fs.kind(root.path) === 'folder' && !roots.some(({ path }) => path === root.path)) roots.push(defined(root));
  };
  const untrusted = untrustedReason(client, discovery, settings, place);
  const plugins = discovery.plugins === undefined ? [] : installedPlugins(discovery.plugins, settings, place);
  const addPlugins = (): void => {
    for (const plugin of plugins) {
      const { folders, skills, problems } = pluginSkills(fs, plugin, client.id);
      notOffered.push(...problems);
      const off: Reason | undefined = plugin.off && { reason: 'disabled', ...plugin.off };
      const prefix = discovery.plugins?.prefixes === true ? plugin.name : undefined;
      for (const path of folders) add(defined({ path, scope: 'plugin', prefix, off }));
      for (const path of skills) add(defined({ path, scope: 'plugin', prefix, off, isSkill: true }));
    }
  };
  if (discovery.plugins?.isFirst === true) addPlugins();
  for (const folder of discovery.folders) {
    const first = folder.scope === 'workspace' ? 'project' : 'user';
    for (const { path, before } of settings.folders) if (before === first) add({ path, scope: 'custom' });
    for (const path of orderedPaths(folder, discovery, place)) {
      // Above a working directory without a repository, the user's own folder is not the workspace's.
      const isProject = folder.scope === 'workspace' && !isUserFolder(path, discovery, place);
      const scope = isProject ? 'project' : folder.scope === 'machine' ? 'machine' : isOwn(folder) ? 'own' : 'user';
      const searchesHidden = 'searchesHidden' in folder ? folder.searchesHidden : undefined;
      add(defined({ path, scope, searchesHidden, off: isProject ? untrusted : undefined }));
    }
  }
  addPlugins();
  for (const root of rootsAbove(client, discovery, place)) add(root);
  for (const { path, before } of settings.folders) if (before === undefined) add({ path, scope: 'custom' });
  addOwnPlugins(client, plugins, place, add, notOffered);
  return home === undefined ? roots.filter(({ scope }) => scope !== 'user') : roots;
}

/** Returns the folders of skills above the working directory that a client searches only in the working directory itself. */
function rootsAbove(client: ClientProfile, discovery: FolderDiscovery, place: Place): readonly Root[] {
  const [, ...above] = foldersUp(place.fs, place.cwd);
  return discovery.folders.flatMap((folder): readonly Root[] => {
    if (folder.scope !== 'workspace' || folder.upward) return [];
    return above
      .filter((parent) => !isUserFolder(join(parent, folder.path), discovery, place))
      .map((parent) => {
        const says = `${client.name} looks for \`${folder.path}\` in the working directory only, and this one is above it.`;
        const fix = `Start ${client.name} in ${parent}.`;
        return { path: join(parent, folder.path), scope: 'project', off: { reason: 'too-deep', says, fix } };
      });
  });
}

/** Returns the paths of a place, those above the working directory last, or first where later skills win. */
function orderedPaths(folder: SkillFolder, { collision }: FolderDiscovery, place: Place): readonly string[] {
  const paths = pathsOf(folder, place);
  return collision === 'last' ? paths.toReversed() : paths;
}

const isOwn = (folder: SkillFolder): boolean => folder.scope === 'user-variable' && folder.own === true;

const isUserFolder = (path: string, { folders }: FolderDiscovery, place: Place): boolean =>
  folders.some((folder) => folder.scope !== 'workspace' && pathsOf(folder, place).includes(path));

function untrustedReason(
  client: ClientProfile,
  { trust }: FolderDiscovery,
  settings: ClientSettings,
  place: Place,
): Reason | undefined {
  if (trust === undefined || place.home === undefined) return undefined;
  const decision = trustIn(trust, settings, place);
  if (decision === 'trusted') return undefined;
  const says =
    decision === 'refused'
      ? `You have not trusted this folder in ${client.name}, which then reads no skills of it.`
      : `${client.name} reads skills of a folder only once you trust it, and you have not decided on this one.`;
  return { reason: 'untrusted', says, fix: trust.fix };
}

/** Adds the plugins of the repository around the working directory: their skills are offered only once they are installed. */
function addOwnPlugins(
  client: ClientProfile,
  installed: readonly InstalledPlugin[],
  { fs, cwd, home }: Place,
  add: (root: Root) => void,
  notOffered: NotOffered[],
): void {
  const folders = foldersUp(fs, cwd);
  const files = withoutLinksOut(fs, folders.at(-1) ?? cwd);
  for (const folder of folders) {
    if (folder === home) continue;
    for (const { format, file, plugins, manifest } of readMarketplaces(files, folder)) {
      if (format !== client.id) continue;
      if ('unusable' in manifest)
        notOffered.push({
          file,
          reason: 'manifest',
          says: `The manifest ${manifest.unusable}.`,
          fix: 'Correct the file.',
        });
      for (const { name, source, skills } of plugins) {
        if (source === undefined) continue;
        if (source.kind !== 'inside' || fs.kind(source.path) !== 'folder') {
          notOffered.push({
            file,
            reason: 'manifest',
            says: `The \`source\` of the plugin ${name === undefined ? '' : `\`${name}\` `}leads to no folder of this marketplace.`,
            fix: 'Write a path such as `./plugins/name` that exists.',
          });
          continue;
        }
        addPlugin(source.path, name ?? basename(source.path), skills, file);
      }
    }
    for (const plugin of readPlugins(files, folder)) {
      if (plugin.format !== client.id && plugin.format !== 'agent-plugins') continue;
      notOffered.push(...manifestProblems(plugin));
      addPlugin(plugin.root, plugin.name ?? basename(plugin.root), plugin.skills, plugin.file);
    }
  }

  function addPlugin(root: string, name: string, skills: readonly SkillPath[], file: string): void {
    if (installed.some((plugin) => plugin.root === root)) return;
    const off: Reason = {
      reason: 'disabled',
      says: `It belongs to the plugin \`${name}\` of this repository, which is not installed in ${client.name}.`,
      fix: `Install the plugin \`${name}\` in ${client.name}.`,
    };
    add({ path: join(root, 'skills'), scope: 'plugin', off });
    for (const { written, path } of skills) {
      const problem = pathProblem(fs, { written, path }, file);
      if (problem !== undefined) notOffered.push(problem);
      else if (path.kind === 'inside' && fs.kind(join(path.path, 'SKILL.md')) === 'file')
        add({ path: path.path, scope: 'plugin', off, isSkill: true });
      else if (path.kind === 'inside') add({ path: path.path, scope: 'plugin', off });
    }
  }
}

/** The installed plugins of a client, and the folders of their skills. */
import type { ClientId } from '../clients/client-id.ts';
import type { PluginPlaces } from '../clients/discovery.ts';
import type { FileSystem } from '../files/files.ts';
import { basename, dirname, join, within } from '../files/paths.ts';
import { isObject, readJsonObject } from '../plugins/read-json.ts';
import { readMarketplaces } from '../plugins/read-marketplace.ts';
import { type Plugin, readPlugins, type SkillPath } from '../plugins/read-plugin.ts';
import { defined } from '../text/defined.ts';
import { own } from '../text/own.ts';
import { matchesWildcards } from '../text/wildcards.ts';
import type { ClientSettings } from './client-settings.ts';
import { type Place, pathsOf } from './places.ts';
import type { NotOffered } from './reasons.ts';

/** Maximum number of plugins of a client. */
const MAX_PLUGINS = 1000;

/** A plugin on this machine. */
export interface InstalledPlugin {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
  /** Why its skills are not offered; absent if it is on. */
  readonly off?: { readonly says: string; readonly fix?: string };
  /** Paths of skills that the list of its marketplace has for it. */
  readonly listed?: readonly SkillPath[];
}

/** Returns the plugins that a client has installed, by its own files. */
export function installedPlugins(
  places: PluginPlaces,
  settings: ClientSettings,
  place: Place,
): readonly InstalledPlugin[] {
  return pathsOf(places.at, place)
    .flatMap((at) => pluginsAt(at, places, settings, place))
    .slice(0, MAX_PLUGINS);
}

function pluginsAt(
  at: string,
  places: PluginPlaces,
  settings: ClientSettings,
  place: Place,
): readonly InstalledPlugin[] {
  switch (places.kind) {
    case 'list':
      return listedIn(at, settings, place);
    case 'by-marketplace':
      return byMarketplace(at, places.versions, settings, place.fs);
    case 'all':
      return allIn(at, places, place);
  }
}

/** Claude Code's list: `plugins` by `PLUGIN@MARKETPLACE`, each with one or several installations. */
function listedIn(file: string, settings: ClientSettings, { fs, cwd }: Place): readonly InstalledPlugin[] {
  const read = readJsonObject(fs, file);
  const plugins = read.kind === 'object' ? own(read.value, 'plugins') : undefined;
  if (!isObject(plugins)) return [];
  return Object.entries(plugins).flatMap(([id, value]): readonly InstalledPlugin[] => {
    const installations = (Array.isArray(value) ? value : [value]).filter(isObject);
    const here = installations.find((one) => {
      const project = own(one, 'projectPath');
      return typeof project !== 'string' || within(project, cwd) !== undefined;
    });
    const root = here === undefined ? undefined : own(here, 'installPath');
    if (typeof root !== 'string') return [];
    return [
      defined({ name: id.split('@')[0] ?? id, root: join(root.replaceAll('\\', '/')), off: switchedOff(id, settings) }),
    ];
  });
}

/** Plugins below `MARKETPLACE/PLUGIN/`, or in the folder of a marketplace on this machine. */
function byMarketplace(
  at: string,
  hasVersions: boolean,
  settings: ClientSettings,
  fs: FileSystem,
): readonly InstalledPlugin[] {
  const found = new Map<string, InstalledPlugin>();
  for (const market of foldersIn(fs, at))
    for (const folder of foldersIn(fs, market)) {
      const root = hasVersions ? foldersIn(fs, folder).at(-1) : folder;
      const id = `${basename(folder)}@${basename(market)}`;
      if (root !== undefined) found.set(id, defined({ name: basename(folder), root, off: switchedOff(id, settings) }));
    }
  for (const [market, folder] of settings.marketplaces)
    for (const { plugins } of readMarketplaces(fs, folder))
      for (const { name, source, skills } of plugins) {
        const id = `${name}@${market}`;
        if (name === undefined || source?.kind !== 'inside' || !settings.plugins.has(id) || found.has(id)) continue;
        found.set(id, defined({ name, root: source.path, off: switchedOff(id, settings), listed: skills }));
      }
  return [...found.values()];
}

/** Extensions, with the client's file of rules: the last rule that matches the working directory decides. */
function allIn(
  at: string,
  { manifests, rules, command }: Extract<PluginPlaces, { kind: 'all' }>,
  { fs, cwd }: Place,
): readonly InstalledPlugin[] {
  const file = join(at, rules);
  const read = readJsonObject(fs, file);
  return foldersIn(fs, at).flatMap((root): readonly InstalledPlugin[] => {
    const manifest = manifests.find((path) => fs.kind(join(root, path)) === 'file');
    if (manifest === undefined) return [];
    const manifestRead = readJsonObject(fs, join(root, manifest));
    const written = manifestRead.kind === 'object' ? own(manifestRead.value, 'name') : undefined;
    const name = typeof written === 'string' && written !== '' ? written : basename(root);
    const entry = read.kind === 'object' ? own(read.value, name) : undefined;
    const overrides = isObject(entry) ? own(entry, 'overrides') : undefined;
    const last = (Array.isArray(overrides) ? overrides : []).findLast((rule: unknown) => matchesRule(rule, cwd));
    const isOff = typeof last === 'string' && last.startsWith('!');
    const off = {
      says: `The extension \`${name}\` is switched off for this folder in ${file}.`,
      fix: `Switch it on: \`${command} extensions enable ${name}\`.`,
    };
    return [defined({ name, root, off: isOff ? off : undefined })];
  });
}

/** True for a rule such as `!/home/me/work/*` and a folder. */
function matchesRule(rule: unknown, cwd: string): boolean {
  if (typeof rule !== 'string') return false;
  const path = rule.replace(/^!/, '').replace(/\/?$/, '/');
  return matchesWildcards(path.replace(/\*\/$/, '*').split('*'), `${cwd}/`);
}

function switchedOff(id: string, settings: ClientSettings): InstalledPlugin['off'] {
  const decided = settings.plugins.get(id);
  if (decided?.value === true) return undefined;
  return decided === undefined
    ? {
        says: `The plugin \`${id}\` is installed, but no settings switch it on.`,
        fix: `Switch the plugin \`${id}\` on.`,
      }
    : { says: `The plugin \`${id}\` is switched off in ${decided.file}.`, fix: `Switch the plugin \`${id}\` on.` };
}

const foldersIn = (fs: FileSystem, folder: string): readonly string[] =>
  fs
    .list(folder)
    .filter(({ kind, name }) => kind === 'folder' && !name.startsWith('.'))
    .slice(0, MAX_PLUGINS)
    .map(({ name }) => join(folder, name));

/** The folders of a plugin in which a client looks for skills, and what is wrong with its manifest. */
export interface PluginSkills {
  /** Folders with folders of skills. */
  readonly folders: readonly string[];
  /** Folders that are skills themselves. */
  readonly skills: readonly string[];
  readonly problems: readonly NotOffered[];
}

/** Returns where the skills of a plugin are, by its manifests that a client reads. */
export function pluginSkills(fs: FileSystem, { root, listed = [] }: InstalledPlugin, client: ClientId): PluginSkills {
  const folders = [join(root, 'skills')];
  const skills: string[] = [];
  const problems: NotOffered[] = [];
  for (const plugin of readPlugins(fs, root)) {
    if (plugin.format !== client && plugin.format !== 'agent-plugins' && !readsFormat(client, plugin.format)) continue;
    problems.push(...manifestProblems(plugin));
    for (const path of plugin.skills) addPath(path, plugin.file);
  }
  for (const path of listed) addPath(path, root);
  return { folders: [...new Set(folders)], skills: [...new Set(skills)], problems };

  function addPath({ written, path }: SkillPath, file: string): void {
    const problem = pathProblem(fs, { written, path }, file);
    if (problem !== undefined) problems.push(problem);
    else if (path.kind === 'inside' && fs.kind(join(path.path, 'SKILL.md')) === 'file') skills.push(path.path);
    else if (path.kind === 'inside') folders.push(path.path);
  }
}

/** Copilot CLI reads plugins of Claude Code, too. */
const readsFormat = (client: ClientId, format: Plugin['format']): boolean =>
  format === 'claude-code' && (client === 'copilot-cli' || client === 'vscode');

/** Returns the mistake of a path in a manifest; undefined if it leads to a folder. */
export function pathProblem(
  fs: FileSystem,
  { written, path }: Pick<SkillPath, 'written' | 'path'>,
  file: string,
): NotOffered | undefined {
  const shown = typeof written === 'string' ? written.slice(0, 200) : JSON.stringify(written)?.slice(0, 200);
  if (path.kind === 'no-path')
    return {
      file,
      reason: 'manifest',
      says: `\`skills\` has ${shown}, which is not a path of a folder.`,
      fix: 'Write a path such as `./skills/name`.',
    };
  if (path.kind === 'outside')
    return {
      file,
      reason: 'manifest',
      says: `\`skills\` has \`${shown}\`, which leads out of the plugin.`,
      fix: 'Write a path inside the plugin that begins with `./`.',
    };
  const kind = fs.kind(path.path);
  if (kind === 'folder') return undefined;
  if (kind === 'file' && /^skill\.md$/i.test(basename(path.path)))
    return {
      file,
      reason: 'manifest',
      says: `\`skills\` has \`${shown}\`, a file; a folder is expected.`,
      fix: `Write \`${dirname(shown ?? '')}\`.`,
    };
  return {
    file,
    reason: 'manifest',
    says: `\`skills\` has \`${shown}\`, where no folder is.`,
    fix: 'Correct the path, or remove it.',
  };
}

/** Letters and digits in lower case, with single hyphens between them, as Agent Plugins 1.0 asks for. */
const AGENT_PLUGIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns what makes a client reject a manifest as a whole. */
export function manifestProblems({ manifest, file, format, name }: Plugin): readonly NotOffered[] {
  if ('unusable' in manifest)
    return [
      {
        file,
        reason: 'manifest',
        says: `The manifest ${manifest.unusable}, so the plugin has no skills.`,
        fix: 'Correct the file.',
      },
    ];
  if (format === 'agent-plugins' && name !== undefined && !AGENT_PLUGIN_NAME.test(name))
    return [
      {
        file,
        reason: 'manifest',
        says: `The plugin’s name \`${name.slice(0, 100)}\` is not allowed in Agent Plugins 1.0, and clients that follow it reject the plugin.`,
        fix: 'Use lowercase letters, digits and single hyphens.',
      },
    ];
  return [];
}

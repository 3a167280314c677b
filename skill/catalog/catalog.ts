/**
 * The catalog of a client: the skills that it offers to a model in a working directory, the text of its list, and why other
 * skills are not in it. All of it is read without starting the client.
 */
import { type CatalogueEntry, listSkills } from '../clients/catalogue.ts';
import type { Discovery, SkillFolder } from '../clients/discovery.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { basename, dirname, join } from '../files/paths.ts';
import { readMarketplaces } from '../plugins/read-marketplace.ts';
import { readPlugins, type SkillPath } from '../plugins/read-plugin.ts';
import { formatCount } from '../text/count.ts';
import { defined } from '../text/defined.ts';
import { foldersUp, type Place, pathsOf } from './places.ts';
import { type InstalledPlugin, installedPlugins, manifestProblems, pathProblem, pluginSkills } from './plugins.ts';
import { readEntry, type SkillEntry } from './read-entry.ts';
import { type ClientSettings, readSettings } from './read-settings.ts';
import type { NotOffered, Reason } from './reasons.ts';
import { searchFolder } from './search-folder.ts';
import { trustIn } from './trust.ts';

/** A skill in a client's list. */
export interface OfferedSkill {
  readonly name: string;
  /** Absolute path of SKILL.md. */
  readonly file: string;
  /** The description as the client reads it, before its limits. */
  readonly description: string;
  /** Characters at the end of the description that the list lacks; absent if it has all of it. */
  readonly cut?: number;
  /** Characters of the list that this skill takes; absent if the text of the list is not known. */
  readonly share?: number;
}

export interface Catalog {
  readonly client: ClientProfile;
  /** In the order of the list. */
  readonly offered: readonly OfferedSkill[];
  /** The list as the model gets it, without the client's own skills; null if the client's text is not known. */
  readonly text: string | null;
  /** Characters of the list as it is, before its cuts, and its limit, all without the client's own skills; absent if it has none. */
  readonly budget?: { readonly used: number; readonly length: number; readonly limit: number };
  readonly notOffered: readonly NotOffered[];
  /** What cannot be known without the client, each as the end of "not known: …". */
  readonly unknown: readonly string[];
}

type Folders = Extract<Discovery, { kind: 'folders' }>;

/** A folder that a client searches. */
interface Root {
  readonly path: string;
  readonly scope: 'own' | 'machine' | 'user' | 'project' | 'plugin' | 'custom';
  /** Put before the names of its skills. */
  readonly prefix?: string;
  /** Why none of its skills is offered. */
  readonly off?: Reason;
  /** True if it is the folder of one skill. */
  readonly isSkill?: true;
}

interface Candidate extends SkillEntry {
  readonly file: string;
  readonly real: string;
  readonly root: Root;
}

/** Returns the catalog of a client at a place. */
export function catalogOf(client: ClientProfile, place: Place): Catalog {
  const { discovery } = client;
  if (discovery.kind !== 'folders')
    return {
      client,
      offered: [],
      text: null,
      notOffered: [],
      unknown: [`which skills a program passes to ${client.name}, which searches no folders`],
    };
  const settings = readSettings(discovery.settings ?? [], place);
  const notOffered: NotOffered[] = [];
  const unknown = [
    ...(place.home === undefined ? ['skills of the user and of plugins, because the home was not read'] : []),
    ...settings.problems.map((problem) => `the settings in ${problem}`),
    ...(discovery.unknown ?? []),
  ];
  const roots = rootsOf(client, discovery, settings, place, notOffered);
  const others = new Set(roots.map(({ path }) => path));
  const candidates: Candidate[] = [];
  for (const root of roots) {
    const found = root.isSkill
      ? skillAlone(root)
      : searchFolder(place.fs, root.path, { ...discovery, client: client.name }, others);
    unknown.push(...found.unknown);
    notOffered.push(...found.passedOver);
    for (const file of discovery.reading?.reversed === true ? byFolderReversed(root, found.files) : found.files) {
      const entry = readEntry(place.fs, file, client, discovery);
      if (root.off !== undefined) notOffered.push({ file, ...root.off });
      else if (entry.kind === 'none') {
        const { kind: _, ...reason } = entry;
        notOffered.push({ file, ...reason });
      } else {
        const name = root.prefix === undefined ? entry.name : `${root.prefix}:${entry.name}`;
        candidates.push({ ...entry, name, file, root, real: place.fs.realPath(file) ?? file });
      }
    }
  }
  const enabled = withoutDisabled(candidates, client, settings, notOffered);
  const winning = withoutShadowed(enabled, client, discovery, notOffered);
  return {
    client,
    ...listOf(client, winning, settings, notOffered),
    notOffered: sorted(notOffered),
    unknown: [...new Set(unknown)],
  };
}

/** Returns the files of the folders in reverse, after one that is in the folder of skills itself. */
const byFolderReversed = ({ path }: Root, files: readonly string[]): readonly string[] => [
  ...files.filter((file) => dirname(file) === path),
  ...files.filter((file) => dirname(file) !== path).toReversed(),
];

const skillAlone = ({ path }: Root): ReturnType<typeof searchFolder> => ({
  files: [join(path, 'SKILL.md')],
  passedOver: [],
  unknown: [],
});

/** Returns the folders that a client searches, in its order, and adds what is wrong with plugins. */
function rootsOf(
  client: ClientProfile,
  discovery: Folders,
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
      add(defined({ path, scope, off: isProject ? untrusted : undefined }));
    }
  }
  addPlugins();
  for (const { path, before } of settings.folders) if (before === undefined) add({ path, scope: 'custom' });
  addOwnPlugins(client, plugins, place, add, notOffered);
  return home === undefined ? roots.filter(({ scope }) => scope !== 'user') : roots;
}

/** Returns the paths of a place, those above the working directory last, or first where later skills win. */
function orderedPaths(folder: SkillFolder, { collision }: Folders, place: Place): readonly string[] {
  const paths = pathsOf(folder, place);
  return collision === 'last' ? paths.toReversed() : paths;
}

const isOwn = (folder: SkillFolder): boolean => folder.scope === 'user-variable' && folder.own === true;

const isUserFolder = (path: string, { folders }: Folders, place: Place): boolean =>
  folders.some((folder) => folder.scope !== 'workspace' && pathsOf(folder, place).includes(path));

function untrustedReason(
  client: ClientProfile,
  { trust }: Folders,
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

/** Adds the plugins of the repository around the working directory: nobody is offered their skills before they are installed. */
function addOwnPlugins(
  client: ClientProfile,
  installed: readonly InstalledPlugin[],
  { fs, cwd, home }: Place,
  add: (root: Root) => void,
  notOffered: NotOffered[],
): void {
  const folders = foldersUp(fs, cwd);
  for (const folder of folders) {
    if (folder === home) continue;
    for (const { format, file, plugins, manifest } of readMarketplaces(fs, folder)) {
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
    for (const plugin of readPlugins(fs, folder)) {
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

/** Returns the skills that no settings switch off. */
function withoutDisabled(
  candidates: readonly Candidate[],
  client: ClientProfile,
  settings: ClientSettings,
  notOffered: NotOffered[],
): readonly Candidate[] {
  return candidates.filter((one) => {
    const rule = settings.allOff === undefined ? settings.off(one) : { file: settings.allOff, key: 'skills' };
    if (rule === undefined) return true;
    notOffered.push({
      file: one.file,
      reason: 'disabled',
      says: `It is switched off by \`${rule.key}\` in ${rule.file}.`,
      fix: `Remove it from \`${rule.key}\` there, or switch it on in ${client.name}.`,
    });
    return false;
  });
}

/** Returns the skills that remain if several have one name, or one file. */
function withoutShadowed(
  candidates: readonly Candidate[],
  client: ClientProfile,
  { collision, collisionVaries, reading }: Folders,
  notOffered: NotOffered[],
): readonly Candidate[] {
  const seen = new Map<string, Candidate>();
  const once = candidates.filter((one) => {
    const first = reading?.sameFileOnce === true ? seen.get(one.real) : undefined;
    if (first === undefined) {
      seen.set(one.real, one);
      return true;
    }
    notOffered.push({
      file: one.file,
      reason: 'shadowed',
      says: `It is the same file as ${first.file}, which is offered.`,
    });
    return false;
  });
  if (collision === undefined || collision === 'both') return once;
  const winners = new Map<string, Candidate>();
  for (const one of once) if (collision === 'last' || !winners.has(one.name)) winners.set(one.name, one);
  // The one that wins takes the place of the first.
  const places = new Map<string, Candidate>();
  for (const one of once) {
    const winner = winners.get(one.name) ?? one;
    if (!places.has(one.name)) places.set(one.name, winner);
    if (winner === one) continue;
    notOffered.push({
      file: one.file,
      reason: 'shadowed',
      says:
        collisionVaries === true
          ? `${client.name} lists one skill of the name \`${one.name}\`, at one start this and at another ${winner.file}.`
          : `${client.name} takes the skill \`${one.name}\` from ${winner.file}: of two with one name, the ${collision} one.`,
      fix: 'Rename or remove one of the two.',
    });
  }
  return [...places.values()];
}

/** Returns the skills in the order of the list, with its text. */
function listOf(
  { behaviors: [behavior] }: ClientProfile,
  skills: readonly Candidate[],
  settings: ClientSettings,
  notOffered: NotOffered[],
): Pick<Catalog, 'offered' | 'text' | 'budget'> {
  if (behavior === undefined)
    return { text: null, offered: skills.map(({ name, file, description }) => ({ name, file, description })) };
  const { catalogue } = behavior;
  const taken = new Set(skills.map(({ name }) => name));
  const entries = skills.map(({ name, file: path, root, ...one }): CatalogueEntry => {
    const label = one.label !== undefined && !taken.has(one.label) ? one.label : undefined;
    if (label !== undefined) taken.add(label);
    const description = settings.isNameOnly(name) ? '' : one.description;
    const scope = catalogue.scopes?.[root.scope] ?? root.scope;
    return defined<CatalogueEntry>({ name, description, path, label, root: aliasedFolder(root), scope });
  });
  const { text, shares, length, limit } = listSkills(catalogue, entries, undefined, catalogue.own?.characters);
  const byFile = new Map(skills.map((one) => [one.file, one]));
  const offered = shares.flatMap(({ path, characters: share, cut }): readonly OfferedSkill[] => {
    const skill = byFile.get(path);
    if (skill === undefined) return [];
    byFile.delete(path);
    const { name, description } = skill;
    const missing = settings.isNameOnly(name) ? description.length : cut;
    return [defined({ name, file: path, description, cut: missing === 0 ? undefined : missing, share })];
  });
  for (const { file } of byFile.values())
    notOffered.push({
      file,
      reason: 'budget',
      says: `The list of skills may have ${formatCount(limit, 'character')}, and this skill is left out.`,
      fix: 'Shorten descriptions, or switch off skills that are not needed.',
    });
  const used = shares.reduce((sum, { characters }) => sum + characters, 0);
  return defined({ offered, text, budget: Number.isFinite(limit) ? { used, length, limit } : undefined });
}

/** The folder that an alias stands for: that of skills, or of a plugin that of its marketplace. */
const aliasedFolder = ({ path, scope }: Root): string => (scope === 'plugin' ? dirname(dirname(dirname(path))) : path);

const sorted = (all: readonly NotOffered[]): readonly NotOffered[] =>
  all.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));

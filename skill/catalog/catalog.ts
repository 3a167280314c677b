/**
 * The catalog of a client: the skills that it offers to a model in a working directory, the text of its list, and why other
 * skills are not in it. All of it is read without starting the client.
 */
import { listSkills } from '../clients/catalogue.ts';
import type { CatalogueEntry } from '../clients/catalogue-entry.ts';
import type { ClientProfile } from '../clients/profile.ts';
import { dirname, join } from '../files/paths.ts';
import { formatCount } from '../text/count.ts';
import { defined } from '../text/defined.ts';
import { type Candidate, withoutDisabled, withoutShadowed } from './choose-skills.ts';
import type { ClientSettings } from './client-settings.ts';
import type { FolderDiscovery } from './folder-discovery.ts';
import type { Place } from './places.ts';
import { readEntry } from './read-entry.ts';
import { readSettings } from './read-settings.ts';
import type { NotOffered } from './reasons.ts';
import { type Root, rootsOf } from './roots.ts';
import { type SearchRules, searchFolder } from './search-folder.ts';

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
  /** Its part of the list; absent if the text of the list is not known. */
  readonly entry?: string;
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
  /** Facts that cannot be known without the client, each as the end of "not known: …". */
  readonly unknown: readonly string[];
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
      : searchFolder(place.fs, root.path, searchRules(client, discovery, root), others);
    unknown.push(...found.unknown);
    // What a client does with its own skills is no author's concern.
    const passOver = (one: NotOffered): void => {
      if (root.scope !== 'own') notOffered.push(one);
    };
    for (const one of found.passedOver) passOver(one);
    for (const file of discovery.reading?.reversed === true ? byFolderReversed(root, found.files) : found.files) {
      const entry = readEntry(place.fs, file, client, discovery);
      if (root.off !== undefined) passOver({ file, ...root.off });
      else if (entry.kind === 'none') {
        const { kind: _, ...reason } = entry;
        passOver({ file, ...reason });
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

/** Returns the rules by which a client searches a folder. */
function searchRules({ name }: ClientProfile, { depth, nested, reading }: FolderDiscovery, root: Root): SearchRules {
  const here = reading && { ...reading, hidden: reading.hidden || root.searchesHidden === true };
  return defined<SearchRules>({ client: name, depth, nested, reading: here });
}

const skillAlone = ({ path }: Root): ReturnType<typeof searchFolder> => ({
  files: [join(path, 'SKILL.md')],
  passedOver: [],
  unknown: [],
});

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
    const [description, more] = settings.isNameOnly(name) ? [''] : [one.description, one.more];
    const scope = catalogue.scopes?.[root.scope] ?? root.scope;
    return defined<CatalogueEntry>({ name, description, more, path, label, root: aliasedFolder(root), scope });
  });
  const { text, shares, length, limit } = listSkills(catalogue, entries, undefined, catalogue.own);
  const byFile = new Map(skills.map((one) => [one.file, one]));
  const offered = shares.flatMap(({ path, characters: share, cut, text: entry }): readonly OfferedSkill[] => {
    const skill = byFile.get(path);
    if (skill === undefined) return [];
    byFile.delete(path);
    const { name, description } = skill;
    const missing = settings.isNameOnly(name) ? description.length : cut;
    return [defined({ name, file: path, description, cut: missing === 0 ? undefined : missing, share, entry })];
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

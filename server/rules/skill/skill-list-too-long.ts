import {
  basename,
  type CatalogueEntry,
  CLIENTS,
  type ClientBehavior,
  type ClientProfile,
  dirname,
  type Frontmatter,
  formatCount,
  listSkills,
  readFrontmatter,
} from '../../../skill/index.ts';

import type { Clients } from '../../clients.ts';
import { isSkipped, quoteFrom } from '../frontmatter/description-limits.ts';
import { fitMessage } from '../rule/message.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';

type Fields = Extract<Frontmatter, { kind: 'valid' }>['data'];

/**
 * Reports the longest description of a folder whose skills exceed the list that a client shows to the model. Only skills
 * that the client certainly lists are counted, and its own; it may list more from other folders, so its list is at least
 * this long.
 */
export const skillListTooLong: Rule = {
  code: 'skill.list-too-long',
  title: 'The skills of a folder exceed the list that a client shows to the model',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, bundled, skill } = input;
    const clients = limitingClients(input);
    const { frontmatter } = document;
    if (clients.length === 0 || frontmatter.kind !== 'valid') return;
    const description = frontmatter.fields.find(({ key }) => key === 'description');
    if (description === undefined) return;
    const siblings = bundled.siblings();
    const tooLong = clients.map((one) => listFor(one, siblings)).filter(({ isTooLong }) => isTooLong);
    // One finding per folder, even if clients list different skills.
    const longest = tooLong[0]?.longest;
    if (longest?.root !== skill.root) return;
    const effects = tooLong.map(
      ({ client, behavior, entries }) => `${client.name} ${describeCuts(behavior, entries, longest)}`,
    );
    const folder = dirname(skill.root).split('/').slice(-2).join('/');
    yield {
      range: description.valueRange,
      message: fitMessage(
        effects,
        (shown) => `Descriptions in \`${folder}\` are too long: ${shown.join(', ')}. Shorten this one first.`,
      ),
    };
  },
};

interface ClientList extends LimitingClient {
  readonly entries: readonly Entry[];
  readonly longest: Entry | undefined;
  readonly isTooLong: boolean;
}

const lists = new WeakMap<ReadonlyMap<string, string>, Map<string, ClientList>>();

/** Returns the list of a folder in a client. Every skill of a folder requests the same one, so it is computed once. */
function listFor(one: LimitingClient, siblings: ReadonlyMap<string, string>): ClientList {
  const byClient = lists.get(siblings) ?? new Map<string, ClientList>();
  lists.set(siblings, byClient);
  const { client, behavior } = one;
  const cached = byClient.get(client.id);
  if (cached !== undefined) return cached;
  const entries = entriesFor(client, siblings);
  const { cuts, length, limit } = listSkills(behavior.catalogue, entries, undefined, behavior.catalogue.own);
  const list = { ...one, entries, longest: longestOf(entries), isTooLong: length > limit && cuts.length > 0 };
  byClient.set(client.id, list);
  return list;
}

function longestOf(entries: readonly Entry[]): Entry | undefined {
  return entries.reduce<Entry | undefined>(
    (found, one) => (found && found.description.length >= one.description.length ? found : one),
    undefined,
  );
}

interface LimitingClient {
  readonly client: ClientProfile;
  readonly behavior: ClientBehavior;
}

/** Returns the selected clients, or all by default, that list the skills in this folder and limit the list in every variant. */
function limitingClients({ skill, clients }: RuleInput): readonly LimitingClient[] {
  const folder = dirname(skill.root);
  return CLIENTS.flatMap((client) => {
    const { id, discovery, behaviors } = client;
    const [behavior] = behaviors;
    if (behavior === undefined || !isSelected(clients, id) || discovery.kind !== 'folders') return [];
    const isSearched = discovery.folders.some(
      ({ scope, path }) => scope === 'workspace' && folder.endsWith(`/${path}`),
    );
    return isSearched && behaviors.every(({ catalogue }) => catalogue.budget !== undefined)
      ? [{ client, behavior }]
      : [];
  });
}

const isSelected = (clients: Clients, id: ClientProfile['id']): boolean => clients === 'auto' || clients.includes(id);

interface Entry extends CatalogueEntry {
  readonly root: string;
}

const parsed = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, Fields>>();

/** Returns the fields of each skill with valid frontmatter. Every skill of a folder requests the same map. */
export function fieldsOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, Fields> {
  const cached = parsed.get(texts);
  if (cached !== undefined) return cached;
  const fields = new Map<string, Fields>();
  for (const [root, text] of texts) {
    const { frontmatter } = readFrontmatter(text);
    if (frontmatter.kind === 'valid') fields.set(root, frontmatter.data);
  }
  parsed.set(texts, fields);
  return fields;
}

/** Returns the skills that a client certainly lists, in the order of their folders. */
function entriesFor(client: ClientProfile, texts: ReadonlyMap<string, string>): readonly Entry[] {
  const { discovery, fields } = client;
  const reads = (name: string): boolean => fields.some((field) => field.name === name);
  return [...fieldsOf(texts)].flatMap(([root, data]): readonly Entry[] => {
    const { name, description, when_to_use: more } = data;
    if (typeof description !== 'string' || description.trim() === '') return [];
    if (discovery.kind === 'folders' && discovery.hides && (data['disable-model-invocation'] ?? false) !== false)
      return [];
    // Listed only while the user works on matching files.
    if (data.paths !== undefined && reads('paths')) return [];
    if (isSkipped(description.trim(), client)) return [];
    const folder = basename(root);
    const identity = discovery.identity === 'folder' || typeof name !== 'string' ? folder : name;
    const fullDescription =
      typeof more === 'string' && reads('when_to_use') ? `${description.trim()} ${more.trim()}` : description.trim();
    // The shortest path that a client writes: below a folder with a short name.
    return [{ root, name: identity, description: fullDescription, path: `r0/${folder}/SKILL.md`, scope: 'project' }];
  });
}

/** Returns what the client does to a list that exceeds its limit, as a clause. */
function describeCuts({ catalogue }: ClientBehavior, entries: readonly Entry[], longest: Entry): string {
  const { cuts, length, limit } = listSkills(catalogue, entries, undefined, catalogue.own);
  const kind = catalogue.budget?.overflow.kind;
  if (kind === 'fit-descriptions')
    return describeDropped(
      fewestOmitted(entries, catalogue.budget?.perDescription ?? Number.POSITIVE_INFINITY, length - limit),
      entries.length,
    );
  if (kind === 'first-lines') return `keeps the first lines only, and cuts ${cuts.length} of ${entries.length}`;
  const omittedCount = cuts.filter(({ remaining }) => remaining === 'left-out').length;
  if (omittedCount > 0) return `leaves out at least ${omittedCount} of ${formatCount(entries.length, 'skill')}`;
  if (kind === 'names-only') return describeDropped(cuts.length, entries.length);
  const shortest = Math.min(...cuts.map(({ remaining }) => (typeof remaining === 'number' ? remaining : 0)));
  const isCut = cuts.some(({ name }) => name === longest.name);
  return `cuts them at ${formatCount(shortest, 'character')}${isCut ? `, this one from ${quoteFrom(longest.description, shortest)}` : ''}`;
}

const describeDropped = (count: number, all: number): string => `drops at least ${count} of ${all}`;

/** Returns the smallest number of descriptions whose omission shortens the list by `excess`. Which ones depends on their use. */
function fewestOmitted(entries: readonly Entry[], perDescription: number, excess: number): number {
  let left = excess;
  let count = 0;
  for (const length of entries
    .map(({ description }) => Math.min(description.length, perDescription))
    .sort((a, b) => b - a)) {
    if (left <= 0) break;
    left -= length;
    count++;
  }
  return count;
}

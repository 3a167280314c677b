/** Hover section about a path in a skill: how each client resolves it, with one line for all that behave alike. */
import {
  CLIENTS,
  type ClientProfile,
  clientsSearching,
  commandBaseOf,
  type ResolveContext,
  type Skill,
  statesSkillFolder,
  within,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import { clientName } from '../../rules/rule/client-names.ts';
import type { Occurrence } from '../../targets/target.ts';
import type { Part } from './content.ts';

/**
 * Describes the path of an occurrence in SKILL.md that is relative to the skill. Empty for other paths, and if nothing is
 * known about the clients.
 * @param clients the chosen clients; `auto` for those that search the skill's folder, or else all
 */
export function describeInClients(
  occurrence: Occurrence,
  clients: Clients,
  { skill }: ResolveContext,
): readonly Part[] {
  const { document, base, from, form, targets } = occurrence;
  const [target] = targets;
  const isRelative = base.kind === 'document' && from === skill.root && document === skill.manifest.path;
  if (!isRelative || target === undefined || within(skill.root, target.path) === undefined) return [];
  const isCommand = form === 'fence-command' || form === 'code-command';
  const groups = outcomesInClients(skill, clients, isCommand);
  if (groups.size === 0) return [];
  return [{ kind: 'list', items: [...groups].map(([outcome, names]) => [`${names.join(', ')}: ${outcome}`]) }];
}

/**
 * Returns the names of clients by what becomes of a path in SKILL.md that is relative to the skill. Clients of which nothing is
 * known are left out.
 */
export function outcomesInClients(
  { root, manifest }: Skill,
  clients: Clients,
  isCommand: boolean,
): ReadonlyMap<string, readonly string[]> {
  const located = clientsSearching(root);
  const isMeant = ({ id }: ClientProfile): boolean =>
    clients === 'auto' ? located.length === 0 || located.includes(id) : clients.includes(id);
  const isLocationStated = statesSkillFolder(manifest.text);
  const groups = new Map<string, readonly string[]>();
  for (const client of CLIENTS.filter(isMeant)) {
    const outcome = isCommand ? commandOutcome(client, isLocationStated) : readOutcome(client, isLocationStated);
    if (outcome === undefined) continue;
    groups.set(outcome, [...(groups.get(outcome) ?? []), clientName(client.id)]);
  }
  return groups;
}

function commandOutcome(client: ClientProfile, isStated: boolean): string | undefined {
  switch (commandBaseOf(client)) {
    case 'works':
      return 'runs in the skill’s folder';
    case 'resolved':
      return 'runs in the workspace; the client says that paths are relative to the skill';
    case 'fails':
      return isStated
        ? 'runs in the workspace; the text states where the skill is'
        : 'fails as written, in the workspace';
    case 'unknown':
      return undefined;
  }
}

function readOutcome(client: ClientProfile, isStated: boolean): string | undefined {
  switch (commandBaseOf(client)) {
    case 'works':
      return 'loaded by this path';
    case 'resolved':
      return 'the client says that it is relative to the skill';
    case 'fails':
      if (isStated) return 'the text states where the skill is';
      return isListed(client) ? 'listed when the skill is loaded' : 'the client gives the skill’s folder, but no rule';
    case 'unknown':
      return undefined;
  }
}

/** Returns true if every variant of the client lists the bundled files when it loads a skill. */
const isListed = ({ behaviors }: ClientProfile): boolean =>
  behaviors.every(({ activation }) => activation.kind === 'tool' && activation.files !== undefined);

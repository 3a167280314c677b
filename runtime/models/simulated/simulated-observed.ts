import { CLIENTS, type ClientBehavior, type ClientProfile } from '../../../skill/index.ts';
import type { Call, Persona } from './simulated-action.ts';
import { findCall, loadCall, readCall, useCall } from './simulated-client-calls.ts';
import {
  bodyOf,
  isMiss,
  isUnknownSkill,
  type ListedSkill,
  listedAliases,
  shownFolder,
} from './simulated-client-view.ts';
import type { Memory, PastCall } from './simulated-memory.ts';
import { type DrawnMiss, drawGuess, drawMiss } from './simulated-misses.ts';
import { searchesFor, selectPath, toolCall } from './simulated-search.ts';
import { type NamedFile, namedFilesIn } from './simulated-written-files.ts';

/** The state of a model that follows a skill. */
interface Following {
  readonly client: ClientBehavior;
  readonly profile: ClientProfile;
  readonly memory: Memory;
  readonly skill: string;
  readonly folder: string | undefined;
  readonly key: string;
}

/**
 * Returns the next call of a model that misses as real ones do in its client; undefined if it is done. It joins paths to the
 * skill's folder, and misses in the shares that sessions show; after a miss it searches once and asks for the right file, or,
 * in the share that was seen, continues without it.
 */
export function observedActionFor(
  { habits, seed }: Persona,
  client: ClientBehavior,
  memory: Memory,
  listed: ListedSkill,
): Call | undefined {
  const profile = CLIENTS.find(({ behaviors }) => behaviors.some(({ id }) => id === client.id));
  if (profile === undefined) return undefined;
  const key = `${seed ?? ''}\n${memory.prompt}`;
  const placed = withoutAlias(listed, memory.system);
  const load = nextLoad(profile, client, memory, listed, placed, key);
  if (load.kind === 'call') return load.call;
  if (load.kind === 'lost') return undefined;
  const { text } = load.made;
  const folder = shownFolder(text, placed);
  const following: Following = { client, profile, memory, skill: listed.name, folder, key };
  const body = bodyOf(client, text);
  for (const file of habits.select(`\n${body}`, namedFilesIn(body)).slice(0, habits.maxSteps)) {
    const call = nextCall(following, file);
    if (call !== undefined) return call;
  }
  return undefined;
}

/** Returns a skill with its absolute path, if the client's list shortens it. */
function withoutAlias(listed: ListedSkill, system: string): ListedSkill {
  const [, alias = '', rest = ''] = /^(r\d+)\/(.+)$/.exec(listed.path ?? '') ?? [];
  const root = listedAliases(system).get(alias);
  return root === undefined ? listed : { ...listed, path: `${root}/${rest}` };
}

type Load =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'loaded'; readonly made: PastCall }
  | { readonly kind: 'lost' };

/** Returns the next step by which a model loads a skill. */
function nextLoad(
  profile: ClientProfile,
  client: ClientBehavior,
  memory: Memory,
  listed: ListedSkill,
  placed: ListedSkill,
  key: string,
): Load {
  const { activation } = client;
  const right = loadCall(client, placed);
  const isByName = activation.kind === 'tool';
  // A schema that lists the names lets no other name through.
  const canMiss = !isByName || activation.enumerates !== true;
  const miss = canMiss
    ? drawMiss(
        {
          client: profile,
          what: isByName ? 'skill-name' : 'skill-file',
          skill: listed.name,
          folder: placed.path?.replace(/\/SKILL\.md$/, ''),
          written: isByName ? listed.name : (listed.path ?? ''),
          file: 'SKILL.md',
        },
        key,
      )
    : undefined;
  if (miss !== undefined) {
    const wrong = isByName
      ? toolCall(activation.tool, { [activation.parameter]: miss.asked })
      : readCall(client, miss.asked);
    const next = afterMiss(client, memory, wrong, miss, isByName ? undefined : 'SKILL.md', undefined);
    if (next !== undefined) return next === 'lost' ? { kind: 'lost' } : { kind: 'call', call: next };
  }
  const made = findCall(memory, right);
  if (made === undefined) return { kind: 'call', call: right };
  return isMiss(client, made) || isUnknownSkill(client, made) ? { kind: 'lost' } : { kind: 'loaded', made };
}

/**
 * Returns the wrong call of a miss, then one search, if there is a file to search for; `lost` if the model continues without
 * it, undefined if the right call is next.
 */
function afterMiss(
  client: ClientBehavior,
  memory: Memory,
  wrong: Call,
  { isLost }: Pick<DrawnMiss, 'isLost'>,
  file: string | undefined,
  folder: string | undefined,
): Call | 'lost' | undefined {
  if (findCall(memory, wrong) === undefined) return wrong;
  if (isLost) return 'lost';
  if (file === undefined) return undefined;
  const search = searchFor(client, file, folder);
  return findCall(memory, search) === undefined ? search : undefined;
}

/** Returns the search of a model: the folder's list if it knows the folder, or else by name. */
function searchFor(client: ClientBehavior, file: string, folder: string | undefined): Call {
  const searches = searchesFor(client, file, folder);
  const call = folder === undefined ? searches.at(-1) : searches[0];
  return call ?? readCall(client, file);
}

/** Returns the next call for a file; undefined if it was read or given up. */
function nextCall(following: Following, file: NamedFile): Call | undefined {
  const { client, profile, memory, skill, folder, key } = following;
  const [path = ''] = file.paths;
  if (file.isGuessed && !drawGuess(profile, file.written, key)) return undefined;
  const right = useCall(client, file.tool, rightPath(file, path, folder));
  const miss = file.isGuessed
    ? undefined
    : drawMiss({ client: profile, what: 'bundled', skill, folder, written: file.written, file: path }, key);
  if (miss !== undefined) {
    const wrong = useCall(client, file.tool, miss.asked);
    const next = afterMiss(client, memory, wrong, miss, path, folder);
    if (next !== undefined) return next === 'lost' ? undefined : next;
  }
  const made = findCall(memory, right);
  if (made === undefined) return right;
  if (!isMiss(client, made)) return undefined;
  // The text names an absent file, or one at another place: it searches once.
  const search = searchFor(client, path, folder);
  const found = findCall(memory, search);
  if (found === undefined) return search;
  const selected = selectPath(client, found, path);
  if (selected === undefined) return undefined;
  const read = useCall(client, file.tool, selected);
  return findCall(memory, read) === undefined ? read : undefined;
}

/** Returns the path that a model asks for: in the skill's folder, unless the text writes where it is. */
function rightPath({ written, isGuessed }: NamedFile, path: string, folder: string | undefined): string {
  const isPlaced = /^(?:~\/|\/|\.[\w-]+\/(?:.*\/)?skills\/)/.test(written);
  if (isPlaced && !isGuessed) return written;
  return folder === undefined ? path : `${folder}/${path}`;
}

/** The chances by which a simulated model misses a request, from what real sessions say about its client. */
import {
  type ClientProfile,
  type CountedRuns,
  countedRunsFor,
  guessedShareOf,
  type MissedThing,
  type MissKindId,
  missShareOf,
  missWaysOf,
  NEVER_READ,
} from '../../../skill/index.ts';
import { createChance } from '../../random.ts';
import { hashOf } from './simulated-habits.ts';

/** The share of a thing that models were seen to miss, but no one knows how often: assumed, 1 in 20. */
const ASSUMED = { missed: 1, of: 20 };

/** A request of a simulated model. */
export interface PlannedRequest {
  readonly client: ClientProfile;
  readonly what: MissedThing;
  readonly skill: string;
  /** The skill's folder, absolute; undefined if the client does not show it. */
  readonly folder: string | undefined;
  /** The path or name as the list or the text writes it. */
  readonly written: string;
  /** The path of the file in the skill. */
  readonly file: string;
}

/** A miss that a model brings about itself. */
export interface DrawnMiss {
  readonly kind: MissKindId;
  readonly asked: string;
  /** True if the model continues without the file. */
  readonly isLost: boolean;
}

/**
 * Returns the miss that a request becomes; undefined if it finds what it asks for. The share is that of the client, or of the
 * runs that were counted in this layout; the same key gives the same result.
 */
export function drawMiss(request: PlannedRequest, key: string): DrawnMiss | undefined {
  const { client, what, skill, folder = '', written } = request;
  // The list of a client writes the path of SKILL.md, in a temporary folder whose name differs in each run.
  const chance = createChance(hashOf(`${key}\n${what}\n${what === 'skill-file' ? skill : written}`));
  const counted = countedRunsFor(client, what, skill, folder, written);
  if (counted !== undefined) return drawCounted(counted, request, chance.int(counted.of), chance.int(counted.missed));
  const share = missShareOf(client, what);
  if (share.kind === 'never-seen') return undefined;
  const { missed, of } = share.kind === 'measured' ? share.rate : ASSUMED;
  if (chance.int(of) >= missed) return undefined;
  const ways = missWaysOf(client, what).flatMap(({ kind, weight }) => {
    const asked = askedIn(kind, request);
    return asked === undefined ? [] : Array.from({ length: weight }, () => ({ kind, asked }));
  });
  if (ways.length === 0) return undefined;
  return { ...chance.pick(ways), isLost: chance.int(NEVER_READ.of) < NEVER_READ.neverRead };
}

function drawCounted(
  { missed, neverRead = 0, kind, layout }: CountedRuns,
  { skill, folder = '', written, file }: PlannedRequest,
  drawn: number,
  drawnLoss: number,
): DrawnMiss | undefined {
  if (drawn >= missed) return undefined;
  const inText = written.slice(
    layout.written.indexOf('{file}') < 0 ? written.length : layout.written.indexOf('{file}'),
  );
  const asked = layout.asked
    .replaceAll('{skill}', skill)
    .replaceAll('{file}', inText === '' ? file : inText)
    .replace(/^~/, homeOf(folder));
  return { kind, asked, isLost: drawnLoss < neverRead };
}

/** True if a mention in prose becomes a guess: a share of the misses of bundled files. */
export function drawGuess(client: ClientProfile, mention: string, key: string): boolean {
  const share = missShareOf(client, 'bundled');
  if (share.kind === 'never-seen') return false;
  const { missed, of } = share.kind === 'measured' ? share.rate : ASSUMED;
  const chance = createChance(hashOf(`${key}\nguess\n${mention}`));
  return chance.int(10_000) < (10_000 * guessedShareOf(client) * missed) / of;
}

/** Returns the path or name that a model asks for in a miss of a kind; undefined if it is not possible here. */
function askedIn(kind: MissKindId, { skill, folder, file, what, written }: PlannedRequest): string | undefined {
  if (what === 'skill-name') return askedName(kind, skill);
  if (folder === undefined) return undefined;
  const root = folder.slice(0, folder.lastIndexOf('/'));
  const name = folder.slice(root.length + 1);
  const home = homeOf(folder);
  switch (kind) {
    case 'base.workspace':
      return what === 'bundled' && !written.startsWith('/') ? written : undefined;
    case 'base.skills-root':
      return what === 'bundled' ? `${root}/${file}` : undefined;
    case 'root.client':
      return `${home}/${root.endsWith('/.codex/skills') ? '.agents' : '.codex'}/skills/${name}/${file}`;
    case 'root.scope': {
      const below = root.slice(home.length + 1);
      return root.startsWith(`${home}/.`) ? `${below}/${name}/${file}` : `~/${below}/${name}/${file}`;
    }
    case 'root.elsewhere':
      return `${home}/skills/${name}/${file}`;
    case 'root.version':
      return /\/\d+\.\d+\.\d+\//.test(folder)
        ? `${folder.replace(/\/(\d+)\.\d+\.\d+\//, '/$1.0.0-old/')}/${file}`
        : undefined;
    case 'root.alias':
      return /^r\d+\//.test(written) ? `${root}/${written}` : undefined;
    case 'name.manifest':
      return `${root}/${name}-guide/SKILL.md`;
    case 'near-name':
      return nearName(file, folder);
    default:
      return undefined;
  }
}

function askedName(kind: MissKindId, skill: string): string | undefined {
  if (kind === 'name.prefix') return skill.includes(':') ? skill.slice(skill.indexOf(':') + 1) : `${skill}:${skill}`;
  return kind === 'name.unknown' ? `${skill}-guide` : undefined;
}

/** Returns a path without the second word of its name; undefined if the name has fewer than three. */
function nearName(file: string, folder: string): string | undefined {
  const slash = file.lastIndexOf('/') + 1;
  const [first = '', second, ...rest] = file.slice(slash).split(/(?<=[_-])/);
  if (second === undefined || rest.length === 0) return undefined;
  return `${folder}/${file.slice(0, slash)}${first}${rest.join('')}`;
}

/** Returns the folder that the folders of a client's skills are in: a home, or a workspace. */
export function homeOf(folder: string): string {
  const [home] = /^\/(?:home|Users)\/[^/]+|^\/root(?=\/)/.exec(folder) ?? [];
  const [, base] = /^(.*?)\/\.[\w-]+\/(?:.*\/)?skills(?:\/|$)/.exec(folder) ?? [];
  return base ?? home ?? '~';
}

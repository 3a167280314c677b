/** Which names a path has once things have moved, and from where it is told. */
import { basename, extension, join, normalize, relative, within } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import type { Moves } from './moves.ts';
import type { Written } from './written.ts';

/** Where a document lies: its folder and that of its skill. Both absolute. */
export interface Standpoint {
  readonly folder: string;
  readonly root: string;
}

/** The names of a path as it is, by the letter case of the disk, and as it is to be; `..` where it climbs. */
export interface Names {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

const split = (path: string): readonly string[] => (path === '' ? [] : path.split('/'));
const isLinked = ({ form }: Lead): boolean => form === 'link' || form === 'image' || form === 'definition';

/**
 * The names of the path of a lead to `target`, before and after `moves`; undefined where the place cannot hold the new path:
 * an entry of a drawn tree cannot leave its folder.
 */
export function namesAfter(
  lead: Lead,
  written: Written,
  target: string,
  moves: Moves,
  before: Standpoint,
  after: Standpoint,
): Names | undefined {
  if (lead.form === 'tree') return inTree(written, target, moves);
  switch (lead.kind) {
    case 'bare':
      return ofBare(lead, written, target, moves, before, after);
    case 'installed':
      return ofInstalled(lead, target, moves, before, after);
    case 'path':
    case 'case':
      return lead.from === undefined
        ? undefined
        : ofPath(lead, lead.from, target, moves.after(target), moves, before, after);
    default:
      return undefined;
  }
}

function ofPath(
  lead: Lead,
  from: string,
  target: string,
  moved: string,
  moves: Moves,
  before: Standpoint,
  after: Standpoint,
): Names {
  const base = baseAfter(lead, from, moves, before, after);
  const climbs = split(normalize(lead.path)).filter((name) => name === '..').length;
  const shortest = split(relative(from, target));
  const up = '..'.concat('/..'.repeat(Math.max(0, climbs - 1)));
  const top = climbs === 0 ? from : join(from, up);
  // `../references/x.md` in `references/y.md`: the author tells the way from above, and it stays so.
  const roundabout = climbs > shortest.filter((name) => name === '..').length;
  const own = roundabout ? [...Array<string>(climbs).fill('..'), ...split(relative(top, target))] : shortest;
  if (roundabout) {
    const topAfter = moves.after(top);
    const down = within(topAfter, base);
    if (down !== undefined && within(topAfter, moved) !== undefined)
      return { from: own, to: [...split(down).map(() => '..'), ...split(relative(topAfter, moved))] };
  }
  return { from: own, to: split(relative(base, moved)) };
}

/** The folder that a path is relative to afterwards. */
function baseAfter(lead: Lead, from: string, moves: Moves, before: Standpoint, after: Standpoint): string {
  // A link is read from its document by whatever shows it; other paths are taken from the skill where both are one.
  const ofDocument =
    lead.base.kind === 'document' && from === before.folder && (isLinked(lead) || from !== before.root);
  if (ofDocument) return after.folder;
  return from === before.root ? after.root : moves.after(from);
}

/** An entry has the last names of its path; those before it stand in entries of their own. */
function inTree({ segments }: Written, target: string, moves: Moves): Names | undefined {
  const count = segments.length;
  const own = split(target);
  const moved = split(moves.after(target));
  const above = moves.after(own.slice(0, -count).join('/'));
  if (above !== moved.slice(0, -count).join('/')) return undefined;
  return { from: own.slice(-count), to: moved.slice(-count) };
}

/** A name stays one without a folder, the end of a path one of as many folders, and a link without an extension stays so. */
function ofBare(
  lead: Lead,
  { segments }: Written,
  target: string,
  moves: Moves,
  before: Standpoint,
  after: Standpoint,
): Names | undefined {
  const moved = moves.after(target);
  const ending = extension(target);
  const hasNone = ending !== '' && !lead.path.toLowerCase().endsWith(ending);
  const cut = (path: string): string => (hasNone && extension(path) === ending ? path.slice(0, -ending.length) : path);
  if (segments.length === 1 && !hasNone) return { from: [basename(target)], to: [basename(moved)] };
  if (!hasNone && target.endsWith(`/${normalize(lead.path)}`)) {
    const top = target.slice(0, -normalize(lead.path).length - 1);
    const to = relative(moves.after(top), moved);
    return to.startsWith('../') ? undefined : { from: split(normalize(lead.path)), to: split(to) };
  }
  const from = [before.folder, before.root].find((base) => join(base, lead.path) === cut(target));
  return from === undefined ? undefined : ofPath(lead, from, cut(target), cut(moved), moves, before, after);
}

/** `.claude/skills/NAME/scripts/x.py`: what is before the name of the skill stays. */
function ofInstalled(
  lead: Lead,
  target: string,
  moves: Moves,
  before: Standpoint,
  after: Standpoint,
): Names | undefined {
  const parts = split(normalize(lead.path));
  const owner = within(before.root, target) === undefined ? undefined : before.root;
  if (owner === undefined) return undefined;
  const inner = split(relative(owner, target));
  const head = parts.slice(0, parts.length - inner.length);
  const innerAfter = within(after.root, moves.after(target));
  if (innerAfter === undefined || head.length === 0) return undefined;
  const name = head.at(-1) ?? '';
  const renamed = name === split(owner).at(-1) ? (split(after.root).at(-1) ?? name) : name;
  return { from: [...head, ...inner], to: [...head.slice(0, -1), renamed, ...split(innerAfter)] };
}

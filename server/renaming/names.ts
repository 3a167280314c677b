/** Computes the names in a path after moves, and its base folder. */
import { basename, extension, join, normalize, relative, within } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import type { Moves } from './moves.ts';
import type { ParsedPath } from './parsed-path.ts';

/** The location of a document: its folder and that of its skill. Both absolute. */
export interface DocumentLocation {
  readonly folder: string;
  readonly root: string;
}

/** The current names in a path, in the letter case of the disk, and the new ones; includes `..`. */
export interface Names {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

const split = (path: string): readonly string[] => (path === '' ? [] : path.split('/'));
const isLinked = ({ form }: Occurrence): boolean => form === 'link' || form === 'image' || form === 'definition';

/**
 * Returns the names in the path of an occurrence of `target`, before and after `moves`; undefined if the new path cannot be
 * written there, such as a tree entry in another folder.
 */
export function namesAfter(
  occurrence: Occurrence,
  written: ParsedPath,
  target: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
): Names | undefined {
  if (occurrence.form === 'tree') return namesInTree(written, target, moves);
  switch (occurrence.kind) {
    case 'bare':
      return namesInBareName(occurrence, written, target, moves, before, after);
    case 'installed':
      return namesInInstalledPath(occurrence, target, moves, before, after);
    case 'path':
    case 'case':
      return occurrence.from === undefined
        ? undefined
        : namesInPath(occurrence, occurrence.from, target, moves.after(target), moves, before, after);
    default:
      return undefined;
  }
}

function namesInPath(
  occurrence: Occurrence,
  from: string,
  target: string,
  moved: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
): Names {
  const base = baseAfter(occurrence, from, moves, before, after);
  const climbs = split(normalize(occurrence.path)).filter((name) => name === '..').length;
  const shortest = split(relative(from, target));
  const up = '..'.concat('/..'.repeat(Math.max(0, climbs - 1)));
  const top = climbs === 0 ? from : join(from, up);
  // `../references/x.md` in `references/y.md`: preserve the author's detour.
  const hasDetour = climbs > shortest.filter((name) => name === '..').length;
  const own = hasDetour ? [...Array<string>(climbs).fill('..'), ...split(relative(top, target))] : shortest;
  if (hasDetour) {
    const topAfter = moves.after(top);
    const down = within(topAfter, base);
    if (down !== undefined && within(topAfter, moved) !== undefined)
      return { from: own, to: [...split(down).map(() => '..'), ...split(relative(topAfter, moved))] };
  }
  return { from: own, to: split(relative(base, moved)) };
}

/** Returns the base folder of a path after the moves. */
function baseAfter(
  occurrence: Occurrence,
  from: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
): string {
  // A link is relative to its document; other paths are relative to the skill if both are the same folder.
  const ofDocument =
    occurrence.base.kind === 'document' && from === before.folder && (isLinked(occurrence) || from !== before.root);
  if (ofDocument) return after.folder;
  return from === before.root ? after.root : moves.after(from);
}

/** An entry contains the last names of its path; the previous ones are in other entries. */
function namesInTree({ segments }: ParsedPath, target: string, moves: Moves): Names | undefined {
  const count = segments.length;
  const own = split(target);
  const moved = split(moves.after(target));
  const above = moves.after(own.slice(0, -count).join('/'));
  if (above !== moved.slice(0, -count).join('/')) return undefined;
  return { from: own.slice(-count), to: moved.slice(-count) };
}

/** Preserves a name without a folder, the number of folders of a partial path, and a missing extension. */
function namesInBareName(
  occurrence: Occurrence,
  { segments }: ParsedPath,
  target: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
): Names | undefined {
  const moved = moves.after(target);
  const ending = extension(target);
  const omitsExtension = ending !== '' && !occurrence.path.toLowerCase().endsWith(ending);
  const cut = (path: string): string =>
    omitsExtension && extension(path) === ending ? path.slice(0, -ending.length) : path;
  if (segments.length === 1 && !omitsExtension) return { from: [basename(target)], to: [basename(moved)] };
  if (!omitsExtension && target.endsWith(`/${normalize(occurrence.path)}`)) {
    const top = target.slice(0, -normalize(occurrence.path).length - 1);
    const to = relative(moves.after(top), moved);
    return to.startsWith('../') ? undefined : { from: split(normalize(occurrence.path)), to: split(to) };
  }
  const from = [before.folder, before.root].find((base) => join(base, occurrence.path) === cut(target));
  return from === undefined ? undefined : namesInPath(occurrence, from, cut(target), cut(moved), moves, before, after);
}

/** `.claude/skills/NAME/scripts/x.py`: preserves the part before the skill's name. */
function namesInInstalledPath(
  occurrence: Occurrence,
  target: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
): Names | undefined {
  const parts = split(normalize(occurrence.path));
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

/** Why something cannot get a new path. Each answer is a sentence for the user: what to do, then why. */
import { basename, dirname, join, MANIFESTS, relative, within } from '../../skill/index.ts';
import type { Known, PathMove } from './known.ts';

/** Whether the user may write to a file, or into a folder; the disk knows. */
export type MayWrite = (path: string) => boolean;

/** What no name of a file may have where skills go: control characters, and what Windows keeps for itself. */
const NO_NAME = /[\p{Cc}<>:"|?*\\]|[. ]$/u;

/** Why the file or folder of a skill cannot be moved so; undefined where it can. */
export function whyNotMoved(known: Known, move: PathMove, mayWrite: MayWrite): string | undefined {
  const { workspace } = known;
  const owner = workspace.skillOf(move.isFolder ? join(move.from, 'x') : move.from);
  const context = owner && workspace.contextOf(owner);
  if (!owner || !context) return undefined;
  const inSkill = (path: string): string => `\`${relative(owner.root, path)}\``;
  if (MANIFESTS.some((name) => move.from === join(owner.root, name)))
    return 'Rename the skill instead: `SKILL.md` is the name that clients look for.';
  const outside = within(owner.root, move.to) === undefined || workspace.skillOf(move.to) !== owner;
  if (outside || move.to === owner.root)
    return `Keep it inside \`${owner.folder}/\`: a file outside its skill is lost when the skill is installed elsewhere.`;
  return (
    whyNoPath(relative(owner.root, move.to)) ??
    whyInTheWay(known, move, inSkill) ??
    whyLinked(known, owner.root, move, inSkill) ??
    whyReadOnly(known, move, mayWrite, inSkill)
  );
}

/** Why a path, relative to its skill, cannot be a file's. */
function whyNoPath(path: string): string | undefined {
  const wrong = path.split('/').find((name) => NO_NAME.test(name));
  if (wrong === undefined) return undefined;
  return `Choose another name than \`${wrong.slice(0, 40)}\`: not every system can store it.`;
}

function whyInTheWay(
  { workspace }: Known,
  { from, to }: PathMove,
  inSkill: (path: string) => string,
): string | undefined {
  if (within(from, to) !== undefined && from !== to) return `A folder cannot be moved into itself.`;
  // Where letter case does not matter the file is in its own way.
  const isSame = from.toLowerCase() === to.toLowerCase();
  if (workspace.kind(to) !== undefined && !isSame) return `Choose another name: ${inSkill(to)} exists already.`;
  for (let folder = dirname(to); folder.length > 1; folder = dirname(folder)) {
    const kind = workspace.kind(folder);
    if (kind === 'file') return `Choose another folder: ${inSkill(folder)} is a file.`;
    if (kind === 'folder') return undefined;
  }
  return undefined;
}

/** A link may lead anywhere, and what lies there is not the skill's. */
function whyLinked(
  { workspace }: Known,
  root: string,
  { from, to }: PathMove,
  inSkill: (path: string) => string,
): string | undefined {
  const real = workspace.realPath(root);
  const leadsOut = (path: string): boolean => {
    const there = workspace.realPath(path);
    return real !== undefined && there !== undefined && within(real, there) === undefined;
  };
  const folders = [from, dirname(from), dirname(to)];
  const out = folders.find(leadsOut);
  return out === undefined
    ? undefined
    : `Rename it where it lies: ${inSkill(out)} is a link that leads out of the skill.`;
}

function whyReadOnly(
  { workspace }: Known,
  { from, to }: PathMove,
  mayWrite: MayWrite,
  inSkill: (path: string) => string,
): string | undefined {
  let folder = dirname(to);
  while (workspace.kind(folder) === undefined && folder !== dirname(folder)) folder = dirname(folder);
  const closed = [from, dirname(from), folder].find((path) => !mayWrite(path));
  if (closed === undefined) return undefined;
  const name = inSkill(closed) === '``' ? `\`${basename(closed)}/\`` : inSkill(closed);
  return `Make ${name} writable first: it is read-only.`;
}

/** Why the folder of a skill cannot be moved so; undefined where it can. */
export function whyNoFolder({ workspace }: Known, { from, to }: PathMove, mayWrite: MayWrite): string | undefined {
  if (workspace.kind(to) !== undefined && from.toLowerCase() !== to.toLowerCase())
    return `Choose another name: the folder \`${basename(to)}\` exists already.`;
  if (!mayWrite(from) || !mayWrite(dirname(from)))
    return `Make \`${basename(from)}/\` and the folder around it writable first: they are read-only.`;
  return undefined;
}

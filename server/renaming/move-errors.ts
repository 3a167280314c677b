/** Checks whether something can be moved. Each reason is a sentence for the user: the fix, then why. */
import { basename, dirname, join, MANIFESTS, relative, within } from '../../skill/index.ts';
import type { PathMove, RenameContext } from './rename-context.ts';

/** Returns true if the user may write to a file, or into a folder. */
export type MayWrite = (path: string) => boolean;

/** Characters that file names should not have: control characters, and those that Windows reserves. */
const NO_NAME = /[\p{Cc}<>:"|?*\\]|[. ]$/u;

/** Returns why a file or folder of a skill cannot be moved; undefined if it can. */
export function moveError(known: RenameContext, move: PathMove, mayWrite: MayWrite): string | undefined {
  const { workspace } = known;
  const owner = workspace.skillOf(move.isFolder ? join(move.from, 'x') : move.from);
  const context = owner && workspace.contextOf(owner);
  if (!owner || !context) return undefined;
  const inSkill = (path: string): string => `\`${relative(owner.root, path)}\``;
  if (MANIFESTS.some((name) => move.from === join(owner.root, name)))
    return 'Rename the skill instead: clients require the name `SKILL.md`.';
  const outside = within(owner.root, move.to) === undefined || workspace.skillOf(move.to) !== owner;
  if (outside || move.to === owner.root)
    return `Keep it inside \`${owner.folder}/\`: a file outside its skill is missing when the skill is installed elsewhere.`;
  return (
    pathError(relative(owner.root, move.to)) ??
    conflictError(known, move, inSkill) ??
    linkError(known, owner.root, move, inSkill) ??
    readOnlyError(known, move, mayWrite, inSkill)
  );
}

/** Returns why a path relative to its skill is not a valid file path. */
function pathError(path: string): string | undefined {
  const wrong = path.split('/').find((name) => NO_NAME.test(name));
  if (wrong === undefined) return undefined;
  return `Choose a name other than \`${wrong.slice(0, 40)}\`: some systems do not support it.`;
}

function conflictError(
  { workspace }: RenameContext,
  { from, to }: PathMove,
  inSkill: (path: string) => string,
): string | undefined {
  if (within(from, to) !== undefined && from !== to)
    return `Choose another folder: a folder cannot be moved into itself.`;
  // On a case-insensitive file system, the target is the file itself.
  const isSame = from.toLowerCase() === to.toLowerCase();
  if (workspace.kind(to) !== undefined && !isSame) return `Choose another name: ${inSkill(to)} already exists.`;
  for (let folder = dirname(to); folder.length > 1; folder = dirname(folder)) {
    const kind = workspace.kind(folder);
    if (kind === 'file') return `Choose another folder: ${inSkill(folder)} is a file.`;
    if (kind === 'folder') return undefined;
  }
  return undefined;
}

/** Returns why a path behind a symbolic link out of the skill cannot be moved: it does not belong to the skill. */
function linkError(
  { workspace }: RenameContext,
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
    : `Rename it at its real path: ${inSkill(out)} is a symbolic link out of the skill.`;
}

function readOnlyError(
  { workspace }: RenameContext,
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

/** Returns why the folder of a skill cannot be moved; undefined if it can. */
export function folderMoveError(
  { workspace }: RenameContext,
  { from, to }: PathMove,
  mayWrite: MayWrite,
): string | undefined {
  if (workspace.kind(to) !== undefined && from.toLowerCase() !== to.toLowerCase())
    return `Choose another name: the folder \`${basename(to)}\` already exists.`;
  if (!mayWrite(from) || !mayWrite(dirname(from)))
    return `Make \`${basename(from)}/\` and its parent folder writable first: they are read-only.`;
  return undefined;
}

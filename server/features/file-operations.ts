/** File operations of the editor: updates references before files are moved, and reports what could not be updated. */
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { dirname, relative, within } from '../../skill/index.ts';
import { applyChanges, type Changes } from '../renaming/change.ts';
import { type Move, Moves } from '../renaming/moves.ts';
import { planMoves } from '../renaming/plan.ts';
import type { PathMove } from '../renaming/rename-context.ts';
import { findInScripts, type LinePlace } from '../renaming/scripts.ts';
import { nameError, planName } from '../renaming/skill-name.ts';
import { textOf } from '../renaming/verify-replacements.ts';
import { Lines } from '../workspace/lines.ts';
import type { Session } from './session.ts';
import { type RenameSupport, workspaceEdit } from './workspace-edit.ts';

/** A completed rename request. An editor that applies its edit sends another request for the moved files. */
export interface CompletedRename {
  readonly moves: readonly Move[];
  /** The resulting texts by the previous paths of their documents. */
  readonly texts: ReadonlyMap<string, string>;
}

export const completedRename = (session: Session, moves: readonly Move[], changes: Changes): CompletedRename => ({
  moves,
  texts: new Map([...changes].map(([path, all]) => [path, applyChanges(textOf(session.workspace, path) ?? '', all)])),
});

/** Returns true if the files are moved by that rename: its texts have already been written. */
function isCompleted({ workspace }: Session, moves: readonly Move[], last: CompletedRename | undefined): boolean {
  const same = (one: Move, other: Move | undefined) => one.from === other?.from && one.to === other.to;
  if (last?.moves.length !== moves.length || !moves.every((move, index) => same(move, last.moves[index]))) return false;
  return [...last.texts].every(([path, text]) => textOf(workspace, path) === text);
}

/** Returns the edit for moving files and folders; undefined if nothing references them. */
export function beforeMoving(
  session: Session,
  all: readonly Move[],
  support: RenameSupport,
  last: CompletedRename | undefined,
): WorkspaceEdit | undefined {
  if (isCompleted(session, all, last)) return undefined;
  const { workspace } = session;
  const moves = all.flatMap((move): readonly PathMove[] => {
    const kind = workspace.kind(move.from);
    return kind === undefined || move.from === move.to ? [] : [{ ...move, isFolder: kind === 'folder' }];
  });
  if (moves.length === 0 || !moves.some((move) => affectsSkill(session, move))) return undefined;
  return workspaceEdit(session, plan(session, moves), [], support);
}

/** Returns true if a moved file is in a skill or contains one; as a rule, skills reference nothing else. */
function affectsSkill({ workspace }: Session, { from, isFolder }: PathMove): boolean {
  if (workspace.skillOf(isFolder ? `${from}/x` : from)) return true;
  return isFolder
    ? workspace.skills().some(({ root }) => within(from, root) !== undefined)
    : workspace.skills().length > 0;
}

/** Plans the moves. If a skill with the name of its folder is renamed, its name changes too. */
function plan(session: Session, moves: readonly PathMove[]): Changes {
  const [move] = moves;
  const entry = move && moves.length === 1 && move.isFolder ? session.workspace.skillAt(move.from) : undefined;
  const name = move?.to.slice(move.to.lastIndexOf('/') + 1) ?? '';
  const skill = entry?.skill();
  const renamesSkill =
    entry && skill && !('unreadable' in skill) && skill.name === entry.folder && name !== entry.folder;
  return renamesSkill && nameError(name) === undefined
    ? planName(session, entry, name, moves)
    : planMoves(session, moves);
}

/** Returns the message after files were moved: scripts that still contain their old names. Undefined if there are none. */
export function afterMoving({ workspace }: Session, moves: readonly Move[]): string | undefined {
  const found = moves.map((move) => ({ move, places: findInScripts(workspace, move) }));
  const first = found.find(({ places }) => places.length > 0);
  if (!first) return undefined;
  const root = workspace.skillOf(first.move.to)?.root ?? '';
  const name = relative(root, first.move.from);
  const places = found.flatMap((one) => one.places);
  return `Update ${formatPlaces(places, root)}: scripts are not changed automatically, and still contain \`${name}\`.`;
}

/** Returns the message when files are deleted: the remaining references to them. Undefined if there are none. */
export function beforeDeleting({ workspace, targets }: Session, paths: readonly string[]): string | undefined {
  const deletions = new Moves(paths.map((path) => ({ from: path, to: `${path}/deleted` })));
  const occurrences = paths.flatMap((path) => {
    const isFolder = workspace.kind(path) === 'folder';
    if (isFolder && workspace.skillAt(path)) return [...targets.occurrencesOf({ kind: 'skill', path })];
    return targets.occurrencesOf(isFolder ? { kind: 'folder', path, inside: true } : { kind: 'file', path });
  });
  const places = occurrences
    .filter(({ document, kind }) => kind !== 'guess' && !deletions.isMoved(document))
    .map(({ document, range }): LinePlace => {
      const lines = new Lines(textOf(workspace, document) ?? '');
      return { path: document, line: lines.position(range.start).line + 1 };
    });
  const unique = [...new Map(places.map((one) => [`${one.path}:${one.line}`, one])).values()];
  if (unique.length === 0) return undefined;
  const [first = ''] = paths;
  const root = workspace.skillOf(first)?.root ?? dirname(first);
  // References in the same skill first.
  unique.sort((a, b) => Number(within(root, a.path) === undefined) - Number(within(root, b.path) === undefined));
  const deletedName = paths.length === 1 ? `\`${relative(root, first)}\`` : `${paths.length} files`;
  return `Update ${formatPlaces(unique, root)}: the text still references ${deletedName}, which you deleted.`;
}

/** Formats `notes/SKILL.md:3, notes/scripts/a.py:12 and 4 more`; `root`: the folder of the skill. */
function formatPlaces(places: readonly LinePlace[], root: string): string {
  const shown = places.slice(0, 3).map(({ path, line }) => `${relative(dirname(root), path)}:${line}`);
  return shown.join(', ') + (places.length > shown.length ? ` and ${places.length - shown.length} more` : '');
}

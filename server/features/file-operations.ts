/** What the editor is about to do, or has done, to files: places that lead to them are written anew, or told. */
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { dirname, relative, within } from '../../skill/index.ts';
import { applied, type Changes } from '../renaming/change.ts';
import type { PathMove } from '../renaming/known.ts';
import { type Move, Moves } from '../renaming/moves.ts';
import { planMoves } from '../renaming/plan.ts';
import { type LinePlace, namedInScripts } from '../renaming/scripts.ts';
import { planName, whyNoName } from '../renaming/skill-name.ts';
import { textOf } from '../renaming/verified.ts';
import { Lines } from '../workspace/lines.ts';
import type { Session } from './session.ts';
import { type RenameSupport, workspaceEdit } from './workspace-edit.ts';

/** A rename that was answered with its edit: an editor that carries it out asks about the files of it once more. */
export interface Answered {
  readonly moves: readonly Move[];
  /** The texts that it makes, by the paths of the documents before. */
  readonly texts: ReadonlyMap<string, string>;
}

export const answered = (session: Session, moves: readonly Move[], changes: Changes): Answered => ({
  moves,
  texts: new Map([...changes].map(([path, all]) => [path, applied(textOf(session.workspace, path) ?? '', all)])),
});

/** Whether files are moved because of that answer: its texts have been written. */
function isAnswered({ workspace }: Session, moves: readonly Move[], last: Answered | undefined): boolean {
  const same = (one: Move, other: Move | undefined) => one.from === other?.from && one.to === other.to;
  if (last?.moves.length !== moves.length || !moves.every((move, index) => same(move, last.moves[index]))) return false;
  return [...last.texts].every(([path, text]) => textOf(workspace, path) === text);
}

/** What to write when files and folders are moved; undefined where nothing leads to them. */
export function beforeMoving(
  session: Session,
  all: readonly Move[],
  support: RenameSupport,
  last: Answered | undefined,
): WorkspaceEdit | undefined {
  if (isAnswered(session, all, last)) return undefined;
  const { workspace } = session;
  const moves = all.flatMap((move): readonly PathMove[] => {
    const kind = workspace.kind(move.from);
    return kind === undefined || move.from === move.to ? [] : [{ ...move, isFolder: kind === 'folder' }];
  });
  if (moves.length === 0 || !moves.some((move) => concerns(session, move))) return undefined;
  return workspaceEdit(session, plan(session, moves), [], support);
}

/** Whether a skill has what moves, or lies in it; nothing else is led to from a skill's texts as a rule. */
function concerns({ workspace }: Session, { from, isFolder }: PathMove): boolean {
  if (workspace.skillOf(isFolder ? `${from}/x` : from)) return true;
  return isFolder
    ? workspace.skills().some(({ root }) => within(from, root) !== undefined)
    : workspace.skills().length > 0;
}

/** The folder of a skill that gets another name takes the skill's name along. */
function plan(session: Session, moves: readonly PathMove[]): Changes {
  const [move] = moves;
  const entry = move && moves.length === 1 && move.isFolder ? session.workspace.skillAt(move.from) : undefined;
  const name = move?.to.slice(move.to.lastIndexOf('/') + 1) ?? '';
  const skill = entry?.skill();
  const isCalledSo = entry && skill && !('unreadable' in skill) && skill.name === entry.folder && name !== entry.folder;
  return isCalledSo && whyNoName(name) === undefined
    ? planName(session, entry, name, moves)
    : planMoves(session, moves);
}

/** What the user is told when files were moved: where scripts still have their old names. Undefined where none does. */
export function afterMoving({ workspace }: Session, moves: readonly Move[]): string | undefined {
  const found = moves.map((move) => ({ move, places: namedInScripts(workspace, move) }));
  const first = found.find(({ places }) => places.length > 0);
  if (!first) return undefined;
  const root = workspace.skillOf(first.move.to)?.root ?? '';
  const name = relative(root, first.move.from);
  const places = found.flatMap((one) => one.places);
  return `Look at ${listed(places, root)}: scripts are not changed, and the old name \`${name}\` stands there.`;
}

/** What the user is told when files are deleted: what leads to them. Undefined where nothing does. */
export function beforeDeleting({ workspace, targets }: Session, paths: readonly string[]): string | undefined {
  const gone = new Moves(paths.map((path) => ({ from: path, to: `${path}/deleted` })));
  const leads = paths.flatMap((path) => {
    const isFolder = workspace.kind(path) === 'folder';
    if (isFolder && workspace.skillAt(path)) return [...targets.leadsTo({ kind: 'skill', path })];
    return targets.leadsTo(isFolder ? { kind: 'folder', path, inside: true } : { kind: 'file', path });
  });
  const places = leads
    .filter(({ document, kind }) => kind !== 'guess' && !gone.isMoved(document))
    .map(({ document, range }): LinePlace => {
      const lines = new Lines(textOf(workspace, document) ?? '');
      return { path: document, line: lines.position(range.start).line + 1 };
    });
  const unique = [...new Map(places.map((one) => [`${one.path}:${one.line}`, one])).values()];
  if (unique.length === 0) return undefined;
  const [first = ''] = paths;
  const root = workspace.skillOf(first)?.root ?? dirname(first);
  // Those of the skill itself first.
  unique.sort((a, b) => Number(within(root, a.path) === undefined) - Number(within(root, b.path) === undefined));
  const what = paths.length === 1 ? `\`${relative(root, first)}\`` : `${paths.length} files`;
  return `Mend ${listed(unique, root)}: the text there still leads to ${what}, which you deleted.`;
}

/** `notes/SKILL.md:3, notes/scripts/a.py:12 and 4 more`; `root`: the folder of the skill. */
function listed(places: readonly LinePlace[], root: string): string {
  const shown = places.slice(0, 3).map(({ path, line }) => `${relative(dirname(root), path)}:${line}`);
  return shown.join(', ') + (places.length > shown.length ? ` and ${places.length - shown.length} more` : '');
}

/** Rename: a path renames the file, a heading its anchors, a skill's name its folder and all references to it. */
import {
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { basename, formatCount, type Heading, type SkillDocument } from '../../skill/index.ts';
import type { Changes } from '../renaming/change.ts';
import { planHeading, wordsOf } from '../renaming/headings.ts';
import { folderMoveError, type MayWrite, moveError } from '../renaming/move-errors.ts';
import { editablePath, newTarget } from '../renaming/new-target.ts';
import { planMoves } from '../renaming/plan.ts';
import type { PathMove, RenameContext } from '../renaming/rename-context.ts';
import { folderMove, nameError, nameRange, planName } from '../renaming/skill-name.ts';
import type { Occurrence } from '../targets/target.ts';
import { Lines } from '../workspace/lines.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Session } from './session.ts';
import { type RenameSupport, workspaceEdit } from './workspace-edit.ts';

/** Returns an error with a message for the user. */
const errorWith = (message: string): ResponseError<never> => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** The subject of a rename. */
type Subject =
  | { readonly kind: 'path'; readonly occurrence: Occurrence; readonly target: string; readonly isFolder: boolean }
  | { readonly kind: 'heading'; readonly document: SkillDocument; readonly heading: Heading }
  | { readonly kind: 'skill'; readonly entry: SkillEntry };

interface Place {
  readonly subject: Subject;
  /** Range of the text to change, in the requested document. */
  readonly range: Range;
  /** The current text. */
  readonly placeholder: string;
}

/** Returns the range and text that a rename would change; null if there is nothing to rename. */
export function prepareRename(
  session: Session,
  path: string,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | ResponseError<never> | null {
  const place = placeAt(session, path, position);
  if (place === undefined || place instanceof ResponseError) return place ?? null;
  return { range: place.range, placeholder: place.placeholder };
}

/** A rename's edit and its effect, for a later request about the same files. */
export interface RenameResult {
  readonly edit: WorkspaceEdit;
  readonly moves: readonly PathMove[];
  readonly changes: Changes;
}

/** Returns the edit of a rename, or an error. `typed`: the new path, heading text, or name. */
export function rename(
  session: Session,
  path: string,
  position: Position,
  typed: string,
  support: RenameSupport,
  mayWrite: MayWrite,
): RenameResult | ResponseError<never> | undefined {
  const place = placeAt(session, path, position);
  if (place === undefined) return undefined;
  if (place instanceof ResponseError) return place;
  const planned = plan(session, place.subject, typed, mayWrite);
  if (typeof planned === 'string') return errorWith(planned);
  const { moves, changes } = planned;
  if (moves.length > 0 && !support.files)
    return errorWith('Rename the file in your file manager: this editor does not support renaming files in an edit.');
  return { edit: workspaceEdit(session, changes, moves, support) ?? { changes: {} }, moves, changes };
}

interface RenamePlan {
  readonly moves: readonly PathMove[];
  readonly changes: Changes;
}

function plan(context: RenameContext, subject: Subject, typed: string, mayWrite: MayWrite): RenamePlan | string {
  switch (subject.kind) {
    case 'path':
      return planPath(context, subject, typed, mayWrite);
    case 'heading': {
      const words = typed.trim();
      if (words === '' || /[\r\n]/.test(words)) return 'Enter the heading on one line.';
      const changes = planHeading(context, subject.document, subject.heading, words);
      return changes ? { moves: [], changes } : 'Enter a different text: this one would not be a heading.';
    }
    case 'skill':
      return planSkill(context, subject.entry, typed.trim(), mayWrite);
  }
}

function planPath(
  context: RenameContext,
  { occurrence, target, isFolder }: Extract<Subject, { kind: 'path' }>,
  typed: string,
  mayWrite: MayWrite,
): RenamePlan | string {
  const { workspace } = context;
  const owner = workspace.skillOf(isFolder ? `${target}/x` : target);
  if (owner && isFolder && owner.root === target) return planSkill(context, owner, basename(typed.trim()), mayWrite);
  const to = newTarget(occurrence, target, typed, owner?.root ?? '');
  if (to === undefined) return 'Enter a path relative to the same folder as the current one.';
  const move = { from: target, to, isFolder };
  if (to === target) return { moves: [], changes: new Map() };
  const why = moveError(context, move, mayWrite);
  return why ?? { moves: [move], changes: planMoves(context, [move]) };
}

function planSkill(context: RenameContext, entry: SkillEntry, name: string, mayWrite: MayWrite): RenamePlan | string {
  const why = nameError(name);
  if (why !== undefined) return why;
  const old = nameOf(context, entry);
  if (old === name) return { moves: [], changes: new Map() };
  const move = folderMove(entry, old, name);
  if (move && context.workspace.contextOf(entry)?.workspaceRoot === entry.root)
    return 'Open the parent folder first: the open folder cannot be renamed.';
  const folderError = move && folderMoveError(context, move, mayWrite);
  if (folderError !== undefined) return folderError;
  const moves = move ? [move] : [];
  return { moves, changes: planName(context, entry, name, moves) };
}

function nameOf({ workspace }: RenameContext, entry: SkillEntry): string {
  const skill = entry.skill();
  return 'unreadable' in skill ? workspace.nameOf(entry) : skill.name;
}

function placeAt(session: Session, path: string, position: Position): Place | ResponseError<never> | undefined {
  const { workspace, targets } = session;
  const entry = workspace.skillOf(path);
  const document = entry?.has(path) ? entry.document(path) : undefined;
  if (!entry || !document || 'unreadable' in document) return undefined;
  const lines = new Lines(document.text);
  const offset = lines.offset(position);
  const subject = targets.at(path, offset);
  switch (subject?.kind) {
    case 'skill-name':
      return {
        subject: { kind: 'skill', entry },
        range: lines.range(subject.range),
        placeholder: nameOf(session, entry),
      };
    case 'heading':
      return headingPlace(document, subject.heading, lines, wordsOf(document, subject.heading));
    case 'occurrence':
      return subject.on === 'fragment'
        ? fragmentPlace(session, subject.occurrence, lines)
        : occurrencePlace(session, subject.occurrence, lines);
    default: {
      // Between the quotes of the name, or on its key.
      const name = path === entry.manifest ? nameRange(entry) : undefined;
      if (!name || lines.position(name.start).line !== position.line) return undefined;
      return { subject: { kind: 'skill', entry }, range: lines.range(name), placeholder: nameOf(session, entry) };
    }
  }
}

function headingPlace(
  document: SkillDocument,
  heading: Heading,
  lines: Lines,
  range: { readonly start: number; readonly end: number },
): Place {
  const words = wordsOf(document, heading);
  return {
    subject: { kind: 'heading', document, heading },
    range: lines.range(range),
    placeholder: document.text.slice(words.start, words.end),
  };
}

/** Returns the heading that a fragment targets. */
function fragmentPlace({ workspace }: Session, occurrence: Occurrence, lines: Lines): Place | ResponseError<never> {
  const { fragment, targets } = occurrence;
  const [target] = targets;
  const document = target && workspace.skillOf(target.path)?.document(target.path);
  const slug = fragment?.heading?.slug;
  if (!fragment || !document || 'unreadable' in document || slug === undefined)
    return errorWith('Correct the anchor first: it matches no heading.');
  const heading = document.headings.find((one) => one.slug === slug);
  if (!heading) return errorWith('Correct the anchor first: it matches no heading.');
  return headingPlace(document, heading, lines, fragment.range);
}

function occurrencePlace(
  { workspace }: Session,
  occurrence: Occurrence,
  lines: Lines,
): Place | ResponseError<never> | undefined {
  const [target, ...others] = occurrence.targets;
  const range = lines.range(occurrence.range);
  if (occurrence.form === 'name') {
    const entry = target && others.length === 0 ? workspace.skillAt(target.path) : undefined;
    return entry && { subject: { kind: 'skill', entry }, range, placeholder: occurrence.written };
  }
  if (occurrence.form === 'mention') return undefined;
  if (occurrence.kind === 'missing' || target === undefined || target.kind === 'missing' || target.kind === 'skill')
    return errorWith('Correct the path first: the file does not exist.');
  if (others.length > 0)
    return errorWith(`Add the folder first: ${formatCount(occurrence.targets.length, 'file')} have this name.`);
  const owner = workspace.skillOf(target.kind === 'folder' ? `${target.path}/x` : target.path);
  if (owner === undefined)
    return errorWith('Rename it in the file explorer: it does not belong to a skill, and may be used elsewhere.');
  const isFolder = target.kind === 'folder';
  return {
    subject: { kind: 'path', occurrence, target: target.path, isFolder },
    range,
    placeholder: editablePath(occurrence),
  };
}

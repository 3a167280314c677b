/** F2: a path renames the file, a heading its anchors, the name of a skill its folder and what names it. */
import {
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { basename, type Heading, type SkillDocument } from '../../skill/index.ts';
import type { Changes } from '../renaming/change.ts';
import { planHeading, wordsOf } from '../renaming/headings.ts';
import type { Known, PathMove } from '../renaming/known.ts';
import { newTarget, shownPath } from '../renaming/new-target.ts';
import { planMoves } from '../renaming/plan.ts';
import { type MayWrite, whyNoFolder, whyNotMoved } from '../renaming/refusals.ts';
import { folderMove, nameRange, planName, whyNoName } from '../renaming/skill-name.ts';
import type { Lead } from '../targets/target.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import { Lines } from '../workspace/lines.ts';
import type { Session } from './session.ts';
import { type RenameSupport, workspaceEdit } from './workspace-edit.ts';

/** A request that cannot be done, with what the user is told. */
const refused = (message: string): ResponseError<never> => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** What would be renamed at a place. */
type Subject =
  | { readonly kind: 'path'; readonly lead: Lead; readonly target: string; readonly isFolder: boolean }
  | { readonly kind: 'heading'; readonly document: SkillDocument; readonly heading: Heading }
  | { readonly kind: 'skill'; readonly entry: SkillEntry };

interface Place {
  readonly subject: Subject;
  /** Of what the user changes, in the document that was asked about; and what it reads. */
  readonly range: Range;
  readonly placeholder: string;
}

/** What a rename at this place would change; null where there is nothing to rename. */
export function prepareRename(
  session: Session,
  path: string,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | ResponseError<never> | null {
  const place = placeAt(session, path, position);
  if (place === undefined || place instanceof ResponseError) return place ?? null;
  return { range: place.range, placeholder: place.placeholder };
}

/** What was answered: the edit, and what it does, for a question about the same files that follows. */
export interface Renamed {
  readonly edit: WorkspaceEdit;
  readonly moves: readonly PathMove[];
  readonly changes: Changes;
}

/** The edit of a rename, or why there is none. `typed`: the new path, words of the heading, or name. */
export function rename(
  session: Session,
  path: string,
  position: Position,
  typed: string,
  support: RenameSupport,
  mayWrite: MayWrite,
): Renamed | ResponseError<never> | undefined {
  const place = placeAt(session, path, position);
  if (place === undefined) return undefined;
  if (place instanceof ResponseError) return place;
  const planned = plan(session, place.subject, typed, mayWrite);
  if (typeof planned === 'string') return refused(planned);
  const { moves, changes } = planned;
  if (moves.length > 0 && !support.files)
    return refused('Rename the file in your file manager: this editor does not rename files as a part of an edit.');
  return { edit: workspaceEdit(session, changes, moves, support) ?? { changes: {} }, moves, changes };
}

interface Planned {
  readonly moves: readonly PathMove[];
  readonly changes: Changes;
}

function plan(known: Known, subject: Subject, typed: string, mayWrite: MayWrite): Planned | string {
  switch (subject.kind) {
    case 'path':
      return planPath(known, subject, typed, mayWrite);
    case 'heading': {
      const words = typed.trim();
      if (words === '' || /[\r\n]/.test(words)) return 'Type the words of the heading on one line.';
      const changes = planHeading(known, subject.document, subject.heading, words);
      return changes ? { moves: [], changes } : 'Choose other words: these would not be a heading.';
    }
    case 'skill':
      return planSkill(known, subject.entry, typed.trim(), mayWrite);
  }
}

function planPath(
  known: Known,
  { lead, target, isFolder }: Extract<Subject, { kind: 'path' }>,
  typed: string,
  mayWrite: MayWrite,
): Planned | string {
  const { workspace } = known;
  const owner = workspace.skillOf(isFolder ? `${target}/x` : target);
  if (owner && isFolder && owner.root === target) return planSkill(known, owner, basename(typed.trim()), mayWrite);
  const to = newTarget(lead, target, typed, owner?.root ?? '');
  if (to === undefined) return 'Type a path that is relative to the same folder as this one.';
  const move = { from: target, to, isFolder };
  if (to === target) return { moves: [], changes: new Map() };
  const why = whyNotMoved(known, move, mayWrite);
  return why ?? { moves: [move], changes: planMoves(known, [move]) };
}

function planSkill(known: Known, entry: SkillEntry, name: string, mayWrite: MayWrite): Planned | string {
  const why = whyNoName(name);
  if (why !== undefined) return why;
  const old = nameOf(known, entry);
  if (old === name) return { moves: [], changes: new Map() };
  const move = folderMove(entry, old, name);
  if (move && known.workspace.contextOf(entry)?.workspaceRoot === entry.root)
    return 'Open the folder around the skill first: the folder that is open cannot be renamed from inside.';
  const noFolder = move && whyNoFolder(known, move, mayWrite);
  if (noFolder !== undefined) return noFolder;
  const moves = move ? [move] : [];
  return { moves, changes: planName(known, entry, name, moves) };
}

function nameOf({ workspace }: Known, entry: SkillEntry): string {
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
    case 'lead':
      return subject.on === 'fragment'
        ? fragmentPlace(session, subject.lead, lines)
        : leadPlace(session, subject.lead, lines);
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

/** What stands after `#`: the heading that it leads to. */
function fragmentPlace({ workspace }: Session, lead: Lead, lines: Lines): Place | ResponseError<never> {
  const { fragment, targets } = lead;
  const [target] = targets;
  const document = target && workspace.skillOf(target.path)?.document(target.path);
  const slug = fragment?.heading?.slug;
  if (!fragment || !document || 'unreadable' in document || slug === undefined)
    return refused('Choose a heading that is there first: this one leads to none.');
  const heading = document.headings.find((one) => one.slug === slug);
  if (!heading) return refused('Choose a heading that is there first: this one leads to none.');
  return headingPlace(document, heading, lines, fragment.range);
}

function leadPlace({ workspace }: Session, lead: Lead, lines: Lines): Place | ResponseError<never> | undefined {
  const [target, ...others] = lead.targets;
  const range = lines.range(lead.range);
  if (lead.form === 'name') {
    const entry = target && others.length === 0 ? workspace.skillAt(target.path) : undefined;
    return entry && { subject: { kind: 'skill', entry }, range, placeholder: lead.written };
  }
  if (lead.form === 'mention') return undefined;
  if (lead.kind === 'missing' || target === undefined || target.kind === 'missing' || target.kind === 'skill')
    return refused('Mend the path first: it leads to no file that could be renamed.');
  if (others.length > 0) return refused(`Write the folder first: ${lead.targets.length} files are called so.`);
  const owner = workspace.skillOf(target.kind === 'folder' ? `${target.path}/x` : target.path);
  if (owner === undefined)
    return refused('Rename it in the file explorer: it belongs to no skill, and others may use it.');
  const isFolder = target.kind === 'folder';
  return { subject: { kind: 'path', lead, target: target.path, isFolder }, range, placeholder: shownPath(lead) };
}

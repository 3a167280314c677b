/** For tests and `npm run bench:renames`: whether every place that led to what moves leads there afterwards. */
import { basename } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Change } from './change.ts';
import type { Known, PathMove } from './known.ts';
import type { Moves } from './moves.ts';

/** A place of a document, as it is to be once everything has moved. */
export interface PlaceAfter {
  readonly document: string;
  /** Offset at which it begins. */
  readonly start: number;
  /** What it leads to; absolute. */
  readonly target: string;
  /** As it was written before. */
  readonly written: string;
}

/**
 * Every place that leads to what moves, and to nothing else; where each is, and what it leads to, afterwards. Without those
 * that are written anew as something that no rule reads as a path (`Change.unread`).
 */
export function placesBefore(
  { targets }: Known,
  { from, isFolder }: PathMove,
  moves: Moves,
  changes: ReadonlyMap<string, readonly Change[]>,
): readonly PlaceAfter[] {
  const leads = isFolder
    ? targets.leadsTo({ kind: 'folder', path: from, inside: true })
    : targets.leadsTo({ kind: 'file', path: from });
  const isRead = ({ document, range }: Lead): boolean =>
    !(changes.get(document) ?? []).some(
      (one) => one.unread && one.range.start <= range.start && range.end <= one.range.end,
    );
  return leads
    .filter((lead) => isSure(lead) && isRead(lead))
    .map(({ document, range, targets: [target], written }) => ({
      document: moves.after(document),
      start: shifted(changes.get(document) ?? [], range.start),
      target: moves.after(target?.path ?? ''),
      written,
    }));
}

/** Those that do not lead there; asked when everything has moved. */
export function lostPlaces(known: Known, places: readonly PlaceAfter[]): readonly PlaceAfter[] {
  return places.filter((place) => !isKept(known, place));
}

function isKept({ targets, workspace }: Known, { document, start, target }: PlaceAfter): boolean {
  // Files outside of skills are looked at from the file that they lead to.
  const isOutside = workspace.skillOf(document)?.has(document) !== true;
  const leads = isOutside
    ? targets.leadsTo({ kind: workspace.kind(target) ?? 'file', path: target })
    : targets.of(document);
  if (isOnlyFileCalledSo(workspace, document, start, target)) return true;
  return leads.some(
    (lead) =>
      lead.document === document &&
      lead.range.start <= start &&
      start <= lead.range.end &&
      lead.targets.some(({ path }) => path === target),
  );
}

/** Whether the name of a file stands at a place, which no other file of the skill has: whatever a rule makes of the words around it. */
function isOnlyFileCalledSo(workspace: Workspace, document: string, start: number, target: string): boolean {
  const name = basename(target);
  const files = [...(workspace.skillOf(document)?.bundle.files ?? [])];
  return (
    workspace.text(document)?.startsWith(name, start) === true &&
    files.filter((file) => basename(file) === name).length === 1 &&
    workspace.skillOf(target) === workspace.skillOf(document)
  );
}

const isSure = ({ kind, targets }: Lead): boolean => kind !== 'guess' && kind !== 'missing' && targets.length === 1;

/** Where an offset of a text is once changes were made in it; `changes` are in order. */
export function shifted(changes: readonly Change[], offset: number): number {
  let shift = 0;
  for (const { range, text } of changes) {
    if (range.end > offset) break;
    shift += text.length - (range.end - range.start);
  }
  return offset + shift;
}

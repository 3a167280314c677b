/** For tests and `npm run bench:renames`: checks that all references to a moved path still have it as their target. */
import { basename } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Change } from './change.ts';
import type { Moves } from './moves.ts';
import type { PathMove, RenameContext } from './rename-context.ts';

/** The expected location and target of a reference after the move. */
export interface ExpectedReference {
  readonly document: string;
  /** Start offset. */
  readonly start: number;
  /** Absolute path of the target. */
  readonly target: string;
  /** The text before the move. */
  readonly written: string;
}

/**
 * Returns every unambiguous reference to the moved path, with its location and target after the move, except those that are
 * replaced by text that no rule reads as a path (`Change.unread`).
 */
export function referencesBefore(
  { targets }: RenameContext,
  { from, isFolder }: PathMove,
  moves: Moves,
  changes: ReadonlyMap<string, readonly Change[]>,
): readonly ExpectedReference[] {
  const occurrences = isFolder
    ? targets.occurrencesOf({ kind: 'folder', path: from, inside: true })
    : targets.occurrencesOf({ kind: 'file', path: from });
  const isRead = ({ document, range }: Occurrence): boolean =>
    !(changes.get(document) ?? []).some(
      (one) => one.unread && one.range.start <= range.start && range.end <= one.range.end,
    );
  return occurrences
    .filter((occurrence) => isSure(occurrence) && isRead(occurrence))
    .map(({ document, range, targets: [target], written }) => ({
      document: moves.after(document),
      start: shiftOffset(changes.get(document) ?? [], range.start),
      target: moves.after(target?.path ?? ''),
      written,
    }));
}

/** Returns the references with a different target. Call after the move. */
export function lostReferences(
  known: RenameContext,
  places: readonly ExpectedReference[],
): readonly ExpectedReference[] {
  return places.filter((place) => !isPreserved(known, place));
}

function isPreserved({ targets, workspace }: RenameContext, { document, start, target }: ExpectedReference): boolean {
  // Files outside of skills are indexed by target.
  const isOutside = workspace.skillOf(document)?.has(document) !== true;
  const occurrences = isOutside
    ? targets.occurrencesOf({ kind: workspace.kind(target) ?? 'file', path: target })
    : targets.of(document);
  if (isUniqueName(workspace, document, start, target)) return true;
  return occurrences.some(
    (occurrence) =>
      occurrence.document === document &&
      occurrence.range.start <= start &&
      start <= occurrence.range.end &&
      occurrence.targets.some(({ path }) => path === target),
  );
}

/** Returns true if the range has the name of a unique file of the skill, however rules interpret the surrounding words. */
function isUniqueName(workspace: Workspace, document: string, start: number, target: string): boolean {
  const name = basename(target);
  const files = [...(workspace.skillOf(document)?.bundle.files ?? [])];
  return (
    workspace.text(document)?.startsWith(name, start) === true &&
    files.filter((file) => basename(file) === name).length === 1 &&
    workspace.skillOf(target) === workspace.skillOf(document)
  );
}

const isSure = ({ kind, targets }: Occurrence): boolean =>
  kind !== 'guess' && kind !== 'missing' && targets.length === 1;

/** Returns an offset after changes were applied; `changes` are in order. */
export function shiftOffset(changes: readonly Change[], offset: number): number {
  let shift = 0;
  for (const { range, text } of changes) {
    if (range.end > offset) break;
    shift += text.length - (range.end - range.start);
  }
  return offset + shift;
}

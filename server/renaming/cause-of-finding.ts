/**
 * For tests and `npm run bench:renames`: determines whether a new finding after a rename follows from the new name alone. A
 * rule may depend on a file's name (`README.md`, `tests/`), so different findings for a different name are correct.
 */
import { basename, isForCopying, isForOthers, isHistory, type Range, within } from '../../skill/index.ts';
import type { ExpectedReference } from './lost-references.ts';
import type { Moves } from './moves.ts';
import type { PathMove, RenameContext } from './rename-context.ts';
import { findInScripts } from './scripts.ts';

/** The reason why nothing was lost. */
export type Cause =
  /** The reference has the same target as before; the rule depends on the file's name, or on its route from SKILL.md. */
  | 'reference kept'
  /** By convention, files of the old name are for people, tools, tests or templates and are not checked. */
  | 'name of convention'
  /** A script contains the file's name. Scripts are reported to the user, but not edited. */
  | 'named by a script'
  /** The text contained words of the old name, but no path or file name. */
  | 'words in common';

export interface NewFinding {
  readonly code: string;
  readonly range: Range;
  readonly target: string | undefined;
}

export interface AfterMove extends NewFinding {
  readonly known: RenameContext;
  readonly move: PathMove;
  readonly moves: Moves;
  /** The skill's folder. */
  readonly root: string;
  /** Absolute path of the finding's document after the move. */
  readonly document: string;
  /** All previous references to the moved path. */
  readonly places: readonly ExpectedReference[];
}

/** Returns undefined if the rename caused the finding. Call after the move. */
export function causeOf(after: AfterMove): Cause | undefined {
  const { code, document, range, places } = after;
  if (code === 'reference.unreferenced') return causeOfFile(after);
  if (code === 'reference.guessable') return 'words in common';
  if (lostConventionalName(after, document)) return 'name of convention';
  const place = places.find((one) => one.document === document && range.start <= one.start && one.start <= range.end);
  return place || hasSameTarget(after) ? 'reference kept' : undefined;
}

/** Returns true if a path in a document has a target that did not move, so the reference is unchanged. */
function hasSameTarget({ known, moves, document, range }: AfterMove): boolean {
  const occurrence = known.targets.of(document).find((one) => one.range.start === range.start);
  if (occurrence === undefined || occurrence.kind === 'missing' || occurrence.kind === 'guess') return false;
  return occurrence.targets.length === 1 && occurrence.targets.every(({ path }) => moves.before(path) !== undefined);
}

/** Returns the reason that a file is unreferenced. */
function causeOfFile(after: AfterMove): Cause | undefined {
  const { known, move, root, target = '' } = after;
  const file = `${root}/${target}`;
  if (lostConventionalName(after, file)) return 'name of convention';
  if (isStillNamed(after, file)) return undefined;
  return findInScripts(known.workspace, move).length > 0 ? 'named by a script' : 'words in common';
}

/** Returns true if a text of the skill still contains the old name of a file. */
function isStillNamed({ known: { workspace }, moves, root }: AfterMove, file: string): boolean {
  const old = moves.before(file) ?? file;
  const name = basename(old);
  if (name === basename(file)) return false;
  return (workspace.skillAt(root)?.documents() ?? []).some((path) => workspace.text(path)?.includes(name) ?? false);
}

/** Returns true if the old name marked a file as not for the model, and the new one does not. */
function lostConventionalName({ moves, root }: AfterMove, path: string): boolean {
  const old = within(root, moves.before(path) ?? path);
  const now = within(root, path);
  if (old === undefined || now === undefined) return false;
  return [isForOthers, isForCopying, isHistory].some((is) => is(old) && !is(now));
}

/**
 * For tests and `npm run bench:renames`: whether a finding that is new after a rename follows from the new name alone. A rule
 * may treat a file by what it is called (`README.md`, `tests/`); that it says something else of another name is right.
 */
import { basename, isForCopying, isForOthers, isHistory, type Range, within } from '../../skill/index.ts';
import type { PlaceAfter } from './kept-places.ts';
import type { Known, PathMove } from './known.ts';
import type { Moves } from './moves.ts';
import { namedInScripts } from './scripts.ts';

/** Why nothing was lost. */
export type Cause =
  /** The reference leads to the same file as before; the rule minds what the file is called, or how SKILL.md comes to it. */
  | 'reference kept'
  /** By the old name the file was for people, tools or tests, or filled in: such files are not looked at. */
  | 'name of convention'
  /** A script names the file. Scripts are told to the user and not edited. */
  | 'named by a script'
  /** No path and no file name: words that the old name had in common with the text. */
  | 'words in common';

export interface NewFinding {
  readonly code: string;
  readonly range: Range;
  readonly target: string | undefined;
}

export interface AfterMove extends NewFinding {
  readonly known: Known;
  readonly move: PathMove;
  readonly moves: Moves;
  /** Folder of the skill. */
  readonly root: string;
  /** Absolute path of the document that the finding is in, afterwards. */
  readonly document: string;
  /** All that led to what moved. */
  readonly places: readonly PlaceAfter[];
}

/** Undefined where the finding is the rename's fault. Asked when everything has moved. */
export function causeOf(after: AfterMove): Cause | undefined {
  const { code, document, range, places } = after;
  if (code === 'reference.unreferenced') return causeOfFile(after);
  if (code === 'reference.guessable') return 'words in common';
  if (isOfOthers(after, document)) return 'name of convention';
  const place = places.find((one) => one.document === document && range.start <= one.start && one.start <= range.end);
  return place || leadsToSame(after) ? 'reference kept' : undefined;
}

/** Whether a path in a document leads to something that did not move: it did so before. */
function leadsToSame({ known, moves, document, range }: AfterMove): boolean {
  const lead = known.targets.of(document).find((one) => one.range.start === range.start);
  if (lead === undefined || lead.kind === 'missing' || lead.kind === 'guess') return false;
  return lead.targets.length === 1 && lead.targets.every(({ path }) => moves.before(path) !== undefined);
}

/** Why nothing leads to a file. */
function causeOfFile(after: AfterMove): Cause | undefined {
  const { known, move, root, target = '' } = after;
  const file = `${root}/${target}`;
  if (isOfOthers(after, file)) return 'name of convention';
  if (isStillNamed(after, file)) return undefined;
  return namedInScripts(known.workspace, move).length > 0 ? 'named by a script' : 'words in common';
}

/** Whether a text of the skill still has the old name of a file. */
function isStillNamed({ known: { workspace }, moves, root }: AfterMove, file: string): boolean {
  const old = moves.before(file) ?? file;
  const name = basename(old);
  if (name === basename(file)) return false;
  return (workspace.skillAt(root)?.documents() ?? []).some((path) => workspace.text(path)?.includes(name) ?? false);
}

/** Whether the old name said that a file is not for the model, and the new one does not. */
function isOfOthers({ moves, root }: AfterMove, path: string): boolean {
  const old = within(root, moves.before(path) ?? path);
  const now = within(root, path);
  if (old === undefined || now === undefined) return false;
  return [isForOthers, isForCopying, isHistory].some((is) => is(old) && !is(now));
}

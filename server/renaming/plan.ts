/** Plans the text changes for moving files and folders. */
import { basename, dirname, isMarkdown, join, type Range, stem, within } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Change, Changes } from './change.ts';
import { mentionChanges } from './mentions.ts';
import { Moves } from './moves.ts';
import type { DocumentLocation } from './names.ts';
import type { PathMove, RenameContext } from './rename-context.ts';
import { type Candidate, candidateFor } from './replacements.ts';
import { textOf, verifyReplacements } from './verify-replacements.ts';
import { wordsFor } from './words.ts';
import { MovedWorld } from './world.ts';

/**
 * Returns the changes after which every reference still has its target. Examines only references to moved files and moved
 * documents. `names`: new names of skills by their folders.
 */
export function planMoves(
  known: RenameContext,
  all: readonly PathMove[],
  names: ReadonlyMap<string, string> = new Map(),
): Changes {
  const moves = new Moves(all);
  const world = new MovedWorld(known.workspace, moves, names);
  const byDocument = new Map<string, readonly Candidate[]>();
  const places = affectedOccurrences(known, all, moves, names);
  for (const [path, occurrences] of places) {
    const text = textOf(known.workspace, path);
    if (text === undefined) continue;
    const { before, after } = documentLocations(known.workspace, world, moves, path);
    const found = withoutNested(
      occurrences.flatMap((occurrence) => candidateFor(occurrence, text, moves, before, after, names) ?? []),
    );
    if (found.length > 0) byDocument.set(path, found);
  }
  const changes = new Map(verifyReplacements(known.workspace, world, moves, byDocument));
  for (const [path, occurrences] of places) add(changes, path, mentionChanges(known, world, moves, path, occurrences));
  for (const move of all) for (const [path, more] of changesOfNames(known, move)) add(changes, path, more);
  return changes;
}

/** Adds changes to those of a document; existing ones take precedence. */
function add(changes: Map<string, readonly Change[]>, path: string, more: readonly Change[]): void {
  if (more.length === 0) return;
  const known = changes.get(path) ?? [];
  const isFree = ({ start, end }: Range): boolean => !known.some(({ range }) => range.start < end && start < range.end);
  const all = [...known, ...more.filter(({ range }) => isFree(range))];
  changes.set(
    path,
    all.sort((a, b) => a.range.start - b.range.start),
  );
}

/** Yields words in the skill's own documents that name a moved file without being references. */
function* changesOfNames(
  { workspace, targets }: RenameContext,
  move: PathMove,
): Iterable<readonly [string, readonly Change[]]> {
  const entry = workspace.skillOf(move.isFolder ? join(move.from, 'x') : move.from);
  if (!entry || entry.root === move.from) return;
  // Python modules and lists of rules name files without their extension.
  const name = move.isFolder ? basename(move.from) : stem(basename(move.from));
  for (const path of entry.documents()) {
    if (!entry.text(path)?.includes(name)) continue;
    const document = entry.document(path);
    if (!('unreadable' in document)) yield [path, wordsFor(entry, document, targets.of(path), move)];
  }
}

/** Returns the current and the new location of a document. */
function documentLocations(
  workspace: Workspace,
  world: MovedWorld,
  moves: Moves,
  path: string,
): { readonly before: DocumentLocation; readonly after: DocumentLocation } {
  const newPath = moves.after(path);
  const root = workspace.skillOf(path)?.root ?? dirname(path);
  const owner = world.ownerOf(newPath);
  return {
    before: { folder: dirname(path), root },
    after: { folder: dirname(newPath), root: owner ? moves.after(owner.root) : moves.after(root) },
  };
}

/** Drops occurrences that are nested in another one. */
function withoutNested(candidates: readonly Candidate[]): readonly Candidate[] {
  let end = -1;
  return candidates.filter(({ replacements: [{ range }] }) => {
    if (range.start < end) return false;
    end = range.end;
    return true;
  });
}

/** Returns the occurrences that may have to change, by document. */
function affectedOccurrences(
  { workspace, targets }: RenameContext,
  all: readonly PathMove[],
  moves: Moves,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Set<Occurrence>>();
  const collect = (occurrences: readonly Occurrence[]): void => {
    for (const occurrence of occurrences) {
      const some = found.get(occurrence.document);
      if (some) some.add(occurrence);
      else found.set(occurrence.document, new Set([occurrence]));
    }
  };
  for (const { from, isFolder } of all) {
    if (!isFolder) collect(targets.occurrencesOf({ kind: 'file', path: from }));
    else collect(targets.occurrencesOf({ kind: 'folder', path: from, inside: true }));
  }
  for (const root of names.keys()) collect(targets.occurrencesOf({ kind: 'skill', path: root }));
  // In a moved document, every path relative to its own folder or its skill's may change.
  for (const path of movedDocuments(workspace, all))
    if (dirname(moves.after(path)) !== dirname(path)) found.set(path, new Set(targets.of(path)));
  return new Map(
    [...found].map(([path, occurrences]) => [path, [...occurrences].sort((a, b) => a.range.start - b.range.start)]),
  );
}

/** Returns the moved documents of skills. */
function movedDocuments(workspace: Workspace, all: readonly PathMove[]): readonly string[] {
  return all.flatMap(({ from, isFolder }) => {
    if (!isFolder) return isMarkdown(from) && workspace.skillOf(from)?.has(from) ? [from] : [];
    const inside = (entry: SkillEntry): readonly string[] =>
      entry.documents().filter((path) => within(from, path) !== undefined);
    const around = workspace.skillOf(join(from, basename(from)));
    const below = workspace.skills().filter(({ root }) => within(from, root) !== undefined);
    return [...new Set([...(around ? [around] : []), ...below])].flatMap(inside);
  });
}

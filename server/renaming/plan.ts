/** Which words of which documents change when files and folders move. */
import { basename, dirname, isMarkdown, join, type Range, stem, within } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import type { Change, Changes } from './change.ts';
import type { Known, PathMove } from './known.ts';
import { orphaned } from './mentions.ts';
import { Moves } from './moves.ts';
import type { Standpoint } from './names.ts';
import { textOf, verified } from './verified.ts';
import { wordsFor } from './words.ts';
import { MovedWorld } from './world.ts';

/**
 * What to write so that every place that leads to something leads there after the moves, too. Nothing is looked at but what
 * may lead to something that moves, and documents that move themselves. `names`: new names of skills by their folders.
 */
export function planMoves(
  known: Known,
  all: readonly PathMove[],
  names: ReadonlyMap<string, string> = new Map(),
): Changes {
  const moves = new Moves(all);
  const world = new MovedWorld(known.workspace, moves, names);
  const byDocument = new Map<string, readonly Candidate[]>();
  const places = affected(known, all, moves, names);
  for (const [path, leads] of places) {
    const text = textOf(known.workspace, path);
    if (text === undefined) continue;
    const { before, afterwards } = standpoints(known.workspace, world, moves, path);
    const found = apart(leads.flatMap((lead) => candidatesFor(lead, text, moves, before, afterwards, names) ?? []));
    if (found.length > 0) byDocument.set(path, found);
  }
  const changes = new Map(verified(known.workspace, world, moves, byDocument));
  for (const [path, leads] of places) add(changes, path, orphaned(known, world, moves, path, leads));
  for (const move of all) for (const [path, more] of namedIn(known, move)) add(changes, path, more);
  return changes;
}

/** Adds changes to those of a document; where two are at one place, the one that is there stays. */
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

/** Words of the skill's own documents that name what moves, and lead nowhere by themselves. */
function* namedIn({ workspace, targets }: Known, move: PathMove): Iterable<readonly [string, readonly Change[]]> {
  const entry = workspace.skillOf(move.isFolder ? join(move.from, 'x') : move.from);
  if (!entry || entry.root === move.from) return;
  // Modules of Python and rules of a list are named without their extension.
  const name = move.isFolder ? basename(move.from) : stem(basename(move.from));
  for (const path of entry.documents()) {
    if (!entry.text(path)?.includes(name)) continue;
    const document = entry.document(path);
    if (!('unreadable' in document)) yield [path, wordsFor(entry, document, targets.of(path), move)];
  }
}

/** Where a document lies now, and afterwards. */
function standpoints(
  workspace: Workspace,
  world: MovedWorld,
  moves: Moves,
  path: string,
): { readonly before: Standpoint; readonly afterwards: Standpoint } {
  const after = moves.after(path);
  const root = workspace.skillOf(path)?.root ?? dirname(path);
  const owner = world.ownerOf(after);
  return {
    before: { folder: dirname(path), root },
    afterwards: { folder: dirname(after), root: owner ? moves.after(owner.root) : moves.after(root) },
  };
}

/** Of places within each other the first. */
function apart(candidates: readonly Candidate[]): readonly Candidate[] {
  let end = -1;
  return candidates.filter(({ writings: [{ range }] }) => {
    if (range.start < end) return false;
    end = range.end;
    return true;
  });
}

/** The places that may have to change, by document. */
function affected(
  { workspace, targets }: Known,
  all: readonly PathMove[],
  moves: Moves,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Lead[]> {
  const found = new Map<string, Set<Lead>>();
  const note = (leads: readonly Lead[]): void => {
    for (const lead of leads) {
      const some = found.get(lead.document);
      if (some) some.add(lead);
      else found.set(lead.document, new Set([lead]));
    }
  };
  for (const { from, isFolder } of all) {
    if (!isFolder) note(targets.leadsTo({ kind: 'file', path: from }));
    else note(targets.leadsTo({ kind: 'folder', path: from, inside: true }));
  }
  for (const root of names.keys()) note(targets.leadsTo({ kind: 'skill', path: root }));
  // A document that moves leads elsewhere with every path that is told from its own folder, or from its skill's.
  for (const path of movedDocuments(workspace, all))
    if (dirname(moves.after(path)) !== dirname(path)) found.set(path, new Set(targets.of(path)));
  return new Map([...found].map(([path, leads]) => [path, [...leads].sort((a, b) => a.range.start - b.range.start)]));
}

/** Documents of skills that are moved themselves. */
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

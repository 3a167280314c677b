/** Whether what is written anew leads where it shall, asked of the texts and files as they will be. */
import { basename, join, type Reference, type ResolveContext, resolve, type SkillDocument } from '../../skill/index.ts';
import { furtherPaths } from '../targets/further-paths.ts';
import { endingIn, isEndOfAnother } from '../targets/leads.ts';
import { pathsOutside } from '../targets/outside-paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Candidate, Replacement } from './candidates.ts';
import { applied, type Change } from './change.ts';
import type { Moves } from './moves.ts';
import type { MovedWorld } from './world.ts';

/** Of each place the first writing that leads to its target afterwards; a place without one gets its first. */
export function verified(
  workspace: Workspace,
  world: MovedWorld,
  moves: Moves,
  byDocument: ReadonlyMap<string, readonly Candidate[]>,
): ReadonlyMap<string, readonly Change[]> {
  const chosen = new Map<string, Replacement[]>();
  for (const [path, candidates] of byDocument) {
    const text = textOf(workspace, path);
    if (text === undefined) continue;
    const first = candidates.map(({ writings }) => writings[0]);
    chosen.set(path, first);
    world.texts.set(moves.after(path), applied(text, first));
  }
  const changes = new Map<string, readonly Change[]>();
  for (const [path, first] of chosen) {
    const candidates = byDocument.get(path) ?? [];
    changes.set(path, settled(workspace, world, moves, path, candidates, first));
  }
  return changes;
}

function settled(
  workspace: Workspace,
  world: MovedWorld,
  moves: Moves,
  path: string,
  candidates: readonly Candidate[],
  first: readonly Replacement[],
): readonly Change[] {
  const after = moves.after(path);
  const text = textOf(workspace, path) ?? '';
  const owner = world.ownerOf(after);
  const context = owner && world.contextOf(owner);
  let writings = [...first];
  let lost = new Set<number>();
  const most = Math.max(...candidates.map((one) => one.writings.length));
  for (let round = 0; round < most; round++) {
    const now = applied(text, writings);
    world.texts.set(after, now);
    lost = context
      ? missed(world.documentAt(after, now), context, candidates, writings, moves)
      : missedOutside(after, now, candidates, writings, moves);
    if (lost.size === 0) break;
    writings = writings.map((one, index) => (lost.has(index) ? (candidates[index]?.writings[round + 1] ?? one) : one));
  }
  return writings.map((one, index): Change => {
    const candidate = candidates[index];
    const sure = !lost.has(index);
    // What nothing follows as a path is written as it is plainest.
    const { range, text } = sure ? one : (candidate?.writings[0] ?? one);
    const doubt = candidate?.doubt;
    return { range, text, ...(doubt === undefined ? {} : { doubt }), ...(sure ? {} : { unread: true }) };
  });
}

/** The places, by their index, that do not lead to their targets. */
function missed(
  document: SkillDocument,
  context: ResolveContext,
  candidates: readonly Candidate[],
  writings: readonly Replacement[],
  moves: Moves,
): Set<number> {
  const lost = new Set<number>();
  const byStart = new Map(document.references.map((one) => [one.range.start, one]));
  let further: ReadonlyMap<number, Reference> | undefined;
  for (const { index, candidate, start } of pathsAfter(candidates, writings)) {
    const { form } = candidate.lead;
    further ??= new Map(furtherPaths(document).map(({ reference }) => [reference.range.start, reference]));
    const at = form === 'frontmatter' || form === 'import' ? further.get(start) : byStart.get(start);
    if (at === undefined || !leadsTo(at, document, context, moves.after(candidate.target))) lost.add(index);
  }
  return lost;
}

/** The same of a file outside of skills: a path leads on from the place that it was told from. */
function missedOutside(
  document: string,
  text: string,
  candidates: readonly Candidate[],
  writings: readonly Replacement[],
  moves: Moves,
): Set<number> {
  const lost = new Set<number>();
  let byStart: ReadonlyMap<number, Reference> | undefined;
  for (const { index, candidate, start } of pathsAfter(candidates, writings)) {
    byStart ??= new Map(pathsOutside(document, text).map(({ reference }) => [reference.range.start, reference]));
    const { path } = byStart.get(start) ?? {};
    const from = moves.after(candidate.lead.from ?? '');
    if (path === undefined || join(from, path) !== moves.after(candidate.target)) lost.add(index);
  }
  return lost;
}

/** The candidates that are paths, with the offsets at which these begin once all is written. */
function* pathsAfter(
  candidates: readonly Candidate[],
  writings: readonly Replacement[],
): Iterable<{ readonly index: number; readonly candidate: Candidate; readonly start: number }> {
  let shift = 0;
  for (const [index, candidate] of candidates.entries()) {
    const { range, text } = writings[index] ?? { range: candidate.lead.range, text: '' };
    // Quotes and what belongs to the word may stand before the path.
    const start = range.start + shift + Math.max(0, text.indexOf('"') + 1 + candidate.lead.range.start - range.start);
    shift += text.length - (range.end - range.start);
    if (!candidate.isName) yield { index, candidate, start };
  }
}

function leadsTo(reference: Reference, document: SkillDocument, context: ResolveContext, target: string): boolean {
  const resolution = resolve(reference, document, context);
  switch (resolution.kind) {
    case 'found':
    case 'case':
      return resolution.path === target;
    case 'bare':
      return resolution.files.some((file) => join(context.skill.root, file) === target);
    case 'ignored': {
      if (resolution.because === 'resolved.installed') return true;
      if (isEndOfAnother(reference.path, resolution.because, document))
        return join(context.skill.root, endingIn(reference.path, context) ?? '') === target;
      // A name that the words around it now excuse: one bundled file has it all the same.
      const files = [...context.skill.bundle.files].filter((file) => basename(file) === reference.path);
      return files.length === 1 && join(context.skill.root, files[0] ?? '') === target;
    }
    default:
      return false;
  }
}

/** The text of a document as it is now: of one of a skill, or of a file that names skills. */
export function textOf(workspace: Workspace, path: string): string | undefined {
  const entry = workspace.skillOf(path);
  if (!entry?.has(path)) return workspace.text(path);
  const document = entry.document(path);
  return 'unreadable' in document ? undefined : document.text;
}

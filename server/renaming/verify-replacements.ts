/** Verifies that replacements resolve to their targets in the texts and files after the move. */
import {
  basename,
  defined,
  join,
  type Reference,
  type ResolveContext,
  resolve,
  type SkillDocument,
} from '../../skill/index.ts';
import { furtherPaths } from '../targets/further-paths.ts';
import { fileEndingWith, isSuffixOfAnother } from '../targets/occurrences.ts';
import { pathsOutside } from '../targets/outside-paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { applyChanges, type Change } from './change.ts';
import type { Moves } from './moves.ts';
import type { Candidate, Replacement } from './replacements.ts';
import type { MovedWorld } from './world.ts';

/** Selects for each occurrence the first text that resolves to its target afterwards, or else the first one. */
export function verifyReplacements(
  workspace: Workspace,
  world: MovedWorld,
  moves: Moves,
  byDocument: ReadonlyMap<string, readonly Candidate[]>,
): ReadonlyMap<string, readonly Change[]> {
  const chosen = new Map<string, Replacement[]>();
  for (const [path, candidates] of byDocument) {
    const text = textOf(workspace, path);
    if (text === undefined) continue;
    const first = candidates.map(({ replacements }) => replacements[0]);
    chosen.set(path, first);
    world.texts.set(moves.after(path), applyChanges(text, first));
  }
  const changes = new Map<string, readonly Change[]>();
  for (const [path, first] of chosen) {
    const candidates = byDocument.get(path) ?? [];
    changes.set(path, resolveDocument(workspace, world, moves, path, candidates, first));
  }
  return changes;
}

function resolveDocument(
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
  let replacements = [...first];
  let unresolved = new Set<number>();
  const maxReplacements = Math.max(...candidates.map((one) => one.replacements.length));
  for (let round = 0; round < maxReplacements; round++) {
    const now = applyChanges(text, replacements);
    world.texts.set(after, now);
    unresolved = context
      ? unresolvedIndexes(world.documentAt(after, now), context, candidates, replacements, moves)
      : unresolvedIndexesOutside(after, now, candidates, replacements, moves);
    if (unresolved.size === 0) break;
    replacements = replacements.map((one, index) =>
      unresolved.has(index) ? (candidates[index]?.replacements[round + 1] ?? one) : one,
    );
  }
  return replacements.map((one, index): Change => {
    const candidate = candidates[index];
    const sure = !unresolved.has(index);
    // If nothing resolves, use the plain text.
    const { range, text } = sure ? one : (candidate?.replacements[0] ?? one);
    const doubt = candidate?.doubt;
    return defined({ range, text, doubt, unread: sure ? undefined : true });
  });
}

/** Returns the indexes of the occurrences that do not resolve to their targets. */
function unresolvedIndexes(
  document: SkillDocument,
  context: ResolveContext,
  candidates: readonly Candidate[],
  replacements: readonly Replacement[],
  moves: Moves,
): Set<number> {
  const unresolved = new Set<number>();
  const byStart = new Map(document.references.map((one) => [one.range.start, one]));
  let further: ReadonlyMap<number, Reference> | undefined;
  for (const { index, candidate, start } of pathsAfter(candidates, replacements)) {
    const { form } = candidate.occurrence;
    further ??= new Map(furtherPaths(document).map(({ reference }) => [reference.range.start, reference]));
    const match = form === 'frontmatter' || form === 'import' ? further.get(start) : byStart.get(start);
    if (match === undefined || !resolvesTo(match, document, context, moves.after(candidate.target)))
      unresolved.add(index);
  }
  return unresolved;
}

/** The same for a file outside of skills, where a path keeps its base folder. */
function unresolvedIndexesOutside(
  document: string,
  text: string,
  candidates: readonly Candidate[],
  replacements: readonly Replacement[],
  moves: Moves,
): Set<number> {
  const unresolved = new Set<number>();
  let byStart: ReadonlyMap<number, Reference> | undefined;
  for (const { index, candidate, start } of pathsAfter(candidates, replacements)) {
    byStart ??= new Map(pathsOutside(document, text).map(({ reference }) => [reference.range.start, reference]));
    const { path } = byStart.get(start) ?? {};
    const from = moves.after(candidate.occurrence.from ?? '');
    if (path === undefined || join(from, path) !== moves.after(candidate.target)) unresolved.add(index);
  }
  return unresolved;
}

/** Yields the candidates that are paths, with their start offsets after the changes. */
function* pathsAfter(
  candidates: readonly Candidate[],
  replacements: readonly Replacement[],
): Iterable<{ readonly index: number; readonly candidate: Candidate; readonly start: number }> {
  let shift = 0;
  for (const [index, candidate] of candidates.entries()) {
    const { range, text } = replacements[index] ?? { range: candidate.occurrence.range, text: '' };
    // Quotes and the start of the word may precede the path.
    const start =
      range.start + shift + Math.max(0, text.indexOf('"') + 1 + candidate.occurrence.range.start - range.start);
    shift += text.length - (range.end - range.start);
    if (!candidate.isName) yield { index, candidate, start };
  }
}

function resolvesTo(reference: Reference, document: SkillDocument, context: ResolveContext, target: string): boolean {
  const resolution = resolve(reference, document, context);
  switch (resolution.kind) {
    case 'found':
    case 'case':
      return resolution.path === target;
    case 'bare':
      return resolution.files.some((file) => join(context.skill.root, file) === target);
    case 'ignored': {
      if (resolution.because === 'resolved.installed') return true;
      if (isSuffixOfAnother(reference.path, resolution.because, document))
        return join(context.skill.root, fileEndingWith(reference.path, context) ?? '') === target;
      // The surrounding words now excuse the name, but one bundled file has it.
      const files = [...context.skill.bundle.files].filter((file) => basename(file) === reference.path);
      return files.length === 1 && join(context.skill.root, files[0] ?? '') === target;
    }
    default:
      return false;
  }
}

/** Returns the current text of a skill's document, or of a file that names skills. */
export function textOf(workspace: Workspace, path: string): string | undefined {
  const entry = workspace.skillOf(path);
  if (!entry?.has(path)) return workspace.text(path);
  const document = entry.document(path);
  return 'unreadable' in document ? undefined : document.text;
}

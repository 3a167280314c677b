/** Looks up a path relative to each of its bases. */

import { inActualCase } from '../files/actual-case.ts';
import { exactKind } from '../files/exact-kind.ts';
import { dirname, join, within } from '../files/paths.ts';
import type { Reference, Skill } from '../model/model.ts';
import { unescapeTarget } from '../references/target.ts';
import { defined } from '../text/defined.ts';
import { basesOf, surroundingUnits } from './bases.ts';
import { ignored, type Resolution, type ResolveContext, type ResolveRequest, reasonFor } from './resolution.ts';

interface LookupResult {
  /** Set if the path exists. */
  readonly answer?: Resolution;
  /** Set if it exists only in another letter case. */
  readonly otherCase?: OtherCase;
  /** True if the path leads out of the boundary from one of its bases. */
  readonly escapes: boolean;
}

export type OtherCase = Extract<Resolution, { kind: 'case' }>;

/** Tries the bases in order, most likely first; the first one under which the path exists decides. */
export function lookUp(request: ResolveRequest): LookupResult {
  const { reference, document, context, boundary } = request;
  const { skill, fs } = context;
  let escapes = false;
  let otherCase: OtherCase | undefined;
  for (const base of basesOf(reference, document, context)) {
    const path = join(base, reference.path);
    const inner = within(skill.root, path);
    if (inner === undefined && (boundary === undefined || within(boundary, path) === undefined)) {
      escapes ||= reference.path.startsWith('../');
      continue;
    }
    const target = inner !== undefined ? kindInBundle(skill, inner) : undefined;
    if (target) return { answer: { kind: 'found', where: 'bundle', path, target }, escapes };
    const exact = exactKind(fs, boundary ?? skill.root, path);
    if (typeof exact === 'string') return { answer: resolveFound(request, path, inner, exact), escapes };
    if (exact) otherCase ??= otherCaseOf(reference, exact.path);
  }
  return defined({ otherCase, escapes });
}

/**
 * Creates the result for an existing path. `inner` is the path relative to the skill's folder, undefined outside it.
 */
function resolveFound(
  { reference, context }: ResolveRequest,
  path: string,
  inner: string | undefined,
  target: 'file' | 'folder',
): Resolution {
  if (inner !== undefined) return { kind: 'found', where: 'bundle', path, target };
  // The user's project has a `package.json`, and so may the repository that contains the skill.
  if (reference.excuse) return ignored(reference.excuse, reasonFor(reference, reference.excuse));
  if (!reference.path.includes('/') && reference.form !== 'link')
    return ignored('user-file', 'resolved.name-in-repository');
  return { kind: 'found', where: whereOf(path, context), path, target };
}

const otherCaseOf = ({ target, form }: Reference, path: string): OtherCase => ({
  kind: 'case',
  path,
  actual: inActualCase(unescapeTarget(target, form), path),
});

function kindInBundle(skill: Skill, inner: string): 'file' | 'folder' | undefined {
  if (inner === '') return 'folder';
  return skill.bundle.files.has(inner) ? 'file' : skill.bundle.folders.has(inner) ? 'folder' : undefined;
}

function whereOf(path: string, context: ResolveContext): 'alongside' | 'outside-skill' | 'other-skill' {
  if (isInOtherSkill(path, context)) return 'other-skill';
  return [...surroundingUnits(context)].some((unit) => within(unit, path) !== undefined)
    ? 'alongside'
    : 'outside-skill';
}

function isInOtherSkill(path: string, { skills }: ResolveContext): boolean {
  for (let folder = path; folder !== '/' && folder !== ''; folder = dirname(folder)) if (skills.at(folder)) return true;
  return false;
}

/** Returns a predicate that is true for a path outside of the skill that is neither installed with it nor in another skill. */
export function leftBehindLookup(context: ResolveContext): (path: string) => boolean {
  const found: string[] = [];
  // The folders around the skill are listed only if no other unit has the path.
  const rest = surroundingUnits(context)[Symbol.iterator]();
  const isInUnit = (path: string): boolean => {
    if (found.some((unit) => within(unit, path) !== undefined)) return true;
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      found.push(next.value);
      if (within(next.value, path) !== undefined) return true;
    }
    return false;
  };
  return (path) => !isInUnit(path) && !isInOtherSkill(path, context);
}

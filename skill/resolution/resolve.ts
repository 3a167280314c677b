/** Resolves a path in a skill's text. */

import type { Reference, SkillDocument } from '../model/model.ts';
import { resolveBareName } from './bare-name.ts';
import { ignoreExcused, ignoreUndecidable, resolveWithoutLookup } from './ignored-paths.ts';
import { resolveOtherCase } from './letter-case.ts';
import { lookUp } from './look-up.ts';
import { resolveMissing } from './missing.ts';
import { resolveInNamedSkill, resolveThroughSkillName } from './other-skills.ts';
import { resolvePattern } from './pattern.ts';
import type { Resolution, ResolveContext, ResolveRequest } from './resolution.ts';

/**
 * Resolves a reference of `document`, which belongs to `context.skill`. Never throws, and looks up nothing outside the
 * roots of `context`. Each step returns a result or passes the request to the next one.
 */
export function resolve(reference: Reference, document: SkillDocument, context: ResolveContext): Resolution {
  const request: ResolveRequest = {
    reference,
    document,
    context,
    boundary: context.repositoryRoot ?? context.workspaceRoot,
  };
  const early = resolveWithoutLookup(reference) ?? resolvePattern(request);
  if (early) return early;
  const { answer, otherCase, escapes } = lookUp(request);
  return (
    answer ??
    ignoreExcused(request) ??
    resolveOtherCase(request, otherCase) ??
    ignoreUndecidable(request) ??
    resolveInNamedSkill(request) ??
    resolveThroughSkillName(request) ??
    resolveBareName(request) ??
    resolveMissing(request, escapes)
  );
}

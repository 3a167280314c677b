/** Resolves a path in a skill's text. */

import type { Reference, SkillDocument } from '../model/model.ts';
import { resolveBareName } from './bare-name.ts';
import { ignoreExcused, ignoreUndecidable, resolveWithoutLookup } from './ignored-paths.ts';
import { resolveOtherCase } from './letter-case.ts';
import { lookUp } from './look-up.ts';
import { resolveMissing } from './missing.ts';
import { resolveInNamedSkill, resolveThroughSkillName } from './other-skills.ts';
import { resolvePattern } from './pattern.ts';
import type { Question, Resolution, ResolveContext } from './resolution.ts';

/**
 * Resolves a reference of `document`, which belongs to `context.skill`. Never throws, and looks up nothing outside the
 * roots of `context`. Each step returns a result or passes the question to the next one.
 */
export function resolve(reference: Reference, document: SkillDocument, context: ResolveContext): Resolution {
  const question: Question = {
    reference,
    document,
    context,
    boundary: context.repositoryRoot ?? context.workspaceRoot,
  };
  const unasked = resolveWithoutLookup(reference) ?? resolvePattern(question);
  if (unasked) return unasked;
  const { answer, otherCase, escapes } = lookUp(question);
  return (
    answer ??
    ignoreExcused(question) ??
    resolveOtherCase(question, otherCase) ??
    ignoreUndecidable(question) ??
    resolveInNamedSkill(question) ??
    resolveThroughSkillName(question) ??
    resolveBareName(question) ??
    resolveMissing(question, escapes)
  );
}

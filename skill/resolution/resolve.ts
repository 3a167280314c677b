/** Resolves a path in a skill's text. */

import type { Reference, SkillDocument } from '../model/model.ts';
import { bareName } from './bare-name.ts';
import { inOtherCase } from './letter-case.ts';
import { lookUp } from './look-up.ts';
import { missing } from './missing.ts';
import { excused, nobodyCanTell, notLookedUp } from './not-ours.ts';
import { ofNamedSkill, throughOtherSkill } from './other-skills.ts';
import { pattern } from './pattern.ts';
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
  const unasked = notLookedUp(reference) ?? pattern(question);
  if (unasked) return unasked;
  const { answer, otherCase, escapes } = lookUp(question);
  return (
    answer ??
    excused(question) ??
    inOtherCase(question, otherCase) ??
    nobodyCanTell(question) ??
    ofNamedSkill(question) ??
    throughOtherSkill(question) ??
    bareName(question) ??
    missing(question, escapes)
  );
}

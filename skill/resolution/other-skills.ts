/** Paths into another skill, whose name is in the prose or in the path. */

import { isSlip } from '../clues/evidence.ts';
import { hasName } from '../clues/foreign-path.ts';
import { missingOf } from '../clues/missing.ts';
import { isToldOfOther } from '../clues/own-name.ts';
import { isListedWithProject } from '../clues/surroundings.ts';
import type { SkillPlace } from '../files/skills.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { isOwnName } from './bases.ts';
import { spellsOut, throughSkillName } from './detours.ts';
import { ignored, type Question, type Resolution } from './resolution.ts';

/** Resolves a missing path if the prose names another skill. */
export function ofNamedSkill({ reference, document, context }: Question): Resolution | undefined {
  const { skill, skills } = context;
  const { base, path, form } = reference;
  if (base.kind !== 'other-skill' || isOwnName(base.name, skill) || spellsOut(path, base.name)) return undefined;
  const [named] = skills.named(base.name);
  const [first = ''] = path.split('/');
  const bundled = BUNDLE_FOLDERS.has(first) || named?.bundle.folders.has(first);
  const isMeant = (other: SkillPlace): boolean =>
    path.includes('/')
      ? bundled === true && form !== 'tree'
      : !hasName(path, other) && isToldOfOther(missingOf(reference, document, skill));
  if (named && isMeant(named))
    return { kind: 'other-skill-lacks', name: named.name, suggestions: suggest(path, named.bundle) };
  // If this skill has a similar path, the name was about something else.
  if (named || form === 'tree' || !path.includes('/') || !isSlip(reference, document, skill))
    return ignored('unknown', 'resolved.other-skill-named');
  return { kind: 'missing', suggestions: suggest(path, skill.bundle) };
}

/** Resolves a missing path that contains the name of a skill. */
export function throughOtherSkill({ reference, document, context }: Question): Resolution | undefined {
  const through = throughSkillName(reference, context);
  return through?.kind === 'other-skill' && isProjects(reference, document, context.skill)
    ? ignored('user-file', 'foreign.listed-with-project')
    : through;
}

/** Returns true if a path is listed with files of the user's project. */
export const isProjects = ({ range }: Reference, { text }: SkillDocument, { bundle }: Skill): boolean =>
  isListedWithProject(text, range, bundle);

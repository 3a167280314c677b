/** Paths into another skill, whose name is in the prose or in the path. */

import { isTypo } from '../clues/evidence.ts';
import { hasNamesake } from '../clues/foreign-path.ts';
import { missingPathOf } from '../clues/missing-path.ts';
import { isAttributedToOtherSkill } from '../clues/own-name.ts';
import { isListedWithProject } from '../clues/surroundings.ts';
import type { KnownSkill } from '../files/skill-index.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { BUNDLE_FOLDERS } from '../references/target.ts';
import { containsSkillName, findThroughSkillName } from './alternative-locations.ts';
import { isOwnName } from './bases.ts';
import { ignored, type Resolution, type ResolveRequest } from './resolution.ts';

/** Resolves a missing path if the prose names another skill. */
export function resolveInNamedSkill({ reference, document, context }: ResolveRequest): Resolution | undefined {
  const { skill, skills } = context;
  const { base, path, form } = reference;
  if (base.kind !== 'other-skill' || isOwnName(base.name, skill) || containsSkillName(path, base.name))
    return undefined;
  const [named] = skills.named(base.name);
  const [first = ''] = path.split('/');
  const bundled = BUNDLE_FOLDERS.has(first) || named?.bundle.folders.has(first);
  const isMeant = (other: KnownSkill): boolean =>
    path.includes('/')
      ? bundled === true && form !== 'tree'
      : !hasNamesake(path, other) && isAttributedToOtherSkill(missingPathOf(reference, document, skill));
  if (named && isMeant(named))
    return { kind: 'other-skill-lacks', name: named.name, suggestions: suggest(path, named.bundle) };
  // If this skill has a similar path, the name was about something else.
  if (named || form === 'tree' || !path.includes('/') || !isTypo(reference, document, skill))
    return ignored('unknown', 'resolved.other-skill-named');
  return { kind: 'missing', suggestions: suggest(path, skill.bundle) };
}

/** Resolves a missing path that contains the name of a skill. */
export function resolveThroughSkillName({ reference, document, context }: ResolveRequest): Resolution | undefined {
  const through = findThroughSkillName(reference, context);
  return through?.kind === 'other-skill' && isListedWithProjectFiles(reference, document, context.skill)
    ? ignored('user-file', 'foreign.listed-with-project')
    : through;
}

/** Returns true if a path is listed with files of the user's project. */
export const isListedWithProjectFiles = ({ range }: Reference, { text }: SkillDocument, { bundle }: Skill): boolean =>
  isListedWithProject(text, range, bundle);

/** Handles paths that no other step has resolved: reports those that the skill should provide, with suggestions. */

import { isAboutWritingSkills } from '../clues/evidence.ts';
import { foreignClueFor } from '../clues/ownership.ts';
import { hasPathWithSkillName, isSkillNamedNearby } from '../clues/skill-named-nearby.ts';
import { normalize } from '../files/paths.ts';
import type { KnownSkill } from '../files/skill-index.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference } from '../model/model.ts';
import { hasFileExtension } from '../references/target.ts';
import { findElsewhere, findInParentFolders, isGivenInFull } from './alternative-locations.ts';
import { isOwnName } from './bases.ts';
import { isListedWithProjectFiles } from './other-skills.ts';
import { ignored, isCommand, isLink, isNamed, type Resolution, type ResolveRequest } from './resolution.ts';

/** Creates the result of the last step. `escapes` is true if the path leads out of the boundary. */
export function resolveMissing(request: ResolveRequest, escapes: boolean): Resolution {
  const { reference, document, context, boundary } = request;
  const { skill, skills } = context;
  const { path } = reference;
  // Code with `../` belongs to the user's project.
  const climbs = path.startsWith('../') && !escapes && reference.form !== 'fence';
  const further = climbs ? findInParentFolders(reference, document, context, boundary) : undefined;
  const own = normalize(path).replace(/^(?:\.\.\/)+/, '');
  const holders = skills.holding(own).filter(({ root }) => root !== skill.root);
  // A copy of this skill is not a different skill.
  const others = holders.filter(({ name }) => !isOwnName(name, skill));
  const foreign = further ? undefined : foreignClueFor(reference, document, skill);
  if (foreign && !isMeantForHolder(holders, request)) return ignored('user-file', foreign.id);
  if (escapes) {
    const inside = findInParentFolders(reference, document, context, boundary);
    return { kind: 'escapes', suggestions: inside === undefined ? [] : [inside] };
  }
  if (further) return { kind: 'missing', suggestions: [further] };
  const suggestions = suggest(path, skill.bundle);
  // A similar name in this skill is likelier than the exact name in another one.
  if (suggestions.length === 0 && isAttributedToHolder(request, others))
    return ignored('unknown', 'resolved.other-skill-near');
  if (!isCommand(reference) && isGivenInFull(reference, document, context, boundary))
    return ignored('unknown', 'resolved.told-in-full');
  // Only one skill, or copies of it: two skills may have the same path by coincidence.
  const names = new Set(holders.map(({ name }) => name));
  if (suggestions.length === 0 && names.size === 1 && others.length > 0)
    return { kind: 'other-skill', path: own, skills: others };
  if (suggestions.length > 0 || !(path.includes('/') || isLink(reference))) return { kind: 'missing', suggestions };
  const above = findInParentFolders(reference, document, context, boundary) ?? findElsewhere(reference, context);
  return { kind: 'missing', suggestions: above === undefined ? [] : [above] };
}

/** Returns true if a path into a folder that this skill does not have was written with another skill in mind. */
function isMeantForHolder(
  holders: readonly KnownSkill[],
  { reference, document, context: { skill } }: ResolveRequest,
): boolean {
  const isNamedOrCommand = isNamed(reference) || isCommand(reference);
  const hasFewHolders = holders.length > 0 && holders.length <= 3;
  return (
    isNamedOrCommand &&
    hasFewHolders &&
    isOutsideProjects(reference) &&
    !isAboutWritingSkills(skill, document) &&
    !isListedWithProjectFiles(reference, document, skill)
  );
}

const isOutsideProjects = ({ path }: Reference): boolean =>
  hasFileExtension(path) && !PROJECTS.test(path.split('/')[0] ?? '');

/** Folders that are also common in the user's project. */
const PROJECTS = /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|\.[\w-]+)$/i;

/**
 * Returns true if the text near a path names one of the skills that have it. A command runs in this skill even if
 * another one is named, unless the path has a prefix and the text also contains it in full.
 */
function isAttributedToHolder({ reference, document }: ResolveRequest, holders: readonly KnownSkill[]): boolean {
  return isCommand(reference)
    ? reference.base.kind === 'skill' && hasPathWithSkillName(reference, document, holders)
    : isSkillNamedNearby(reference, document, holders);
}

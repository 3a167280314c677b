/** Paths that nothing answers to: whether that is the skill's fault, and what was meant. */

import { teaches } from '../clues/evidence.ts';
import { isNamedNear, isSpelledOut } from '../clues/named-near.ts';
import { whyForeign } from '../clues/ownership.ts';
import { normalize } from '../files/paths.ts';
import type { SkillPlace } from '../files/skills.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference } from '../model/model.ts';
import { hasFileExtension } from '../references/target.ts';
import { isOwnName } from './bases.ts';
import { furtherUp, isToldInFull } from './detours.ts';
import { isProjects } from './other-skills.ts';
import { ignored, isCommand, isNamed, type Question, type Resolution } from './resolution.ts';

/** The last step: every answer that is left. `escapes`: the path climbs out of the boundary. */
export function missing(question: Question, escapes: boolean): Resolution {
  const { reference, document, context, boundary } = question;
  const { skill, skills } = context;
  const { path } = reference;
  // Code that climbs is at home in the user's project.
  const climbs = path.startsWith('../') && !escapes && reference.form !== 'fence';
  const further = climbs ? furtherUp(reference, document, context, boundary) : undefined;
  const own = normalize(path).replace(/^(?:\.\.\/)+/, '');
  const holders = skills.holding(own).filter(({ root }) => root !== skill.root);
  // A copy of this very skill is no other one.
  const others = holders.filter(({ name }) => !isOwnName(name, skill));
  const foreign = further ? undefined : whyForeign(reference, document, skill);
  if (foreign && !isTakenFrom(holders, question)) return ignored('user-file', foreign.id);
  if (escapes) return { kind: 'escapes' };
  if (further) return { kind: 'missing', suggestions: [further] };
  const suggestions = suggest(path, skill.bundle);
  // What the skill has under nearly this name was meant sooner than what another one has under it.
  if (suggestions.length === 0 && isSaidOfAnother(question, others))
    return ignored('unknown', 'resolved.other-skill-near');
  if (!isCommand(reference) && isToldInFull(reference, document, context, boundary))
    return ignored('unknown', 'resolved.told-in-full');
  // One skill, or copies of it: by chance two have a file of the same path.
  const names = new Set(holders.map(({ name }) => name));
  if (suggestions.length === 0 && names.size === 1 && others.length > 0)
    return { kind: 'other-skill', path: own, skills: others };
  if (suggestions.length > 0 || !path.includes('/')) return { kind: 'missing', suggestions };
  const above = furtherUp(reference, document, context, boundary);
  return { kind: 'missing', suggestions: above === undefined ? [] : [above] };
}

/** Whether a path into a folder that this skill lacks was written with another skill in mind, which has exactly this. */
function isTakenFrom(holders: readonly SkillPlace[], { reference, document, context: { skill } }: Question): boolean {
  const isSpoken = isNamed(reference) || isCommand(reference);
  const isHeld = holders.length > 0 && holders.length <= 3;
  return (
    isSpoken &&
    isHeld &&
    isOfNoProject(reference) &&
    !teaches(skill, document) &&
    !isProjects(reference, document, skill)
  );
}

const isOfNoProject = ({ path }: Reference): boolean =>
  hasFileExtension(path) && !PROJECTS.test(path.split('/')[0] ?? '');

/** Folders that the user's project has as well. */
const PROJECTS = /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|\.[\w-]+)$/i;

/**
 * Whether the text near a path names one of the skills that have it. A command is run from here, whoever is named, unless
 * it has a prefix and its whole path is told.
 */
function isSaidOfAnother({ reference, document }: Question, holders: readonly SkillPlace[]): boolean {
  return isCommand(reference)
    ? reference.base.kind === 'skill' && isSpelledOut(reference, document, holders)
    : isNamedNear(reference, document, holders);
}

/** Detects wording near a path that says that the path belongs to another skill. */

import type { KnownSkill } from '../files/skill-index.ts';
import type { Reference, SkillDocument } from '../model/model.ts';
import { occurrencesOf } from '../text/occurrences.ts';

/** Maximum distance of a name before a path, and after it in the same paragraph, in UTF-16 units. */
const [BEFORE, AFTER] = [500, 200];
/** "the navigator's `…`". */
const OWNER = /\b([a-z][\w-]*)(?:'|’)s\s+(?:own\s+)?[*_"'(]*`?$/i;

/**
 * Returns true if one of `holders`, the skills that have the path, is named before it in its paragraph or right after
 * it: by its full name with a hyphen or in code, or by a word of the name in "the navigator's `…`". Also returns true
 * if the document contains the same path with the skill's name before it.
 */
export function isSkillNamedNearby(
  { range, path }: Reference,
  document: SkillDocument,
  holders: readonly KnownSkill[],
): boolean {
  const { text } = document;
  const from = text.slice(Math.max(0, range.start - BEFORE), range.start);
  const before = from.slice(from.lastIndexOf('\n\n') + 1).replace(/^[\s\S]*\n#[^\n]*\n/, '');
  const [after = ''] = text.slice(range.end, range.end + AFTER).split('\n', 1);
  const owner = OWNER.exec(before)?.[1]?.toLowerCase();
  const isNamed = holders.some(({ name }) => {
    const lowerName = name.toLowerCase();
    if (owner !== undefined && lowerName.split('-').includes(owner)) return true;
    const pattern = new RegExp(
      lowerName.includes('-')
        ? `(?<![\\w-])${escapeName(lowerName)}(?![\\w-])`
        : `[\`*/]${escapeName(lowerName)}(?![\\w-])|\\b${escapeName(lowerName)}(?:'|’)s?\\s|\\b${escapeName(lowerName)} skill\\b`,
      'i',
    );
    return pattern.test(before) || pattern.test(after);
  });
  return isNamed || hasPathWithSkillName({ path }, document, holders);
}

/** Returns true if the document contains the same path with the name of one of `holders` before it. */
export const hasPathWithSkillName = (
  { path }: Pick<Reference, 'path'>,
  document: SkillDocument,
  holders: readonly KnownSkill[],
): boolean => holders.some(({ name }) => occurrencesOf(`${name}/${path}`, document).length > 0);

const escapeName = (name: string): string => name.replace(/[^\w-]/g, '\\$&');

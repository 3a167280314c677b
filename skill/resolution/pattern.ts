/** Path patterns with stars. */

import { foreignClueFor } from '../clues/ownership.ts';
import { dirname, extension } from '../files/paths.ts';
import type { Bundle, Reference } from '../model/model.ts';
import { filesMatching } from '../text/path-pattern.ts';
import { ignored, isLink, isNamed, type Resolution, type ResolveRequest } from './resolution.ts';

/**
 * Resolves a pattern. It is ignored unless it matches nothing while another pattern for the same folder, on the same or
 * the next line, has matches. Undefined for any other path.
 */
export function resolvePattern({ reference, document, context: { skill } }: ResolveRequest): Resolution | undefined {
  if (reference.excuse !== 'glob') return undefined;
  const isBroken =
    (isNamed(reference) || isLink(reference)) &&
    matchesNothing(reference.path, skill.bundle) &&
    document.references.some(
      (other) =>
        isSimilarPattern(reference, other) &&
        linesBetween(reference, other, document.text) <= 1 &&
        filesMatching(other.path, skill.bundle.files).length > 0,
    ) &&
    foreignClueFor(reference, document, skill) === undefined;
  return isBroken ? { kind: 'missing', suggestions: [] } : ignored('glob', 'written.glob');
}

/** Returns true if a pattern is for files of a kind that its folder contains, but matches none of them. */
export function matchesNothing(path: string, { files }: Bundle): boolean {
  if (!path.includes('*') || /[?[\]{}]/.test(path) || !path.includes('/')) return false;
  const [folder, kind] = [dirname(path), extension(path)];
  const hasKind = [...files].some((file) => dirname(file) === folder && extension(file) === kind);
  return hasKind && filesMatching(path, files).length === 0;
}

const isSimilarPattern = (one: Reference, other: Reference): boolean =>
  other.excuse === 'glob' &&
  other.form === one.form &&
  dirname(other.path) === dirname(one.path) &&
  extension(other.path) === extension(one.path);

/** Maximum distance between patterns that are listed together, in UTF-16 units. */
const NEAR = 400;

function linesBetween(one: Reference, other: Reference, text: string): number {
  const [first, second] = one.range.start < other.range.start ? [one, other] : [other, one];
  const [start, end] = [first.range.end, second.range.start];
  return end - start > NEAR ? Number.POSITIVE_INFINITY : text.slice(start, end).split('\n').length - 1;
}

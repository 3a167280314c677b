/** Which bundled files a path that is not there was probably meant to be. */
import { distance } from 'fastest-levenshtein';
import type { Bundle } from './model.ts';
import { basename, dirname, extension, stem } from './paths.ts';
import { contentWords, overlap } from './words.ts';

/**
 * Bundled paths that `path` may have meant, likeliest first, at most `limit`: the same name in another folder, another
 * extension, a slip of the pen in the name or the folder. Folders where `path` ends in `/`. Empty where nothing is like it.
 */
export function suggest(path: string, bundle: Bundle, limit = 5): readonly string[] {
  const folder = path.endsWith('/');
  const wanted = (folder ? path.slice(0, -1) : path).toLowerCase().replace(/^(?:\.\.\/)+/, '');
  const scored: { path: string; score: number }[] = [];
  for (const candidate of folder ? bundle.folders : bundle.files) {
    if (candidate === 'SKILL.md' || candidate === 'skill.md') continue;
    const score = likeness(wanted, candidate.toLowerCase());
    if (score >= 0.6) scored.push({ path: folder ? `${candidate}/` : candidate, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best - 0.25)
    .slice(0, limit)
    .map((one) => one.path);
}

/** From 0 to 1; both in lower case. */
function likeness(wanted: string, candidate: string): number {
  if (wanted === candidate) return 1;
  const sameFolder = dirname(wanted) === dirname(candidate);
  const near = sameFolder ? 0.05 : distance(dirname(wanted), dirname(candidate)) <= 2 ? 0.03 : 0;
  if (basename(wanted) === basename(candidate)) return 0.94 + near;
  const a = plainStem(wanted);
  const b = plainStem(candidate);
  if (a === b) return 0.88 + near;
  const length = Math.max(a.length, b.length);
  if (length === 0) return 0;
  const kin = extension(wanted) === extension(candidate) ? 0.04 : 0;
  const slips = slipsBetween(a, b);
  const close = 1 - slips / length;
  if (close >= 0.7) return 0.8 * close + near + kin;
  // Two slips are much in a short name, and yet no other name is likelier.
  if (slips <= (length >= 5 ? 2 : 1) && kin > 0) return 0.62 - 0.02 * slips + near + kin;
  if (sameFolder && Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a))) return 0.6 + near + kin;
  return sharedWords(a, b) >= 0.6 ? 0.6 + near + kin : 0.5 * close;
}

/** Edits from one name to another; two neighbours swapped are one. */
function slipsBetween(a: string, b: string): number {
  if (a.length === b.length) {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    if (a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)) return a === b ? 0 : 1;
  }
  return distance(a, b);
}

/** The name without its extension, `_` as `-`. */
const plainStem = (path: string): string => stem(path).replaceAll('_', '-');

function sharedWords(a: string, b: string): number {
  const left = contentWords(a);
  const right = contentWords(b);
  return Math.min(overlap(left, right), overlap(right, left));
}

/**
 * Files that the text of a skill creates or copies itself, so they need not be bundled under the paths used afterwards.
 */

import { isForCopying } from '../files/audience.ts';
import type { Range, Skill, SkillDocument } from '../model/model.ts';
import { lineAround, rangeAt } from '../text/lines.ts';
import { occurrencesOf } from '../text/occurrences.ts';

/**
 * Text before a word that a command writes, creates or fetches: `… > x`, `tee x`, `touch x`, `curl … -o x`, `--output
 * x`.
 */
const CREATES =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 300 units
  /(?:[^\s>=-][ \t]+\d?>>?[ \t]*|(?<!\b(?:e?grep|rg|unzip|set|ps|ls)\b[^|;&]*)[ \t](?:-o|-O|--out[\w-]*)[ \t=]|\b(?:touch|tee)\b[^|;&]*[ \t])["']?$/;
/** Text before a word that a command tests for: `test -f x`, `[ -x x ]`. */
const TESTS = /(?:\btest|\[)[ \t]+(?:![ \t]+)?-[edfrswx][ \t]+["']?$/;

/** Returns true if a command of the text creates a path, or tests whether it exists. */
export const isCreatedByCommand = (path: string, document: SkillDocument): boolean =>
  placeOfCreation(path, document) !== undefined;

/** Returns the place where a command of the text creates a path, or tests whether it exists; undefined if there is none. */
export function placeOfCreation(path: string, document: SkillDocument): number | undefined {
  const { text } = document;
  return occurrencesOf(path, document).find((at) => {
    if (/^(?:[\w/-]|\.\w)/.test(text.slice(at + path.length, at + path.length + 2))) return false;
    const line = lineAround(text, { start: at, end: at });
    const before = text.slice(Math.max(line.start, at - 300), at).replace(/\.\/$/, '');
    return (CREATES.test(before) || TESTS.test(before)) && (isInCodeSpan(before) || inFence(at, document));
  });
}

/** Returns true if a code span is open, i.e. an odd number of backticks precedes. */
const isInCodeSpan = (before: string): boolean => before.split('`').length % 2 === 0;

const fenceCache = new WeakMap<SkillDocument, readonly Range[]>();

function inFence(at: number, document: SkillDocument): boolean {
  const known = fenceCache.get(document) ?? fencesOf(document.text);
  fenceCache.set(document, known);
  const around = rangeAt(known, at);
  return around !== undefined && around.start < at;
}

/** Finds fences by lines only: a line with the same marker ends a fence. */
function fencesOf(text: string): readonly Range[] {
  const fences: Range[] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  for (const match of text.matchAll(/^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(```|~~~)/gm)) {
    if (open === undefined) open = { mark: match[1] ?? '', start: match.index };
    else if (open.mark === match[1]) {
      fences.push({ start: open.start, end: match.index });
      open = undefined;
    }
  }
  return open === undefined ? fences : [...fences, { start: open.start, end: text.length }];
}

/**
 * Returns true if a path is inside a bundled folder that the text or SKILL.md names as a whole, to be copied:
 * `scripts/x.sh` in `assets/skeleton/`.
 */
export function isInsideCopiedFolder(
  path: string,
  document: SkillDocument,
  { bundle: { files }, manifest }: Skill,
): boolean {
  if (!path.includes('/')) return false;
  return [...files].some((file) => {
    if (!file.endsWith(`/${path}`) || !isForCopying(file)) return false;
    const folder = file.slice(0, -path.length);
    if (!folder.slice(0, -1).includes('/')) return false;
    return occurrencesOf(folder, document).length > 0 || occurrencesOf(folder, manifest).length > 0;
  });
}

/** What the text of a skill makes or copies itself: nothing of it need be bundled at the path that the text goes on with. */

import { isCopied } from '../files/audience.ts';
import type { Range, Skill, SkillDocument } from '../model/model.ts';
import { holding, lineAround } from '../text/lines.ts';
import { placesOf } from '../text/places-of.ts';

/** Before a word that a command writes, makes or fetches: `… > x`, `tee x`, `touch x`, `curl … -o x`, `--output x`. */
const MAKES =
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 300 units
  /(?:[^\s>=-][ \t]+\d?>>?[ \t]*|(?<!\b(?:e?grep|rg|unzip|set|ps|ls)\b[^|;&]*)[ \t](?:-o|-O|--out[\w-]*)[ \t=]|\b(?:touch|tee)\b[^|;&]*[ \t])["']?$/;
/** Before a word that a command looks for: `test -f x`, `[ -x x ]`. */
const TESTS = /(?:\btest|\[)[ \t]+(?:![ \t]+)?-[edfrswx][ \t]+["']?$/;

/** Whether a command of the text makes a path, or asks whether it is there. */
export function isMadeHere(path: string, document: SkillDocument): boolean {
  const { text } = document;
  return placesOf(path, document).some((at) => {
    if (/^(?:[\w/-]|\.\w)/.test(text.slice(at + path.length, at + path.length + 2))) return false;
    const line = lineAround(text, { start: at, end: at });
    const before = text.slice(Math.max(line.start, at - 300), at).replace(/\.\/$/, '');
    return (MAKES.test(before) || TESTS.test(before)) && (isOdd(before) || inFence(at, document));
  });
}

/** Whether a code span is open: an odd number of backticks stands before. */
const isOdd = (before: string): boolean => before.split('`').length % 2 === 0;

const fenced = new WeakMap<SkillDocument, readonly Range[]>();

function inFence(at: number, document: SkillDocument): boolean {
  const known = fenced.get(document) ?? fencesOf(document.text);
  fenced.set(document, known);
  const around = holding(known, at);
  return around !== undefined && around.start < at;
}

/** Fences by their lines alone: a line of the same mark ends what one began. */
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

/** Whether a path is the end of a bundled one whose folder the text or SKILL.md names, to be copied whole: `assets/skeleton/` of `assets/skeleton/scripts/x.sh`. */
export function isPartOfCopied(path: string, document: SkillDocument, { bundle: { files }, manifest }: Skill): boolean {
  if (!path.includes('/')) return false;
  return [...files].some((file) => {
    if (!file.endsWith(`/${path}`) || !isCopied(file)) return false;
    const folder = file.slice(0, -path.length);
    if (!folder.slice(0, -1).includes('/')) return false;
    return placesOf(folder, document).length > 0 || placesOf(folder, manifest).length > 0;
  });
}

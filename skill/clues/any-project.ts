/** Paths in the text that may be of anyone: a script that any project has, what a document was made from. */

import { basename } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { firstFrom, lineAround } from '../text/lines.ts';
import { isTold } from './evidence.ts';

/** Headings over what a skill brings along. */
const BROUGHT = /\b(?:scripts?|resources?|references?|bundled?|files?|tools?|tooling|assets|structure|contents?)\b/i;
const BUNDLED = /(?:^|[\s`(])(?:\.\/)?(?:references|assets)\//;
/** What another file is about: "- `references/release.md`: how `…` is made". */
const ABOUT =
  /^\s*(?:[-*+]|\d+[.)]|\|)\s*[*_[]*`(?:references|assets)\/[^`\n]+`[*_\])]*\s*[:–—-]\s*(?:(?:how|what|when|why)\b|`?$)/i;
/** What says outright, in the line of a script, that it is the skill's. */
const OWN = /\b(?:this skill|skill(?:'|’)s|bundle[sd]?|ship(?:s|ped)?|brings?|includes?|provide[sd]?)\b/i;
/** Right before a script that is one of the steps: "Invoke `…`", "2. `…` turns them into CSV". */
const STEP = /\b(?:invoke|call|launch|start with)\s+(?:the\s+)?[*_"'(]*`?$|^\s*\d+[.)]\s+[*_]*`?$/i;

/**
 * Whether a script that is named in passing may be any project's: `scripts/` is the one folder of the specification that most
 * projects have. Where a skill ships none, its heading or the lines around it must say that it is one of the skill's files.
 */
export function isAnyScript(reference: Reference, document: SkillDocument, { bundle }: Skill): boolean {
  const { form, path, range } = reference;
  const { text, headings } = document;
  if ((form !== 'code' && form !== 'bare') || isTold(reference, document)) return false;
  const heading = headings[firstFrom(headings, range.start + 1) - 1];
  const near = text.slice(Math.max(0, range.start - 300), range.end + 300);
  // "## scripts/" anywhere says that the skill has its own.
  const presented =
    heading === undefined || BROUGHT.test(heading.text) || BUNDLED.test(near) || hasScriptsHeading(document);
  const line = lineAround(text, range);
  const before = text.slice(line.start, range.start);
  const beside = text.slice(Math.max(line.start, range.start - 300), Math.min(line.end, range.end + 300));
  if ((presented || OWN.test(beside) || STEP.test(before)) && !ABOUT.test(before)) return false;
  if (suggest(path, bundle, 1).length > 0) return false;
  return ![...bundle.files].some((file) => basename(file) === basename(path));
}

const headed = new WeakMap<SkillDocument, boolean>();

function hasScriptsHeading(document: SkillDocument): boolean {
  const known = headed.get(document) ?? document.headings.some(({ text }) => /^[`*]*scripts\/[`*]*$/i.test(text));
  headed.set(document, known);
  return known;
}

/** Before what a document was made from: "Source CSV: …", "Generated from: …". */
const ORIGIN =
  /^[\s>*_-]*(?:sources?(?: (?:csv|json|data|files?|documents?|pdf|html))?|(?:generated|derived|extracted|converted|compiled) (?:from|by))\b[*_]*:[*_]*\s*`?$/i;
/** How far the head of a document goes at least, in UTF-16 units; else it ends where its first section begins. */
const HEAD = 600;
/** Whether the head of a document says that it was made from this path. */
export const isOrigin = ({ range, path }: Reference, document: SkillDocument): boolean =>
  !SPEC_FOLDERS.has(path.split('/')[0] ?? '') &&
  ORIGIN.test(document.text.slice(lineAround(document.text, range).start, range.start)) &&
  (range.start <= document.bodyStart + HEAD || range.start <= firstPart(document));

const parted = new WeakMap<SkillDocument, number>();

/** Where the first section of a document begins; infinity where it has none. */
function firstPart(document: SkillDocument): number {
  const kept = parted.get(document);
  if (kept !== undefined) return kept;
  const at = document.text.slice(document.bodyStart).search(/^##/m);
  const known = at < 0 ? Number.POSITIVE_INFINITY : document.bodyStart + at;
  parted.set(document, known);
  return known;
}

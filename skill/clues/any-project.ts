/** Paths in the text that could belong to any project: common scripts, and files that a document was derived from. */

import { basename } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { firstIndexFrom, lineAround } from '../text/lines.ts';
import { hasOpenInstruction } from './evidence.ts';

/** Headings that announce bundled files. */
const BUNDLED_HEADING =
  /\b(?:scripts?|resources?|references?|bundled?|files?|tools?|tooling|assets|structure|contents?)\b/i;
const BUNDLED = /(?:^|[\s`(])(?:\.\/)?(?:references|assets)\//;
/** A description of another file that mentions the path: "- `references/release.md`: how `…` is made". */
const ABOUT =
  /^\s*(?:[-*+]|\d+[.)]|\|)\s*[*_[]*`(?:references|assets)\/[^`\n]+`[*_\])]*\s*[:–—-]\s*(?:(?:how|what|when|why)\b|`?$)/i;
/** Words on the line of a script that say explicitly that it belongs to the skill. */
const OWN = /\b(?:this skill|skill(?:'|’)s|bundle[sd]?|ship(?:s|ped)?|brings?|includes?|provide[sd]?)\b/i;
/** Text right before a script that is a step of a procedure: "Invoke `…`", "2. `…` turns them into CSV". */
const STEP = /\b(?:invoke|call|launch|start with)\s+(?:the\s+)?[*_"'(]*`?$|^\s*\d+[.)]\s+[*_]*`?$/i;

/**
 * Returns true if a script that is mentioned in passing could belong to any project, since `scripts/` is the one folder
 * of the specification that most projects have. Unless the skill bundles scripts, the heading or the lines around the
 * path must say that it is one of the skill's files.
 */
export function mayBelongToAnyProject(reference: Reference, document: SkillDocument, { bundle }: Skill): boolean {
  const { form, path, range } = reference;
  const { text, headings } = document;
  if ((form !== 'code' && form !== 'bare') || hasOpenInstruction(reference, document)) return false;
  const heading = headings[firstIndexFrom(headings, range.start + 1) - 1];
  const near = text.slice(Math.max(0, range.start - 300), range.end + 300);
  // A heading "## scripts/" anywhere says that the skill has scripts of its own.
  const presented =
    heading === undefined || BUNDLED_HEADING.test(heading.text) || BUNDLED.test(near) || hasScriptsHeading(document);
  const line = lineAround(text, range);
  const before = text.slice(line.start, range.start);
  const nearInLine = text.slice(Math.max(line.start, range.start - 300), Math.min(line.end, range.end + 300));
  if ((presented || OWN.test(nearInLine) || STEP.test(before)) && !ABOUT.test(before)) return false;
  if (suggest(path, bundle, 1).length > 0) return false;
  return ![...bundle.files].some((file) => basename(file) === basename(path));
}

const scriptsHeadingCache = new WeakMap<SkillDocument, boolean>();

function hasScriptsHeading(document: SkillDocument): boolean {
  const known =
    scriptsHeadingCache.get(document) ?? document.headings.some(({ text }) => /^[`*]*scripts\/[`*]*$/i.test(text));
  scriptsHeadingCache.set(document, known);
  return known;
}

const SOURCES = ['csv', 'json', 'data', 'files?', 'documents?', 'pdf', 'html'];
const DERIVED = ['generated', 'derived', 'extracted', 'converted', 'compiled'];
/** Text before the origin of a document: "Source CSV: …", "Generated from: …". */
const ORIGIN = new RegExp(
  `^[\\s>*_-]*(?:sources?(?: ${anyOf(SOURCES)})?|${anyOf(DERIVED)} (?:from|by))\\b[*_]*:[*_]*\\s*\`?$`,
  'i',
);
/** Minimum length of a document's head, in UTF-16 units; it may extend to the first section. */
const HEAD = 600;
/** Returns true if the head of a document says that the document was derived from this path. */
export const isOriginOfDocument = ({ range, path }: Reference, document: SkillDocument): boolean =>
  !SPEC_FOLDERS.has(path.split('/')[0] ?? '') &&
  ORIGIN.test(document.text.slice(lineAround(document.text, range).start, range.start)) &&
  (range.start <= document.bodyStart + HEAD || range.start <= firstSectionOffset(document));

const firstSectionCache = new WeakMap<SkillDocument, number>();

/** Returns the offset of a document's first section; infinity if it has none. */
function firstSectionOffset(document: SkillDocument): number {
  const cached = firstSectionCache.get(document);
  if (cached !== undefined) return cached;
  const at = document.text.slice(document.bodyStart).search(/^##/m);
  const known = at < 0 ? Number.POSITIVE_INFINITY : document.bodyStart + at;
  firstSectionCache.set(document, known);
  return known;
}

/** Paths in the text that may be of anyone: a script that any project has, what a document was made from. */
import { isTold } from './evidence.ts';
import { lineAround } from './lines.ts';
import type { Reference, Skill, SkillDocument } from './model.ts';
import { basename } from './paths.ts';
import { suggest } from './suggest.ts';

/** Headings over what a skill brings along. */
const BROUGHT = /\b(?:scripts?|resources?|references?|bundled?|files?|tools?|tooling|assets|structure|contents?)\b/i;
const BUNDLED = /(?:^|[\s`(])(?:\.\/)?(?:references|assets)\//;
/** What another file is about: "- `references/release.md`: how `…` is made". */
const ABOUT = /^\s*(?:[-*+]|\d+[.)]|\|)\s*[*_[]*`(?:references|assets)\/[^`\n]+`/;

/**
 * Whether a script that is named in passing may be any project's: `scripts/` is the one folder of the specification that most
 * projects have. Where a skill ships none, its heading or the lines around it must say that it is one of the skill's files.
 */
export function isAnyScript(reference: Reference, document: SkillDocument, { bundle }: Skill): boolean {
  const { form, path, range } = reference;
  const { text, headings } = document;
  if ((form !== 'code' && form !== 'bare') || isTold(reference, document)) return false;
  const heading = headings.findLast((one) => one.range.start <= range.start);
  const near = text.slice(Math.max(0, range.start - 300), range.end + 300);
  // "## scripts/" anywhere says that the skill has its own.
  const presented =
    heading === undefined ||
    BROUGHT.test(heading.text) ||
    BUNDLED.test(near) ||
    headings.some(({ text: title }) => /^[`*]*scripts\/[`*]*$/i.test(title));
  if (presented && !ABOUT.test(text.slice(lineAround(text, range).start, range.start))) return false;
  if (suggest(path, bundle, 1).length > 0) return false;
  return ![...bundle.files].some((file) => basename(file) === basename(path));
}

/** Before what a document was made from: "Source CSV: …", "Generated from: …". */
const ORIGIN =
  /^[\s>*_-]*(?:sources?(?: (?:csv|json|data|files?|documents?|pdf|html))?|(?:generated|derived|extracted|converted|compiled) (?:from|by))\b[*_]*:[*_]*\s*`?$/i;
/** Whether the head of a document says that it was made from this path. */
export const isOrigin = ({ range }: Reference, { text }: SkillDocument): boolean =>
  ORIGIN.test(text.slice(lineAround(text, range).start, range.start));

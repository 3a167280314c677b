/** What of a skill has a name of its own, by lines alone: for a whole workspace, most of whose documents nobody opens. */
import { splitSections } from '../../skill/index.ts';

export interface OutlineHeading {
  /** Without the signs around it. */
  readonly text: string;
  /** From 0. */
  readonly line: number;
  /** Length of its line, in UTF-16 units. */
  readonly length: number;
}

/** A heading of a document, or a bundled file. */
export interface OutlineItem extends OutlineHeading {
  readonly kind: 'file' | 'section';
  /** Relative to the skill: the file, or the document that the heading stands in. */
  readonly file: string;
  /** `text` in lower case. */
  readonly lower: string;
  /** Which letters it has; see `lettersOf`. */
  readonly letters: number;
}

/** Of a heading that somebody reads in a list. */
const LONGEST = 400;

/** Headings that begin with `#` at the start of a line, outside fences, comments and the frontmatter. */
export function outlineOf(text: string): readonly OutlineHeading[] {
  const headings: OutlineHeading[] = [];
  let line = 0;
  let counted = 0;
  for (const { start } of splitSections(text, bodyStart(text))) {
    if (text[start] !== '#') continue;
    for (let at = text.indexOf('\n', counted); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
      line++;
      counted = at + 1;
    }
    const newline = text.indexOf('\n', start);
    const whole = text.slice(start, newline < 0 ? text.length : newline).replace(/\r$/, '');
    const words = title(whole.slice(0, LONGEST));
    if (words !== '') headings.push({ text: words, line, length: whole.length });
  }
  return headings;
}

/** With what a search looks at. */
export function outlineItem(kind: OutlineItem['kind'], file: string, heading: OutlineHeading): OutlineItem {
  const lower = heading.text.toLowerCase();
  return { ...heading, kind, file, lower, letters: lettersOf(lower) };
}

/** A bit for each letter from `a` to `z`, one for digits, one for all else but blanks: a name that lacks one of a query's does not have it. */
export function lettersOf(lower: string): number {
  let letters = 0;
  for (let index = 0; index < lower.length; index++) {
    const unit = lower.charCodeAt(index);
    if (unit >= 97 && unit <= 122) letters |= 1 << (unit - 97);
    else if (unit >= 48 && unit <= 57) letters |= 1 << 26;
    else if (unit !== 32) letters |= 1 << 27;
  }
  return letters;
}

/** Where the line after the frontmatter begins, told without reading YAML. */
function bodyStart(text: string): number {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text.slice(0, 100))) return 0;
  const end = text.indexOf('\n---', 3);
  const newline = end < 0 ? -1 : text.indexOf('\n', end + 1);
  return newline < 0 ? 0 : newline + 1;
}

/** The words of a heading's line. */
function title(line: string): string {
  const words = line.replace(/^#{1,6}/, '').trim();
  let end = words.length;
  while (words[end - 1] === '#') end--;
  const closed = end < words.length && /\s/.test(words[end - 1] ?? ' ');
  return (closed ? words.slice(0, end) : words).replace(/[`*]/g, '').trim();
}

/** The outline of a skill, determined from lines alone: for an entire workspace, most of whose documents are not open. */
import { splitSections } from '../../skill/index.ts';

export interface OutlineHeading {
  /** Without heading markers. */
  readonly text: string;
  /** Zero-based. */
  readonly line: number;
  /** Length of its line, in UTF-16 units. */
  readonly length: number;
}

/** A heading of a document, or a bundled file. */
export interface OutlineItem extends OutlineHeading {
  readonly kind: 'file' | 'section';
  /** Relative to the skill: the file, or the document that contains the heading. */
  readonly file: string;
  /** `text` in lower case. */
  readonly lower: string;
  /** Bit set of its letters; see `lettersOf`. */
  readonly letters: number;
}

/** Maximum length of a heading in a list. */
const MAX_LENGTH = 400;

/** Returns headings that start with `#` at the start of a line, outside fences, comments and the frontmatter. */
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
    const words = title(whole.slice(0, MAX_LENGTH));
    if (words !== '') headings.push({ text: words, line, length: whole.length });
  }
  return headings;
}

/** Adds the data for searching. */
export function outlineItem(kind: OutlineItem['kind'], file: string, heading: OutlineHeading): OutlineItem {
  const lower = heading.text.toLowerCase();
  return { ...heading, kind, file, lower, letters: lettersOf(lower) };
}

/** Returns a bit for each letter from `a` to `z`, one for digits, and one for all other characters except spaces, to exclude names without a query's letters. */
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

/** Returns the offset of the line after the frontmatter, without parsing YAML. */
function bodyStart(text: string): number {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text.slice(0, 100))) return 0;
  const end = text.indexOf('\n---', 3);
  const newline = end < 0 ? -1 : text.indexOf('\n', end + 1);
  return newline < 0 ? 0 : newline + 1;
}

/** Returns the words of a heading line. */
function title(line: string): string {
  const words = line.replace(/^#{1,6}/, '').trim();
  let end = words.length;
  while (words[end - 1] === '#') end--;
  const closed = end < words.length && /\s/.test(words[end - 1] ?? ' ');
  return (closed ? words.slice(0, end) : words).replace(/[`*]/g, '').trim();
}

/** The heading or table column that a path is listed under, searched in a bounded part of the text. */

import type { Range } from '../model/model.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';

/** Maximum distance from a path to its heading and to the head of its table, in UTF-16 units. */
const ABOVE = 4_000;

const MORE = ['additional', 'bundled', 'further', 'related', 'deep[- ]dive'];
const FILES = ['files?', 'documents?', 'documentation', 'docs', 'guides?', 'materials?'];
const TITLES = [
  'references?',
  'resources?',
  'sub-?modules',
  'see also',
  'further reading',
  `(?:reference|resource|rule|guide)[ \\t]+${anyOf(FILES)}`,
];
/** Headings that announce files to read: "## Reference Files", "### Additional Resources", "## See also". */
const FILES_HEADING = new RegExp(`^#{1,6}[ \\t]+[*_]*(?:${anyOf(MORE)}[ \\t]+)?${anyOf(TITLES)}[*_:]*[ \\t]*$`, 'i');
const COLUMNS = [
  'references?',
  'reference (?:file|doc(?:ument)?|guide)',
  '(?:rule|guide|resource|workflow|prompt) files?',
  'files? to (?:read|load)',
];
/** Titles of columns with files to read: "Criteria Reference", "Rule file to read", "Read". */
const FILES_COLUMN = new RegExp(`\\b${anyOf(COLUMNS)}\\b|^[\\s*_]*(?:read|load|guide)[\\s*_]*$`, 'i');

/** Returns the nearest line above that begins with `#`; empty if there is none nearby. */
export function headingAbove(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - ABOVE), at);
  const start = before.lastIndexOf('\n#');
  return start < 0 ? '' : (before.slice(start + 1, start + 161).split('\n', 1)[0] ?? '');
}

/**
 * Returns true if a path begins a list item under a heading that announces files to read or that names its `folder`.
 */
export function isListedAsFile(text: string, range: Range, folder?: string): boolean {
  const before = text.slice(lineAround(text, range).start, range.start);
  if (!/^\s*(?:[-*+]|\d+[.)])\s+[*_`]*$/.test(before)) return false;
  const heading = headingAbove(text, range.start).trimEnd();
  return FILES_HEADING.test(heading) || heading.replace(/^#+[ \t]+/, '').toLowerCase() === folder;
}

/** Returns true if a path fills a table cell in a column that announces files to read. */
export function isInFileColumn(text: string, range: Range): boolean {
  const line = lineAround(text, range);
  const before = text.slice(line.start, range.start);
  if (!/^\s*\|(?:[^|]*\|)*\s*[*_`]*$/.test(before)) return false;
  const column = before.split('|').length - 1;
  const rows = text
    .slice(Math.max(0, line.start - ABOVE), line.start)
    .split('\n')
    .slice(0, -1);
  const first = rows.findLastIndex((row) => !row.trimStart().startsWith('|')) + 1;
  return FILES_COLUMN.test(rows[first]?.split('|')[column] ?? '');
}

/**
 * Returns true if the name of a folder occurs on its own, as in "`references/`:", in the same second-level section
 * before a path or on its line, so the path may be relative to it. `folder` is the last part of the folder's path.
 */
export function isFolderNamed(text: string, range: Range, folder: string): boolean {
  const before = text.slice(Math.max(0, range.start - ABOVE), range.start);
  const section = before.slice(Math.max(0, before.lastIndexOf('\n## '), before.lastIndexOf('\n# ')));
  const near = section + text.slice(range.end, lineAround(text, range).end);
  for (let at = near.indexOf(`${folder}/`); at >= 0; at = near.indexOf(`${folder}/`, at + 1)) {
    if (!/[\w.]/.test(near[at + folder.length + 1] ?? '') && !/[\w-]/.test(near[at - 1] ?? '')) return true;
  }
  return false;
}

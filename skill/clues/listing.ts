/** What a path is listed under: a heading, or the title of its column in a table. Bounded parts of the text alone. */
import type { Range } from '../model/model.ts';
import { lineAround } from '../text/lines.ts';

/** How far above a path its heading and the head of its table are looked for, in UTF-16 units. */
const ABOVE = 4_000;

/** Headings over files to read: "## Reference Files", "### Additional Resources", "## See also". */
const OVER_FILES =
  /^#{1,6}[ \t]+[*_]*(?:(?:additional|bundled|further|related|deep[- ]dive)[ \t]+)?(?:references?|resources?|sub-?modules|see also|further reading|(?:reference|resource|rule|guide)[ \t]+(?:files?|documents?|documentation|docs|guides?|materials?))[*_:]*[ \t]*$/i;
/** Titles of columns with files to read: "Criteria Reference", "Rule file to read", "Read". */
const OF_FILES =
  /\b(?:references?|reference (?:file|doc(?:ument)?|guide)|(?:rule|guide|resource|workflow|prompt) files?|files? to (?:read|load))\b|^[\s*_]*(?:read|load|guide)[\s*_]*$/i;

/** The nearest line above that begins with `#`; empty where there is none near. */
export function headingAbove(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - ABOVE), at);
  const start = before.lastIndexOf('\n#');
  return start < 0 ? '' : (before.slice(start + 1, start + 161).split('\n', 1)[0] ?? '');
}

/** Whether a path begins an item of a list whose heading announces files to read, or is the name of its `folder`. */
export function isListedAsFile(text: string, range: Range, folder?: string): boolean {
  const before = text.slice(lineAround(text, range).start, range.start);
  if (!/^\s*(?:[-*+]|\d+[.)])\s+[*_`]*$/.test(before)) return false;
  const heading = headingAbove(text, range.start).trimEnd();
  return OVER_FILES.test(heading) || heading.replace(/^#+[ \t]+/, '').toLowerCase() === folder;
}

/** Whether a path fills a cell of a table whose column announces files to read. */
export function isColumnOfFiles(text: string, range: Range): boolean {
  const line = lineAround(text, range);
  const before = text.slice(line.start, range.start);
  if (!/^\s*\|(?:[^|]*\|)*\s*[*_`]*$/.test(before)) return false;
  const column = before.split('|').length - 1;
  const rows = text
    .slice(Math.max(0, line.start - ABOVE), line.start)
    .split('\n')
    .slice(0, -1);
  const first = rows.findLastIndex((row) => !row.trimStart().startsWith('|')) + 1;
  return OF_FILES.test(rows[first]?.split('|')[column] ?? '');
}

/**
 * Whether the name of a folder stands alone, as in "`references/`:", in the section of the second rank before a place or
 * on its line: what is named there lies in that folder. `folder`: its last part.
 */
export function isFolderTold(text: string, range: Range, folder: string): boolean {
  const before = text.slice(Math.max(0, range.start - ABOVE), range.start);
  const section = before.slice(Math.max(0, before.lastIndexOf('\n## '), before.lastIndexOf('\n# ')));
  const near = section + text.slice(range.end, lineAround(text, range).end);
  for (let at = near.indexOf(`${folder}/`); at >= 0; at = near.indexOf(`${folder}/`, at + 1)) {
    if (!/[\w.]/.test(near[at + folder.length + 1] ?? '') && !/[\w-]/.test(near[at - 1] ?? '')) return true;
  }
  return false;
}

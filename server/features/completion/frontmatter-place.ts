/** Determines the place in the frontmatter for completion. */
import { defined, type Range } from '../../../skill/index.ts';

export type FrontmatterPlace =
  /** The name of a field, at the start of a line. */
  | { readonly kind: 'field'; readonly range: Range; readonly given: readonly string[] }
  /** A value, or one word of a list. `field` contains it; `within` is the enclosing field, if any. */
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly within?: string;
      readonly range: Range;
      /** Other words in the same list. */
      readonly others: readonly string[];
      /** Prefix of the inserted text: the space after a colon, if missing. */
      readonly prefix: string;
    }
  /** A word in parentheses after a tool's name. */
  | { readonly kind: 'argument'; readonly range: Range };

const FIELD = /^([A-Za-z_][\w-]*)[ \t]*:/;

/** Returns the range of the frontmatter's lines, even if it is not closed yet; undefined if there is none. */
export function frontmatterLines(text: string): Range | undefined {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (!opening) return undefined;
  const start = opening[0].length;
  const closing = /^---[ \t]*$/gm;
  closing.lastIndex = start;
  const found = closing.exec(text.slice(0, start + 65_536).replaceAll('\r\n', ' \n'));
  if (found) return { start, end: found.index };
  // Up to the first line that cannot be a field.
  const heading = /^(?:#{1,6}[ \t]|[ \t]*\r?$)/m.exec(text.slice(start, start + 65_536));
  return { start, end: heading ? start + heading.index + heading[0].length : Math.min(text.length, start + 65_536) };
}

/** Returns the place at an offset of the frontmatter; undefined if there are no completions. */
export function frontmatterPlace(text: string, offset: number, lines: Range): FrontmatterPlace | undefined {
  const start = Math.max(lines.start, text.lastIndexOf('\n', offset - 1) + 1);
  const newline = text.indexOf('\n', offset);
  const end = Math.min(newline < 0 ? text.length : newline, Math.max(lines.end, offset));
  const line = text.slice(start, end).replace(/\r$/, '');
  const before = text.slice(start, offset);
  if (/^[\w-]*$/.test(before)) {
    const given = [
      ...text.slice(lines.start, start).concat('\n', text.slice(end, lines.end)).matchAll(new RegExp(FIELD, 'gm')),
    ];
    const word = /^[\w-]*/.exec(line)?.[0].length ?? 0;
    return { kind: 'field', range: { start, end: start + word }, given: given.map(([, name = '']) => name) };
  }
  const owners = ownersOf(text, lines.start, start, line);
  const [field, within] = owners;
  if (field === undefined) return undefined;
  const from = /^[ \t]*(?:-[ \t]*)?(?:[A-Za-z_][\w-]*[ \t]*:)?[ \t]*/.exec(line)?.[0].length ?? 0;
  if (offset < start + from - (/[ \t]$/.test(line.slice(0, from)) ? 1 : 0)) return undefined;
  const last = start + line.length;
  if (isInParentheses(text, start + from, offset))
    return { kind: 'argument', range: wordAt(text, offset, start + from, last, ARGUMENT_SEPARATOR) };
  const word = wordAt(text, Math.max(offset, start + from), start + from, last, SEPARATOR);
  return defined({
    kind: 'value',
    field,
    within,
    range: word,
    others: wordsOf(text, lines, start, field, word),
    prefix: text[word.start - 1] === ':' || /^[ \t]*-$/.test(text.slice(start, word.start)) ? ' ' : '',
  });
}

/** Returns the field that contains a line, and the enclosing one. */
function ownersOf(text: string, from: number, start: number, line: string): readonly string[] {
  const owners: string[] = [];
  const own = /^([ \t]*)([A-Za-z_][\w-]*)[ \t]*:/.exec(line);
  if (own) owners.push(own[2] ?? '');
  // A list item may have the same indentation as its field.
  let indent = own ? (own[1] ?? '').length : (/^[ \t]*/.exec(line)?.[0].length ?? 0) + (/^[ \t]*-/.test(line) ? 1 : 0);
  for (let at = start; at > from && indent > 0; ) {
    const previous = text.lastIndexOf('\n', at - 2) + 1;
    const above = /^([ \t]*)([A-Za-z_][\w-]*)[ \t]*:/.exec(text.slice(previous, at));
    if (above && (above[1] ?? '').length < indent) {
      owners.push(above[2] ?? '');
      indent = (above[1] ?? '').length;
    }
    at = previous;
  }
  return owners;
}

const SEPARATOR = /[\s,[\]"']/;
/** Separator between arguments of a tool. */
const ARGUMENT_SEPARATOR = /[\s,[\]"'():*]/;

function isInParentheses(text: string, from: number, offset: number): boolean {
  let depth = 0;
  for (let at = from; at < offset; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return depth > 0;
}

function wordAt(text: string, offset: number, from: number, to: number, separator: RegExp): Range {
  let start = offset;
  while (start > from && !separator.test(text[start - 1] ?? '')) start--;
  let end = offset;
  while (end < to && !separator.test(text[end] ?? '')) end++;
  return { start, end };
}

/** Returns the other words of a field's value. */
function wordsOf(text: string, lines: Range, start: number, field: string, word: Range): readonly string[] {
  let first = start;
  const isOwn = (at: number): boolean => new RegExp(`^[ \\t]*${field}[ \\t]*:`).test(text.slice(at, at + 200));
  while (first > lines.start && !isOwn(first)) first = text.lastIndexOf('\n', first - 2) + 1;
  const own = text.slice(first, start);
  const rest = text.slice(word.end, lines.end);
  // Up to the next field.
  const next = /\n[ \t]*[A-Za-z_][\w-]*[ \t]*:/.exec(rest);
  const all = `${own}${text.slice(start, word.start)} ${next ? rest.slice(0, next.index) : rest}`;
  return all
    .replace(new RegExp(`^[ \\t]*${field}[ \\t]*:`), '')
    .replaceAll(/\([^()]*\)/g, '')
    .split(/[\s,[\]"']+/)
    .filter((one) => one !== '' && one !== '-');
}

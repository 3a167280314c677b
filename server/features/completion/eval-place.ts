import { defined, type Range } from '../../../skill/index.ts';

/** The place of the cursor in an eval file: in a key, or in a text that is a value. */
export interface EvalPlace {
  readonly kind: 'key' | 'value';
  /** The field whose value this is; absent for a key, and for an item of a list. */
  readonly field?: string;
  /** Names of the fields that contain the place, innermost first. Items of lists have none. */
  readonly within: readonly string[];
  /** The range to replace, without quotes. */
  readonly range: Range;
  /** The text before the cursor. */
  readonly typed: string;
}

/** Returns the place in a JSON text; undefined outside of texts in quotes. */
export function jsonPlace(text: string, offset: number): EvalPlace | undefined {
  const stack: { readonly isObject: boolean; key: string | undefined; expectsKey: boolean }[] = [];
  for (let at = 0; at < offset; at++) {
    const character = text[at];
    const top = stack.at(-1);
    if (character === '{' || character === '[')
      stack.push({ isObject: character === '{', key: undefined, expectsKey: character === '{' });
    else if (character === '}' || character === ']') stack.pop();
    else if (character === ',' && top !== undefined) top.expectsKey = top.isObject;
    else if (character === ':' && top !== undefined) top.expectsKey = false;
    else if (character === '"') {
      const end = endOfString(text, at);
      const isKey = top?.expectsKey ?? false;
      if (offset > at && offset <= end) {
        const names = stack.slice(0, -1).flatMap(({ key }) => key ?? []);
        const range = { start: at + 1, end };
        const typed = text.slice(at + 1, offset);
        if (isKey) return { kind: 'key', within: names.reverse(), range, typed };
        const field = top?.isObject ? top.key : undefined;
        return defined({ kind: 'value', within: names.reverse(), range, typed, field });
      }
      if (isKey && top !== undefined) top.key = text.slice(at + 1, end);
      at = end;
    }
  }
  return undefined;
}

/** Returns the offset of the closing quote, or of the end of the line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"' || text[at] === '\n' || text[at] === '\r') return at;
  }
  return text.length;
}

/** A line of YAML in block style. */
interface Line {
  /** Indentation and marks of list items. */
  readonly lead: string;
  readonly field: string | undefined;
  /** The text after the field. */
  readonly rest: string;
}

function parseLine(line: string): Line {
  let at = 0;
  while (/[ \t]/.test(line[at] ?? '') || (line[at] === '-' && /[ \t]/.test(line[at + 1] ?? ''))) at++;
  const lead = line.slice(0, at);
  const [key = '', , field] = /^(["']?)([\w-]{1,60})\1:(?=[ \t]|$)/.exec(line.slice(at)) ?? [];
  at += key.length;
  if (field !== undefined) while (/[ \t]/.test(line[at] ?? '')) at++;
  return { lead, field, rest: line.slice(at) };
}

/** Returns the place in a line of YAML in block style. */
export function yamlPlace(text: string, offset: number): EvalPlace | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const line = text.slice(start, newline < 0 ? text.length : newline).replace(/\r$/, '');
  const { lead, field, rest } = parseLine(line);
  const valueStart = start + line.length - rest.length;
  if (offset < valueStart || /[#{[|>]/.test(rest.slice(0, 1))) return undefined;
  const quote = /^["']/.test(rest) ? 1 : 0;
  const range = {
    start: valueStart + quote,
    end: valueStart + rest.trimEnd().replace(/["']$/, quote === 1 ? '' : '$&').length,
  };
  const typed = text.slice(range.start, offset);
  const within = fieldsAround(text.slice(0, start), lead);
  if (field !== undefined) return { kind: 'value', field, within, range, typed };
  const isItem = lead.includes('-');
  // A word in a list can become a key, or be a path.
  return /[/."']/.test(rest) && isItem
    ? { kind: 'value', within, range, typed }
    : { kind: 'key', within, range, typed };
}

/** Returns the fields of the lines above that contain a line with this indentation, innermost first. */
function fieldsAround(above: string, lead: string): readonly string[] {
  const names: string[] = [];
  // A list may have the indentation of its field.
  let limit = lead.length;
  let isInList = lead.includes('-');
  if (isInList) limit = lead.indexOf('-');
  const lines = above.split('\n').slice(-2_000);
  for (let index = lines.length - 2; index >= 0; index--) {
    const { lead: indent, field, rest } = parseLine(lines[index]?.replace(/\r$/, '') ?? '');
    if (field === undefined && !indent.includes('-')) continue;
    const dash = indent.indexOf('-');
    if (dash >= 0 && dash < limit) {
      // The item that contains the place.
      limit = dash;
      isInList = true;
    }
    if (field === undefined || rest !== '') continue;
    const column = indent.length;
    if (column < limit || (isInList && dash < 0 && column === limit)) {
      names.push(field);
      isInList = dash >= 0;
      limit = dash >= 0 ? dash : column;
    }
  }
  return names;
}

/**
 * Most frontmatter is a few fields with plain text on their line, or in a block below it, which can be read in one way only:
 * five times faster than YAML. Whatever else there is, is left to the parser; a test compares both.
 */
import type { FrontmatterField } from '../model/model.ts';

/** A key, and a value that begins with a letter or a digit or stands in quotes, without escapes or blanks behind; indented below another key. */
const LINE = /^( +)?([A-Za-z][\w-]*):(?: +(?:([A-Za-z0-9][^\r\n]*)|"([^"\\\r\n]*)"|'([^'\r\n]*)'))?$/;
/** A key whose text stands below. */
const BLOCK = /^([A-Za-z][\w-]*): +([>|])(-?)$/;
const NUMBER = /^(?:(?:0|[1-9]\d{0,14})|\d{1,9}\.\d{1,6})$/;
/** Versions and days are text. */
const DIGITS_OF_TEXT = /^\d{1,9}(?:\.\d{1,9}){2,3}$|^\d{4}-\d\d-\d\d$/;
/** What ends plain text, or says something else than text, and characters that YAML may take for a line's end. */
const NOT_PLAIN = /:(?: |$)| #|^(?:true|false|null)$/i;
const CONTROL = /[^\P{Cc}\r\n]|[\p{Cs}\p{Zl}\p{Zp}\u00a0\ufeff]/u;

/** The fields between the lines of `---`; `shift` is where `yaml` begins in the document. Undefined where YAML must tell. */
export function plainFields(yaml: string, shift: number): readonly FrontmatterField[] | undefined {
  if (CONTROL.test(yaml)) return undefined;
  const fields: FrontmatterField[] = [];
  const data: Record<string, unknown> = {};
  // As YAML has it: up to the next line, of which the last line of the frontmatter has none.
  const lineEnd = (next: number): number => (next < yaml.length ? next : next - 1);
  let inner: Record<string, unknown> | undefined;
  // Counted, as there may be thousands.
  let count = 0;
  let width = 0;
  for (let at = 0; at < yaml.length; ) {
    const newline = yaml.indexOf('\n', at);
    const end = newline < 0 ? yaml.length : newline;
    const line = yaml.slice(at, end);
    const block = BLOCK.exec(line) && textBelow(yaml, at, line);
    if (block) {
      if (Object.hasOwn(data, block.key) || NOT_PLAIN.test(block.key)) return undefined;
      if (inner && count === 0) return undefined;
      inner = undefined;
      data[block.key] = block.value;
      const start = shift + at + line.length - block.mark.length;
      const keyRange = { start: shift + at, end: shift + at + block.key.length };
      fields.push({
        key: block.key,
        value: block.value,
        keyRange,
        valueRange: { start, end: shift + lineEnd(block.end) },
      });
      at = block.end;
      continue;
    }
    const match = LINE.exec(withoutBlanks(line));
    const [, indent = '', key = '', plain, double, single] = match ?? [];
    const value = plain === undefined ? (double ?? single) : typed(plain);
    if (plain !== undefined && value === undefined) return undefined;
    const length = (plain ?? double ?? single)?.length ?? 0;
    // All below one key stand in one column.
    if (indent !== '' && inner && count === 0) width = indent.length;
    if (indent !== '' && indent.length !== width) return undefined;
    const holder = indent === '' ? data : inner;
    if (!match || !holder || Object.hasOwn(holder, key) || NOT_PLAIN.test(key)) return undefined;
    if (plain !== undefined && NOT_PLAIN.test(plain)) return undefined;
    const keyRange = { start: shift + at + indent.length, end: shift + at + indent.length + key.length };
    let from = keyRange.end + 1 - shift;
    while (yaml[from] === ' ') from++;
    const valueRange = {
      start: shift + from,
      end: shift + from + length + (plain === undefined ? 2 : 0),
    };
    const last = fields.at(-1);
    if (indent !== '' && inner && last && value !== undefined) {
      inner[key] = value;
      count++;
      const stop = yaml[end - 1] === '\r' ? end + 1 : lineEnd(end + 1);
      const start = count === 1 ? keyRange.start : last.valueRange.start;
      fields[fields.length - 1] = { ...last, valueRange: { start, end: shift + stop } };
    } else if (indent === '') {
      // A key alone is for the fields below it.
      if (last && inner && count === 0) return undefined;
      inner = value === undefined ? {} : undefined;
      count = 0;
      data[key] = value ?? inner;
      fields.push({ key, value: value ?? inner, keyRange, valueRange });
    } else return undefined;
    at = end + 1;
  }
  return fields.length > 0 && !(inner && count === 0) ? fields : undefined;
}

/** A line without the blanks and the carriage return at its end: a search for them from each blank would take its square. */
function withoutBlanks(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (line[end - 1] === ' ') end--;
  return line.slice(0, end);
}

/** What plain text stands for; undefined where YAML must tell. */
function typed(plain: string): string | number | undefined {
  const first = plain.charCodeAt(0);
  if (first > 57) return plain;
  return NUMBER.test(plain) ? Number(plain) : DIGITS_OF_TEXT.test(plain) ? plain : undefined;
}

/**
 * The text in the lines below a key (`line`, which begins at `at`): all of one indentation, none empty, none that ends with
 * a blank. `end` is where the next line begins. Undefined where YAML must tell.
 */
function textBelow(yaml: string, at: number, line: string) {
  const [, key = '', sign = '', strip = ''] = BLOCK.exec(line) ?? [];
  const lines: string[] = [];
  let width = 0;
  let next = at + line.length + 1;
  while (next < yaml.length && yaml[next] === ' ') {
    const newline = yaml.indexOf('\n', next);
    const end = newline < 0 ? yaml.length : newline;
    const text = yaml.slice(next, end);
    const indent = text.length - text.trimStart().length;
    if (lines.length === 0) width = indent;
    if (indent !== width || indent === text.length || text !== text.trimEnd()) return undefined;
    lines.push(text.slice(width));
    next = end + 1;
  }
  if (lines.length === 0) return undefined;
  const value = lines.join(sign === '>' ? ' ' : '\n') + (strip === '' ? '\n' : '');
  return { key, value, mark: `${sign}${strip}`, end: Math.min(next, yaml.length) };
}

/**
 * Most frontmatter is a few fields with plain text on their line, which can be read in one way only: five times faster than
 * YAML. Whatever else there is, is left to the parser; a test compares both.
 */
import type { FrontmatterField } from './model.ts';

/** A key, and a value that begins with a letter or stands in quotes, without escapes; below another key by two spaces. */
const LINE = /^( {2})?([A-Za-z][\w-]*):(?: +(?:([A-Za-z][^\r\n]*?)|"([^"\\\r\n]*)"|'([^'\r\n]*)'))? *\r?$/;
/** What ends plain text, or says something else than text, and characters that YAML may take for a line's end. */
const NOT_PLAIN = /:(?: |$)| #|^(?:true|false|null)$/i;
const CONTROL = /[^\P{Cc}\r\n]|[\p{Cs}\p{Zl}\p{Zp}\u00a0\ufeff]/u;

/** The fields between the lines of `---`; `shift` is where `yaml` begins in the document. Undefined where YAML must tell. */
export function plainFields(yaml: string, shift: number): readonly FrontmatterField[] | undefined {
  if (CONTROL.test(yaml)) return undefined;
  const fields: FrontmatterField[] = [];
  const data: Record<string, unknown> = {};
  let inner: Record<string, unknown> | undefined;
  for (let at = 0; at < yaml.length; ) {
    const newline = yaml.indexOf('\n', at);
    const end = newline < 0 ? yaml.length : newline;
    const match = LINE.exec(yaml.slice(at, end));
    const [, indent = '', key = '', plain, double, single] = match ?? [];
    const value = plain ?? double ?? single;
    const holder = indent === '' ? data : inner;
    if (!match || !holder || Object.hasOwn(holder, key) || NOT_PLAIN.test(key)) return undefined;
    if (plain !== undefined && NOT_PLAIN.test(plain)) return undefined;
    const keyRange = { start: shift + at + indent.length, end: shift + at + indent.length + key.length };
    let from = keyRange.end + 1 - shift;
    while (yaml[from] === ' ') from++;
    const valueRange = {
      start: shift + from,
      end: shift + from + (value?.length ?? 0) + (plain === undefined ? 2 : 0),
    };
    const last = fields.at(-1);
    if (indent !== '' && inner && last && value !== undefined) {
      inner[key] = value;
      // As YAML has it: up to the next line, of which the last line of the frontmatter has none.
      const stop = end + 1 < yaml.length || yaml[end - 1] === '\r' ? end + 1 : end;
      const start = Object.keys(inner).length === 1 ? keyRange.start : last.valueRange.start;
      fields[fields.length - 1] = { ...last, valueRange: { start, end: shift + stop } };
    } else if (indent === '') {
      // A key alone is for the fields below it.
      if (last && inner && Object.keys(inner).length === 0) return undefined;
      inner = value === undefined ? {} : undefined;
      data[key] = value ?? inner;
      fields.push({ key, value: value ?? inner, keyRange, valueRange });
    } else return undefined;
    at = end + 1;
  }
  return fields.length > 0 && !(inner && Object.keys(inner).length === 0) ? fields : undefined;
}

/**
 * Most frontmatter is a few fields with plain text on their line, or in a block below it, which can be read in one way only:
 * five times faster than YAML. Whatever else there is, is left to the parser; a test compares both.
 */
import type { FrontmatterField, Range } from '../model/model.ts';

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
  const reader = new FieldReader(yaml, shift);
  for (let at = 0; at < yaml.length; ) {
    const next = reader.readAt(at);
    if (next === undefined) return undefined;
    at = next;
  }
  return reader.fields.length > 0 && !reader.isKeyAlone ? reader.fields : undefined;
}

/** What a line says that is no block: a key, and the text behind it. */
interface PlainLine {
  readonly indent: string;
  readonly key: string;
  /** Undefined where the key stands alone. */
  readonly value: string | number | undefined;
  /** Of the value as it is written, with its quotes. */
  readonly width: number;
}

/** Reads field after field. A step that answers undefined or false leaves the whole to YAML. */
class FieldReader {
  readonly fields: FrontmatterField[] = [];
  readonly #yaml: string;
  readonly #shift: number;
  /** The keys that there are, for none may stand twice. */
  readonly #keys = new Set<string>();
  /** The fields below the last key, where that stands alone. */
  #inner: Record<string, unknown> | undefined;
  /** Of the fields below it; counted, as there may be thousands. */
  #count = 0;
  #column = 0;

  constructor(yaml: string, shift: number) {
    this.#yaml = yaml;
    this.#shift = shift;
  }

  /** A key without a value, which waits for the fields below it. */
  get isKeyAlone(): boolean {
    return this.#inner !== undefined && this.#count === 0;
  }

  /** Reads the line that begins at `at`, with the text below it if it is a block's. Answers where the next to read begins. */
  readAt(at: number): number | undefined {
    const newline = this.#yaml.indexOf('\n', at);
    const end = newline < 0 ? this.#yaml.length : newline;
    const line = this.#yaml.slice(at, end);
    const block = textBelow(this.#yaml, at, line);
    if (block) return this.#addBlock(block, at, at + line.length) ? block.end : undefined;
    const plain = readLine(line);
    if (plain === undefined) return undefined;
    const added = plain.indent === '' ? this.#addField(plain, at) : this.#addInner(plain, at, end);
    return added ? end + 1 : undefined;
  }

  /** Adds a field whose text stands below its key; `lineEnd` is where the line of the key ends. */
  #addBlock({ key, value, mark, end }: Below, at: number, lineEnd: number): boolean {
    if (this.isKeyAlone || !this.#isNew(key)) return false;
    this.#inner = undefined;
    const valueRange = { start: this.#shift + lineEnd - mark.length, end: this.#shift + this.#endBefore(end) };
    this.fields.push({ key, value, keyRange: this.#keyRange(key, at), valueRange });
    return true;
  }

  /** Adds a field that begins its line. */
  #addField({ key, value, width }: PlainLine, at: number): boolean {
    // A key alone is for the fields below it.
    if (this.isKeyAlone || !this.#isNew(key)) return false;
    this.#inner = value === undefined ? {} : undefined;
    this.#count = 0;
    const keyRange = this.#keyRange(key, at);
    let start = keyRange.end + 1 - this.#shift;
    while (this.#yaml[start] === ' ') start++;
    const valueRange = { start: this.#shift + start, end: this.#shift + start + width };
    this.fields.push({ key, value: value ?? this.#inner, keyRange, valueRange });
    return true;
  }

  /** Adds a field to the one whose key stands alone above it; `end` is where its line ends. */
  #addInner({ indent, key, value }: PlainLine, at: number, end: number): boolean {
    const last = this.fields.at(-1);
    if (!this.#inner || !last || value === undefined) return false;
    if (Object.hasOwn(this.#inner, key) || NOT_PLAIN.test(key)) return false;
    // All below one key stand in one column.
    if (this.#count === 0) this.#column = indent.length;
    if (indent.length !== this.#column) return false;
    this.#inner[key] = value;
    this.#count++;
    const start = this.#count === 1 ? this.#shift + at + indent.length : last.valueRange.start;
    const stop = this.#yaml[end - 1] === '\r' ? end + 1 : this.#endBefore(end + 1);
    this.fields[this.fields.length - 1] = { ...last, valueRange: { start, end: this.#shift + stop } };
    return true;
  }

  /** Whether a key that begins its line is plain and stands there for the first time. */
  #isNew(key: string): boolean {
    if (this.#keys.has(key) || NOT_PLAIN.test(key)) return false;
    this.#keys.add(key);
    return true;
  }

  #keyRange(key: string, at: number): Range {
    return { start: this.#shift + at, end: this.#shift + at + key.length };
  }

  /** As YAML has it: up to the next line, of which the last line of the frontmatter has none. */
  #endBefore(next: number): number {
    return next < this.#yaml.length ? next : next - 1;
  }
}

/** Reads a line that is a key, alone or with plain or quoted text behind it. Undefined where YAML must tell. */
function readLine(line: string): PlainLine | undefined {
  const match = LINE.exec(withoutBlanks(line));
  if (!match) return undefined;
  const [, indent = '', key = '', plain, double, single] = match;
  if (plain === undefined) {
    const quoted = double ?? single;
    return { indent, key, value: quoted, width: (quoted?.length ?? 0) + 2 };
  }
  const value = typed(plain);
  if (value === undefined || NOT_PLAIN.test(plain)) return undefined;
  return { indent, key, value, width: plain.length };
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

/** The text below a key. `mark` is what stands behind the key; `end` is where the next line begins. */
interface Below {
  readonly key: string;
  readonly value: string;
  readonly mark: string;
  readonly end: number;
}

/**
 * The text in the lines below a key (`line`, which begins at `at`): all of one indentation, none empty, none that ends with
 * a blank. Undefined where there is none, or where YAML must tell.
 */
function textBelow(yaml: string, at: number, line: string): Below | undefined {
  const match = BLOCK.exec(line);
  if (!match) return undefined;
  const [, key = '', sign = '', strip = ''] = match;
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

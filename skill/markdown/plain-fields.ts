/**
 * A fast path for frontmatter with a few plain fields, as in most skills: plain text on the key's line, or in a block
 * below it. It is five times faster than YAML. Anything ambiguous is left to YAML; a test compares both.
 */

import type { FrontmatterField, Range } from '../model/model.ts';
import { setOwn } from '../text/own.ts';

/**
 * A key, indented if below another key, with an optional value: quoted without escapes, or beginning with a letter or a
 * digit, and without trailing blanks.
 */
const LINE = /^( +)?([A-Za-z][\w-]*):(?: +(?:([A-Za-z0-9][^\r\n]*)|"([^"\\\r\n]*)"|'([^'\r\n]*)'))?$/;
/** A key with a block scalar below. */
const BLOCK = /^([A-Za-z][\w-]*): +([>|])(-?)$/;
const NUMBER = /^(?:(?:0|[1-9]\d{0,14})|\d{1,9}\.\d{1,6})$/;
/** Versions and dates, which are text. */
const DIGITS_OF_TEXT = /^\d{1,9}(?:\.\d{1,9}){2,3}$|^\d{4}-\d\d-\d\d$/;
/** Text that YAML would end early or not read as a string. */
const NOT_PLAIN = /:(?: |$)| #|^(?:true|false|null)$/i;
const CONTROL = /[^\P{Cc}\r\n]|[\p{Cs}\p{Zl}\p{Zp}\u00a0\ufeff]/u;

/**
 * Reads the fields between the `---` lines. `shift` is the offset of `yaml` in the document. Undefined if ambiguous.
 */
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

/** A parsed line that does not open a block scalar: a key and its value. */
interface PlainLine {
  readonly indent: string;
  readonly key: string;
  /** Undefined for a key without a value. */
  readonly value: string | number | undefined;
  /** The length of the value as written, including quotes. */
  readonly width: number;
}

/** Reads one field after the other. A step that returns undefined or false leaves the frontmatter to YAML. */
class FieldReader {
  readonly fields: FrontmatterField[] = [];
  readonly #yaml: string;
  readonly #shift: number;
  /** The keys read so far, since a duplicate is an error. */
  readonly #keys = new Set<string>();
  /** The fields below the last key, if that has no value of its own. */
  #inner: Record<string, unknown> | undefined;
  /** Number of fields in `#inner`, counted here as there may be thousands. */
  #count = 0;
  #column = 0;

  constructor(yaml: string, shift: number) {
    this.#yaml = yaml;
    this.#shift = shift;
  }

  /** True if the last key has neither a value nor fields below it. */
  get isKeyAlone(): boolean {
    return this.#inner !== undefined && this.#count === 0;
  }

  /**
   * Reads the line at `at`, with the block scalar below it if there is one. Returns the offset of the next line to
   * read.
   */
  readAt(at: number): number | undefined {
    const newline = this.#yaml.indexOf('\n', at);
    const end = newline < 0 ? this.#yaml.length : newline;
    const line = this.#yaml.slice(at, end);
    const block = blockScalarAt(this.#yaml, at, line);
    if (block) return this.#addBlock(block, at, at + line.length) ? block.end : undefined;
    const plain = readLine(line);
    if (plain === undefined) return undefined;
    const added = plain.indent === '' ? this.#addField(plain, at) : this.#addInner(plain, at, end);
    return added ? end + 1 : undefined;
  }

  /** Adds a field with a block scalar. `lineEnd` is the end of the key's line. */
  #addBlock({ key, value, mark, end }: BlockScalar, at: number, lineEnd: number): boolean {
    if (this.isKeyAlone || !this.#isNew(key)) return false;
    this.#inner = undefined;
    const valueRange = { start: this.#shift + lineEnd - mark.length, end: this.#shift + this.#endBefore(end) };
    this.fields.push({ key, value, keyRange: this.#keyRange(key, at), valueRange });
    return true;
  }

  /** Adds a top-level field. */
  #addField({ key, value, width }: PlainLine, at: number): boolean {
    // A key without a value needs fields below it.
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

  /** Adds a field below the last top-level key. `end` is the end of its line. */
  #addInner({ indent, key, value }: PlainLine, at: number, end: number): boolean {
    const last = this.fields.at(-1);
    if (!this.#inner || !last || value === undefined) return false;
    if (Object.hasOwn(this.#inner, key) || NOT_PLAIN.test(key)) return false;
    // All fields below one key must have the same indentation.
    if (this.#count === 0) this.#column = indent.length;
    if (indent.length !== this.#column) return false;
    setOwn(this.#inner, key, value);
    this.#count++;
    const start = this.#count === 1 ? this.#shift + at + indent.length : last.valueRange.start;
    const stop = this.#yaml[end - 1] === '\r' ? end + 1 : this.#endBefore(end + 1);
    this.fields[this.fields.length - 1] = { ...last, valueRange: { start, end: this.#shift + stop } };
    return true;
  }

  /** Returns true if a top-level key is plain and occurs for the first time. */
  #isNew(key: string): boolean {
    if (this.#keys.has(key) || NOT_PLAIN.test(key)) return false;
    this.#keys.add(key);
    return true;
  }

  #keyRange(key: string, at: number): Range {
    return { start: this.#shift + at, end: this.#shift + at + key.length };
  }

  /** The end of a value as YAML reports it: the start of the next line, except at the end of the frontmatter. */
  #endBefore(next: number): number {
    return next < this.#yaml.length ? next : next - 1;
  }
}

/** Reads a line with a key and an optional plain or quoted value. Undefined if it must be left to YAML. */
function readLine(line: string): PlainLine | undefined {
  const match = LINE.exec(withoutBlanks(line));
  if (!match) return undefined;
  const [, indent = '', key = '', plain, double, single] = match;
  if (plain === undefined) {
    const quoted = double ?? single;
    return { indent, key, value: quoted, width: (quoted?.length ?? 0) + 2 };
  }
  const value = scalarValue(plain);
  if (value === undefined || NOT_PLAIN.test(plain)) return undefined;
  return { indent, key, value, width: plain.length };
}

/** Strips trailing blanks and the carriage return. A regular expression would take quadratic time. */
function withoutBlanks(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (line[end - 1] === ' ') end--;
  return line.slice(0, end);
}

/** Converts plain text to its value; undefined if it must be left to YAML. */
function scalarValue(plain: string): string | number | undefined {
  const first = plain.charCodeAt(0);
  if (first > 57) return plain;
  return NUMBER.test(plain) ? Number(plain) : DIGITS_OF_TEXT.test(plain) ? plain : undefined;
}

/** A block scalar. `mark` is the indicator after the key; `end` is the start of the line after the scalar. */
interface BlockScalar {
  readonly key: string;
  readonly value: string;
  readonly mark: string;
  readonly end: number;
}

/**
 * Reads the block scalar below a key (`line`, at offset `at`): lines of equal indentation, none of them empty or with
 * trailing blanks. Undefined if there is none or if it must be left to YAML.
 */
function blockScalarAt(yaml: string, at: number, line: string): BlockScalar | undefined {
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

import { parseBoundedJson } from '../text/json-depth.ts';
import { type Fields, isFields } from '../text/values.ts';
import { JsonScan } from './json-scan.ts';
import { trimLine } from './lines.ts';

/** A line of a file: a record, a line without content, JSON that is not an object, or none at all. */
export type ParsedLine =
  | { readonly kind: 'record'; readonly record: Fields }
  | { readonly kind: 'blank' }
  | { readonly kind: 'broken' };

const BROKEN: ParsedLine = { kind: 'broken' };
const BLANK: ParsedLine = { kind: 'blank' };
/** Maximum number of lines that one record is spread over, and of their characters. */
const MAX_LINES = 20_000;
const MAX_LENGTH = 64 * 1024 * 1024;
/** Maximum number of records in one line, and of places in a broken line where a whole one is looked for. */
const MAX_RECORDS = 10_000;
const MAX_STARTS = 20;
/** Maximum length of that one, in characters. */
const MAX_LAST = 4 * 1024 * 1024;
/** The first name of a record. */
const NAME = /^\{\s*"([^"\\]{1,100})"\s*:/;

/** Parses a line of which no other is a part; undefined stands for one that is too long. Never throws. */
export function parseLine(line: string | undefined): ParsedLine {
  const text = line === undefined ? undefined : trimLine(line);
  if (text === '') return BLANK;
  return (text === undefined ? undefined : recordIn(text)) ?? BROKEN;
}

/**
 * Parses the lines of a file. A writer can leave line ends in a text as they are, so that its record is spread over several
 * lines, or leave out the one between two records: a line, or several, become the records that they are. Never throws.
 */
export class LineParser {
  /** The lines of a record that has not ended, by whether each has content. */
  private held: { readonly lines: boolean[]; readonly scan: JsonScan } | undefined;
  private latest: Fields = {};

  /** Adds a line; undefined stands for one that is too long. Returns what it completes. */
  push(line: string | undefined): readonly ParsedLine[] {
    const parsed = parseLine(line);
    if (parsed.kind === 'record') this.latest = parsed.record;
    if (this.held === undefined) return parsed.kind === 'broken' && line !== undefined ? this.begin(line) : [parsed];
    // Within a text its quotation marks would be escaped, so that no line of it is a record.
    const isRecord = parsed.kind === 'record' && Object.keys(parsed.record).length > 0;
    if (line === undefined || isRecord) return [...this.end(), parsed];
    return this.continue(this.held, line, parsed);
  }

  /** Ends the lines so far. Returns what is left of them. */
  end(): readonly ParsedLine[] {
    const { lines = [] } = this.held ?? {};
    this.held = undefined;
    return lines.map((hasContent) => (hasContent ? BROKEN : BLANK));
  }

  /** Reads a line that is no record: several, or the beginning of one. */
  private begin(line: string): readonly ParsedLine[] {
    const found: ParsedLine[] = [];
    let rest = trimLine(line);
    while (rest !== '') {
      const scan = new JsonScan();
      const end = found.length < MAX_RECORDS && rest.startsWith('{') ? scan.add(rest) : undefined;
      const record = end === undefined ? undefined : recordIn(scan.text);
      if (record === undefined) return [...found, ...this.beginLast(rest, line, scan)];
      found.push(record);
      rest = trimLine(rest.slice(end)).replace(/^,\s*/, '');
    }
    return found;
  }

  /** Reads the rest of a line, which does not begin with a record. */
  private beginLast(rest: string, line: string, { isInText, isBroken }: JsonScan): readonly ParsedLine[] {
    if (isInText && !isBroken && rest.length <= MAX_LENGTH) {
      const scan = new JsonScan();
      // The spaces at its end belong to the text.
      scan.add(line.slice(line.lastIndexOf(rest)).replace(/\r$/, ''));
      this.held = { lines: [true], scan };
      return [];
    }
    // A record that was cut off, and the one that was written after it.
    const last = lastRecordIn(rest, this.latest);
    return last === undefined ? [BROKEN] : [BROKEN, last];
  }

  private continue(
    { lines, scan }: NonNullable<LineParser['held']>,
    line: string,
    parsed: ParsedLine,
  ): readonly ParsedLine[] {
    const end = scan.add(`\n${line.replace(/\r$/, '')}`);
    const isPossible = !scan.isBroken && lines.length < MAX_LINES && scan.text.length <= MAX_LENGTH;
    if (!isPossible) return [...this.end(), ...this.push(line)];
    if (end === undefined) {
      lines.push(parsed.kind !== 'blank');
      return [];
    }
    const record = recordIn(scan.text);
    if (record === undefined) return [...this.end(), ...this.push(line)];
    this.held = undefined;
    const rest = line.slice(end - 1);
    return trimLine(rest) === '' ? [record] : [record, ...this.push(rest)];
  }
}

function recordIn(text: string): ParsedLine | undefined {
  const record = objectIn(text);
  return record === undefined ? undefined : { kind: 'record', record };
}

function objectIn(text: string): Fields | undefined {
  try {
    const record = parseBoundedJson(text);
    return isFields(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the whole record at the end of a line that begins with a part of another one: its two first names are those of that one,
 * or of the latest record.
 */
function lastRecordIn(text: string, latest: Fields): ParsedLine | undefined {
  const [, name] = NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  let at = text.length;
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    at = text.lastIndexOf(`{"${name}"`, at - 1);
    if (at <= 0 || text.length - at > MAX_LAST) return undefined;
    const record = objectIn(text.slice(at));
    const [first, second] = Object.keys(record ?? {});
    const isKnown = Object.keys(latest)[1] === second || text.slice(0, at).includes(`"${second}"`);
    const isSame = first === name && second !== undefined && isKnown;
    if (record !== undefined && isSame) return { kind: 'record', record };
  }
  return undefined;
}

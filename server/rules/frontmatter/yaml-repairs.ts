/** Repairs of the faults in YAML that authors make: what is wrong, what to do, and the edit. */

import { KNOWN_FIELDS, type Range } from '../../../skill/index.ts';
import type { TextEdit } from '../rule/rule.ts';
import { endOf, isPlain, topValues, type YamlLine, type YamlValue, yamlLines } from './yaml-lines.ts';

/** A change that may make the frontmatter valid. All ranges are offsets into the YAML. */
export interface YamlRepair {
  /** Exactly the characters that are wrong. */
  readonly range: Range;
  /** The fault, as a clause; at most 95 characters together with the remedy. */
  readonly fact: string;
  /** The instruction, as a sentence. */
  readonly remedy: string;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** True if the author can have meant nothing else, provided that the result is valid. */
  readonly isSafe: boolean;
}

/** An error of the parser. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  /** Offset into the YAML. */
  readonly at: number;
}

type Repairer = (lines: readonly YamlLine[], error: YamlError, yaml: string) => Iterable<YamlRepair>;

const isField = (key: string | undefined): boolean => key !== undefined && (KNOWN_FIELDS.has(key) || key === 'version');
const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);
const INDENT = '  ';

/** Returns the line that contains an offset. */
const lineAt = (lines: readonly YamlLine[], at: number): YamlLine | undefined =>
  lines.findLast(({ start }) => start <= at);

const replace = (start: number, end: number, text: string): TextEdit => ({ range: { start, end }, text });

/** Fields whose text people write. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'when_to_use', 'compatibility']);

/** Returns true if plain text begins on the line below its key. */
const isTextBelow = ({ line, first, rest: [below] }: YamlValue): boolean =>
  first === '' &&
  TEXTS.has(line.key ?? '') &&
  below?.key === undefined &&
  /^\s*[^\s"'|>{[&!*#-]/.test(below?.text ?? '');

/** `name: x⏎  description: y`: a field that is indented below a plain value. */
function* indentedFields(lines: readonly YamlLine[]): Iterable<YamlRepair> {
  /** The nearest line above at the margin. */
  let above: YamlLine | undefined;
  for (const line of lines) {
    if (line.indent === 0) above = line;
    if (line.indent === 0 || line.key === undefined || !isField(line.key)) continue;
    // Below a key without a value, and in a list, it is where it belongs.
    if (above !== undefined && (above.key === undefined || above.text.length <= above.valueAt)) continue;
    yield {
      range: { start: line.start, end: line.start + line.indent },
      fact: `The field \`${short(line.key)}\` is indented`,
      remedy: 'Remove its indentation.',
      title: `Remove the indentation of ${line.key}`,
      edits: [replace(line.start, line.start + line.indent, '')],
      isSafe: above === undefined,
    };
  }
}

/** Text in a further line of a plain value that ends it: `Keywords: a`, ` # b`. */
const BREAKS = /^[ \t]*(#)|^(.{0,300}?):(?=[ \t]|$)|[ \t](#)/;

/** A plain value of several lines, in one of which a colon begins a field or a `#` a comment. */
function* brokenText(lines: readonly YamlLine[]): Iterable<YamlRepair> {
  for (const value of topValues(lines)) {
    const { line, rest } = value;
    if (rest.length === 0 || !(isPlain(value) || isTextBelow(value))) continue;
    const broken = [{ ...line, text: value.first, start: line.start + line.valueAt }, ...rest].flatMap((one) => {
      const match = BREAKS.exec(one.text);
      return match ? [{ match, one }] : [];
    })[0];
    if (broken === undefined) continue;
    const { match, one } = broken;
    const at = one.start + match.index + match[0].length - 1;
    const word = match[2] === undefined ? '#' : `${match[2].split(/\s/).at(-1) ?? ''}:`;
    const start = match[2] === undefined ? at : at + 1 - word.length;
    const { into, title, edit } = enclosed(value);
    const begins = word === '#' ? 'a comment' : 'a field';
    yield {
      range: { start, end: at + 1 },
      fact: `\`${short(word)}\` begins ${begins} inside \`${short(line.key ?? '')}\``,
      remedy: `Put all of it ${into}.`,
      title,
      edits: [edit],
      isSafe: !rest.some(({ key }) => isField(key)),
    };
  }
}

/**
 * Yields the texts of valid YAML that end at a `#`, as in `Posts to #general`, since YAML takes the rest for a comment. A
 * `#` before a blank may be meant as one.
 */
export function* cutTexts(yaml: string): Iterable<YamlRepair> {
  for (const value of topValues(yamlLines(yaml))) {
    const { line } = value;
    if (!isPlain(value) || !TEXTS.has(line.key ?? '')) continue;
    const start = line.start + line.valueAt;
    const text = yaml.slice(start, endOf(value));
    const at = text.search(/(?<=\s)#(?=\w)/);
    // Behind a comment, a value cannot continue.
    if (at < 0 || /\s#\s/.test(text.slice(0, at))) continue;
    const { into, title, edit } = enclosed(value);
    yield {
      range: { start: start + at, end: start + at + 1 },
      fact: `The text of \`${line.key}\` ends at \`#\`, which begins a comment`,
      remedy: `Put all of it ${into}.`,
      title,
      edits: [edit],
      isSafe: false,
    };
  }
}

/** Returns the change of a plain value to one in which nothing is special: in quotes up to two lines, else as a block. */
function enclosed(value: YamlValue): { readonly into: string; readonly title: string; readonly edit: TextEdit } {
  const start = value.line.start + value.line.valueAt;
  const isOneLine = value.rest.length <= (value.first === '' ? 0 : 1);
  return isOneLine
    ? { into: 'in quotes', title: 'Put the value in quotes', edit: replace(start, endOf(value), inQuotes(value)) }
    : {
        into: 'into a block (`>-`)',
        title: 'Put the value into a block (>-)',
        edit: replace(start, endOf(value), inBlock(value)),
      };
}

/** Returns a value of up to two lines in quotes, on one line. */
const inQuotes = ({ first, rest }: YamlValue): string =>
  JSON.stringify([first, ...rest.map(({ text }) => text.trim())].join(' '));

/** Returns a plain value as a folded block, which joins its lines just as plain text does. */
const inBlock = ({ line, first, rest }: YamlValue): string =>
  (line.text.endsWith(':') ? ' ' : '') +
  [
    '>-',
    ...[...(first === '' ? [] : [first]), ...rest.map(({ text }) => text.trim())].map((text) =>
      text === '' ? '' : INDENT + text,
    ),
  ].join('\n');

/** Lines of text below a value, or below `>`, that begin at the margin. */
function* unindentedText(lines: readonly YamlLine[], error: YamlError): Iterable<YamlRepair> {
  const errorLine = lineAt(lines, error.at);
  let owner = lines[0]?.indent === 0 && lines[0].key !== undefined ? lines[0] : undefined;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index];
    if (line?.indent === 0 && line.key !== undefined) owner = line;
    if (line === undefined || line.indent !== 0 || line.key !== undefined || /^[-#?]/.test(line.text)) continue;
    if (owner === undefined) continue;
    let end = index;
    while (end < lines.length && !isEndOfText(lines[end])) end++;
    while (lines[end - 1]?.text === '') end--;
    const text = lines.slice(index, end);
    yield {
      range: { start: line.start, end: line.end },
      fact: `${text.length === 1 ? 'This line belongs' : `These ${text.length} lines belong`} to \`${short(owner.key ?? '')}\` without indentation`,
      remedy: text.length === 1 ? 'Indent it.' : 'Indent them.',
      title:
        text.length === 1 ? `Indent the line below ${owner.key}` : `Indent the ${text.length} lines below ${owner.key}`,
      edits: text.flatMap(({ start, text: words }) => (words === '' ? [] : [replace(start, start, INDENT)])),
      isSafe: errorLine === line && TEXTS.has(owner.key ?? '') && text.every(({ key }) => key === undefined),
    };
    index = end;
  }
}

/** A text at the margin that has lost its `description:`. */
function* lostKey(lines: readonly YamlLine[]): Iterable<YamlRepair> {
  if (lines.some(({ key, indent }) => key === 'description' && indent === 0)) return;
  const line = lines.find(({ key, indent, text }) => indent === 0 && key === undefined && /^[^-#?].* .* /.test(text));
  if (line === undefined) return;
  yield {
    range: { start: line.start, end: line.end },
    fact: 'This text is no field',
    remedy: 'Put `description:` before it.',
    title: 'Put description: before the text',
    edits: [replace(line.start, line.end, `description: ${JSON.stringify(line.text)}`)],
    isSafe: false,
  };
}

/** Returns true for a line that cannot continue text at the margin: a field, or the end. */
const isEndOfText = (line: YamlLine | undefined): boolean =>
  line === undefined || (line.key !== undefined && line.indent === 0 && /^[a-z]/.test(line.key));

/** Tabs as indentation. */
function* tabs(lines: readonly YamlLine[], error: YamlError): Iterable<YamlRepair> {
  const indented = lines.flatMap((line) => {
    const indentation = line.text.slice(0, line.text.length - line.text.trimStart().length);
    return indentation.includes('\t') ? [{ start: line.start, indentation }] : [];
  });
  if (indented.length === 0) return;
  const first = indented.find(({ start, indentation }) => start + indentation.length >= error.at) ?? indented[0];
  if (first === undefined) return;
  yield {
    range: { start: first.start, end: first.start + first.indentation.length },
    fact: 'Tabs are not allowed as indentation',
    remedy: 'Indent with spaces.',
    title: 'Replace the tabs by spaces',
    edits: indented.map(({ start, indentation }) =>
      replace(start, start + indentation.length, indentation.replaceAll('\t', INDENT)),
    ),
    isSafe: true,
  };
}

/** Values that begin with a quotation mark: one without an end, with others inside, or with text behind the end. */
function* quotes(lines: readonly YamlLine[], error: YamlError): Iterable<YamlRepair> {
  for (const value of topValues(lines)) {
    const { line, first } = value;
    const quote = /^["']/.exec(first)?.[0];
    if (quote === undefined) continue;
    const start = line.start + line.valueAt;
    const end = endOf(value);
    const inner = first.slice(1).replaceAll('\\"', '');
    const key = short(line.key ?? '');
    const isClosed = inner.endsWith(quote);
    if (!inner.includes(quote)) {
      // The rest may follow at the margin, where a quoted value cannot continue.
      const at = value.rest.length > 0 ? end : line.end;
      yield {
        range: { start: at - 1, end: at },
        fact: `\`${key}\` has no closing quotation mark`,
        remedy: `Add \`${quote}\` at its end.`,
        title: `Add the closing quotation mark of ${line.key}`,
        edits: [replace(at, at, quote)],
        isSafe: !(value.rest.at(-1) ?? line).text.slice(1).includes(`${quote} `),
      };
    } else if (error.code === 'BAD_DQ_ESCAPE' && quote === '"') {
      if (error.at < start || error.at >= end || value.rest.length > 0 || !isClosed) continue;
      const raw = first.slice(1, -1);
      yield {
        range: { start: error.at, end: error.at + 2 },
        fact: `The backslashes in \`${key}\` begin an escape between \`"\``,
        remedy: 'Double them.',
        title: `Double the backslashes in ${line.key}`,
        edits: [replace(start, end, `"${raw.replace(/\\(?!["\\])/g, '\\\\')}"`)],
        isSafe: !/\\[abefnrtv0xu]/.test(raw),
      };
    } else if (value.rest.length === 0) {
      const text = isClosed ? first.slice(1, -1).replaceAll(quote === '"' ? '\\"' : "''", quote) : first;
      yield {
        range: { start, end },
        fact: isClosed
          ? `The first quotation mark inside \`${key}\` ends the value`
          : `Text follows the closing quotation mark of \`${key}\``,
        remedy: isClosed ? 'Escape those inside.' : 'Put all of it in quotes.',
        title: isClosed ? 'Escape the quotation marks' : 'Put the value in quotes',
        edits: [replace(start, end, JSON.stringify(text))],
        isSafe: !text.includes('\\'),
      };
    }
  }
}

/** `description:Text`: a field without a space after its colon. */
function* missingSpaces(lines: readonly YamlLine[]): Iterable<YamlRepair> {
  for (const line of lines) {
    const key = /^([a-z][\w-]{0,60}):(?=[^\s:/])/.exec(line.text)?.[1];
    if (key === undefined || !isField(key)) continue;
    const at = line.start + key.length + 1;
    yield {
      range: { start: line.start, end: at },
      fact: `Without a space after \`${short(key)}:\`, this is no field`,
      remedy: 'Put one there.',
      title: `Put a space after ${key}:`,
      edits: [replace(at, at, ' ')],
      isSafe: true,
    };
  }
}

/** `description: > Text`: text on the line of the mark of a block. */
function* textAfterMark(lines: readonly YamlLine[]): Iterable<YamlRepair> {
  for (const value of topValues(lines)) {
    const match = /^([|>][+-]?\d?)[ \t]+(?=[^#\s])/.exec(value.first);
    if (match === null) continue;
    const start = value.line.start + value.line.valueAt + (match[1]?.length ?? 0);
    const end = value.line.start + value.line.valueAt + match[0].length;
    const indent = Math.min(...value.rest.map((one) => one.indent), Number.POSITIVE_INFINITY);
    yield {
      range: { start: end, end: value.line.end },
      fact: `Text follows \`${match[1]}\`, but a block begins on the next line`,
      remedy: 'Put the text there.',
      title: `Put the text below ${match[1]}`,
      edits: [replace(start, end, `\n${Number.isFinite(indent) ? ' '.repeat(indent) : INDENT}`)],
      isSafe: true,
    };
  }
}

/** The same field twice. */
function* duplicates(lines: readonly YamlLine[], error: YamlError, yaml: string): Iterable<YamlRepair> {
  if (error.code !== 'DUPLICATE_KEY') return;
  const values = topValues(lines);
  const second = values.find(({ line }) => line.start === error.at);
  const first = values.find((one) => one.line.key === second?.line.key);
  if (second === undefined || first === undefined || first === second) return;
  const key = second.line.key ?? '';
  const textOf = (value: YamlValue): string => yaml.slice(value.line.start, endOf(value));
  yield {
    range: { start: error.at, end: error.at + key.length },
    fact: `The field \`${short(key)}\` occurs twice`,
    remedy: 'Remove one of them.',
    title: `Remove the second ${key}`,
    edits: [replace(second.line.start, Math.min(yaml.length, endOf(second) + 1), '')],
    isSafe: textOf(first) === textOf(second),
  };
}

/** A line in a map or list that is indented unlike the others. */
function* unevenIndentation(lines: readonly YamlLine[], error: YamlError): Iterable<YamlRepair> {
  if (error.code !== 'BAD_INDENT') return;
  const line = lineAt(lines, error.at);
  const above = lines.findLast(({ start, text }) => start < (line?.start ?? 0) && text !== '');
  if (line === undefined || above === undefined || line.key === undefined || above.indent === line.indent) return;
  yield {
    range: { start: line.start, end: line.start + Math.max(1, line.indent) },
    fact: `\`${short(line.key)}\` is not indented like the line above`,
    remedy: 'Indent it the same.',
    title: `Indent ${line.key} like the line above`,
    edits: [replace(line.start, line.start + line.indent, ' '.repeat(above.indent))],
    isSafe: false,
  };
}

const REPAIRERS: readonly Repairer[] = [
  duplicates,
  tabs,
  missingSpaces,
  textAfterMark,
  quotes,
  indentedFields,
  brokenText,
  lostKey,
  unindentedText,
  unevenIndentation,
];

/** Yields the repairs that the lines suggest for the first error, likeliest first. None of them need help. */
export function* yamlRepairs(yaml: string, error: YamlError): Iterable<YamlRepair> {
  const lines = yamlLines(yaml);
  for (const repairer of REPAIRERS) yield* repairer(lines, error, yaml);
}

/** Explains YAML errors to authors, and finds values that only lack quotes. */

import { defined, type Range, readFrontmatter } from '../../../skill/index.ts';

/** Describes a parser error; undefined for a rare one, whose own message is shown. `rest` is the YAML that starts at the error. */
export function explainError(code: string | undefined, message: string, rest: string): string | undefined {
  const alias = /^Unresolved alias .*: (\S+)$/.exec(message)?.[1];
  if (alias !== undefined) return `Undefined alias \`*${alias.slice(0, 40)}\`.`;
  const open = /^Flow (sequence|map)\b.*\b(?:end with|must)/.exec(message)?.[1];
  if (open !== undefined) return `Missing closing \`${open === 'map' ? '}' : ']'}\`.`;
  switch (code) {
    case 'DUPLICATE_KEY':
      return `Duplicate field \`${/^[^\s:]{1,60}/.exec(rest)?.[0] ?? ''}\`.`;
    case 'TAB_AS_INDENT':
      return 'Tabs are not allowed as indentation.';
    case 'MISSING_CHAR':
      return /quote/.test(message) ? 'Missing closing quotation mark.' : 'A line is neither a field nor part of one.';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'A line is neither a field nor part of one.';
    case 'UNEXPECTED_TOKEN':
      return 'Text follows the end of a value.';
    case 'BAD_DQ_ESCAPE':
      return 'Between `"`, a backslash begins an escape, and this is none.';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'An unquoted value contains a colon followed by a space.';
    case 'BAD_INDENT':
      return 'Inconsistent indentation.';
    default:
      return undefined;
  }
}

export interface UnquotedValue {
  readonly range: Range;
  /** The value in quotes. */
  readonly quoted: string;
  /** True if quoting it makes the frontmatter valid. */
  readonly helps: boolean;
  /** The character that a value cannot start with; undefined if a colon is the cause. */
  readonly begins?: string;
}

const MAX_SUSPECTS = 10;

/** Finds the value that only lacks quotes, by far the most common error: `description: Does this: and that`, `@x …`, `**Bold** …`. */
export function unquotedValue(text: string, yaml: string, start: number): UnquotedValue | undefined {
  let first: UnquotedValue | undefined;
  for (const { at, value, end } of suspects(yaml)) {
    const range = { start: start + at, end: start + end };
    const whole = text
      .slice(range.start, range.end)
      .split('\n')
      .map((line, index, all) => (index < all.length - 1 ? line.trimEnd() : line))
      .map((line, index) => (index > 0 ? line.trimStart() : line))
      .join(' ');
    const quoted = JSON.stringify(whole);
    const after = readFrontmatter(text.slice(0, range.start) + quoted + text.slice(range.end)).frontmatter;
    const begins = /^[@`%*&![]/.exec(value)?.[0];
    const one = defined<UnquotedValue>({ range, quoted, helps: after.kind === 'valid', begins });
    if (one.helps) return one;
    if (begins === undefined) first ??= one;
  }
  return first;
}

interface Suspect {
  readonly at: number;
  /** The first line of the value. */
  readonly value: string;
  readonly end: number;
}

/** Returns unquoted values with characters that YAML does not allow there, including indented continuation lines. */
function suspects(yaml: string): readonly Suspect[] {
  const found: Suspect[] = [];
  const lines = yaml.split('\n');
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const field = /^([\w-]{1,60}:[ \t]+)([^\s"'|>{#].*)$/.exec(line.trimEnd());
    const [, key = '', value = ''] = field ?? [];
    // `argument-hint: [issue] [priority]`. An unclosed list is a different error.
    const isSuspect = value.startsWith('[') ? /^\[[^\]]*\]\s*[^\s#]/.test(value) : /: |:$|^[@`%*&!]/.test(value);
    if (field && isSuspect) {
      let length = line.length;
      for (let next = index + 1; /^[ \t]+\S/.test(lines[next] ?? ''); next++) length += 1 + (lines[next] ?? '').length;
      const end = at + yaml.slice(at, at + length).trimEnd().length;
      found.push({ at: at + key.length, value, end });
      if (found.length === MAX_SUSPECTS) break;
    }
    at += line.length + 1;
  }
  return found;
}

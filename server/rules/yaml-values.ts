/** What is wrong with YAML in words for authors, and the value that only lacks quotes. */

import type { Range } from '../../skill/index.ts';
import { readFrontmatter } from '../../skill/index.ts';

/** An error as the parser names it, in words; undefined for a rare one, whose own message must do. `rest`: the YAML from it on. */
export function explain(code: string | undefined, message: string, rest: string): string | undefined {
  const alias = /^Unresolved alias .*: (\S+)$/.exec(message)?.[1];
  if (alias !== undefined) return `\`*${alias}\` refers to an anchor that is not there.`;
  const open = /^Flow (sequence|map)\b.*\b(?:end with|must)/.exec(message)?.[1];
  if (open !== undefined)
    return open === 'map' ? 'A map is opened with `{` and not closed.' : 'A list is opened with `[` and not closed.';
  switch (code) {
    case 'DUPLICATE_KEY':
      return `The field \`${/^[^\s:]{1,60}/.exec(rest)?.[0] ?? ''}\` stands there twice.`;
    case 'TAB_AS_INDENT':
      return 'A tab stands where YAML wants spaces.';
    case 'MISSING_CHAR':
      return /quote/.test(message) ? 'A quotation mark is opened and not closed.' : undefined;
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'A colon and a space stand in a value without quotes.';
    case 'BAD_INDENT':
      return 'A line is indented otherwise than its neighbours.';
    default:
      return undefined;
  }
}

export interface Unquoted {
  readonly range: Range;
  /** The value as it must stand. */
  readonly quoted: string;
  /** The frontmatter can be read with it. */
  readonly helps: boolean;
  /** The character that a value cannot begin with; undefined where a colon is at fault. */
  readonly begins?: string;
}

const MOST = 10;

/** The value that only lacks quotes, by far the commonest fault: `description: Does this: and that`, `@x …`, `**Bold** …`. */
export function unquotedValue(text: string, yaml: string, start: number): Unquoted | undefined {
  let first: Unquoted | undefined;
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
    const one = { range, quoted, helps: after.kind === 'valid', ...(begins === undefined ? {} : { begins }) };
    if (one.helps) return one;
    if (begins === undefined) first ??= one;
  }
  return first;
}

interface Suspect {
  readonly at: number;
  /** Its first line. */
  readonly value: string;
  readonly end: number;
}

/** Values without quotes that hold what YAML does not take in one, with the indented lines that go on with them. */
function suspects(yaml: string): readonly Suspect[] {
  const found: Suspect[] = [];
  const lines = yaml.split('\n');
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const field = /^([\w-]{1,60}:[ \t]+)([^\s"'|>{#].*)$/.exec(line.trimEnd());
    const [, key = '', value = ''] = field ?? [];
    // `argument-hint: [issue] [priority]`; a list that is not closed is another matter.
    const isSuspect = value.startsWith('[') ? /^\[[^\]]*\]\s*[^\s#]/.test(value) : /: |:$|^[@`%*&!]/.test(value);
    if (field && isSuspect) {
      let length = line.length;
      for (let next = index + 1; /^[ \t]+\S/.test(lines[next] ?? ''); next++) length += 1 + (lines[next] ?? '').length;
      const end = at + yaml.slice(at, at + length).trimEnd().length;
      found.push({ at: at + key.length, value, end });
      if (found.length === MOST) break;
    }
    at += line.length + 1;
  }
  return found;
}

/** Reads the frontmatter of a skill as a client does. */
import type { Reading } from '../clients/discovery.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { splitFrontmatter } from '../markdown/frontmatter-lines.ts';
import { own } from '../text/own.ts';
import type { Fields } from './folder-discovery.ts';

type Parsed =
  | { readonly kind: 'fields'; readonly fields: Fields }
  | { readonly kind: 'none'; readonly says: string; readonly fix: string };

/** Returns the fields, or why the client reads none, in which `{client}` stands for its name. */
export function fieldsOf(text: string, reading: Reading): Parsed {
  if (text.startsWith('\uFEFF') && reading.markHidesFrontmatter === true)
    return {
      kind: 'none',
      says: 'A byte order mark before the frontmatter makes {client} miss it.',
      fix: 'Save the file without a byte order mark.',
    };
  const isOpen = reading.openFrontmatter === true && splitFrontmatter(text).kind === 'open';
  const { frontmatter } = readFrontmatter(isOpen ? `${text}\n---\n` : text);
  if (frontmatter.kind === 'none')
    return {
      kind: 'none',
      says: 'It has no frontmatter: the first line is not `---`.',
      fix: 'Begin it with `---`, `name`, `description` and `---`.',
    };
  if (frontmatter.kind === 'valid') {
    const { data } = frontmatter;
    const isText = typeof own(data, 'name') === 'string' && typeof own(data, 'description') === 'string';
    return { kind: 'fields', fields: reading.repairs === 'lines' && !isText ? fieldsByLine(text) : data };
  }
  const repaired =
    reading.repairs === 'lines' && isClosed(text)
      ? fieldsByLine(text)
      : reading.repairs === 'colons'
        ? fieldsWithQuotes(text)
        : reading.repairs === 'keys' && isClosed(text)
          ? fieldsByKey(text)
          : undefined;
  if (repaired !== undefined) return { kind: 'fields', fields: repaired };
  return {
    kind: 'none',
    says: `Its frontmatter cannot be read: ${frontmatter.message.replace(/\.$/, '')}.`,
    fix: 'Correct the YAML; `skillwright check` shows the place.',
  };
}

const isClosed = (text: string): boolean => splitFrontmatter(text).kind === 'closed';

/** Returns the fields with values that contain a colon in quotes; undefined if they are no YAML even so. */
function fieldsWithQuotes(text: string): Fields | undefined {
  const lines = splitFrontmatter(text);
  if (lines.kind !== 'closed') return undefined;
  const inner = text
    .slice(lines.inner, lines.end)
    .split(/\r?\n/)
    .map((line) => {
      const [, key = '', value = ''] = /^([\w-]{1,100}): +(\S.*)$/.exec(line) ?? [];
      return value.includes(': ') && !/^["'>|[{&*]/.test(value) ? `${key}: ${JSON.stringify(value)}` : line;
    })
    .join('\n');
  const { frontmatter } = readFrontmatter(`---\n${inner}\n---\n`);
  return frontmatter.kind === 'valid' ? frontmatter.data : undefined;
}

/** Returns `name` and `description` as the rest of their lines; lines that are indented below the description continue it. */
function fieldsByLine(text: string): Fields {
  const lines = splitFrontmatter(text);
  const inner = lines.kind === 'closed' ? text.slice(lines.inner, lines.end) : '';
  const fields: Record<string, string> = {};
  let isDescription = false;
  for (const line of inner.split(/\r?\n/)) {
    const [, key = '', value = ''] = /^\s*(name|description):(.*)$/.exec(line) ?? [];
    if (isDescription && /^[ \t]+\S/.test(line))
      fields.description = `${fields.description ?? ''} ${line.trim()}`.trim();
    else if (key === 'name') fields.name = value.trim();
    else if (key === 'description') fields.description = value.trim();
    if (key !== '' || !/^[ \t]+\S/.test(line)) isDescription = key === 'description';
  }
  return fields;
}

/** Returns each line without an indentation as a key and a text, whose quotes are dropped. */
function fieldsByKey(text: string): Fields {
  const lines = splitFrontmatter(text);
  const inner = lines.kind === 'closed' ? text.slice(lines.inner, lines.end) : '';
  const pairs = inner.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    if (colon < 0 || /^(?: {2}|\s*#)/.test(line) || value === '') return [];
    return [[line.slice(0, colon).trim(), /^"[\s\S]*"$/.test(value) && value.length > 1 ? value.slice(1, -1) : value]];
  });
  return Object.fromEntries(pairs);
}

/** A field as a client reads it. */
type Value = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' | 'no-text' };

/** Returns a field as a client reads it. */
export function fieldValue(
  fields: Fields,
  field: string,
  noText: Reading['noText'],
  { emptyFieldIsNoText, joinsLists }: Reading,
): Value {
  const written = own(fields, field);
  const value = joinsLists === true && Array.isArray(written) ? written.join() : written;
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (value === undefined || (value === null && emptyFieldIsNoText !== true)) return { kind: 'missing' };
  const isNumber = value !== null && typeof value !== 'object';
  if (isNumber && (noText === 'as-text' || noText === 'number-as-text')) return { kind: 'text', text: String(value) };
  return { kind: noText === 'skipped' || noText === 'number-as-text' ? 'no-text' : 'missing' };
}

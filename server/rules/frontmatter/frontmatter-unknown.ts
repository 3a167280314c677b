import { distance } from 'fastest-levenshtein';
import {
  defined,
  type FrontmatterField,
  KNOWN_FIELDS,
  type Range,
  type SkillDocument,
  SPECIFICATION,
} from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { ChosenClient } from '../../protocol.ts';
import { clientName, fitNames } from '../rule/client-names.ts';
import { fitMessage, listSome } from '../rule/message.ts';
import type { Fix, Problem, Rule, RuleInput, TextEdit } from '../rule/rule.ts';
import { FIELDS_OF_OTHER_FORMATS, knowsField, normalizeKey as plain, readersOf, valueProblem } from './fields.ts';

/** Reports fields that no chosen client reads: a typo as a warning, and all others of a file as one piece of information. */
export const frontmatterUnknown: Rule = {
  code: 'frontmatter.unknown',
  title: 'A frontmatter field that no client reads',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { document, clients } = input;
    if (document.frontmatter.kind !== 'valid') return;
    for (const field of document.frontmatter.fields) {
      if (knowsField(field.key, clients)) {
        yield* ignoredBySome(field, clients);
        continue;
      }
      const intended = intendedField(field, input);
      yield intended === undefined ? unread(field, input) : misspelt(field, intended, clients);
    }
  },
};

/** Reports a field that is a known one in another spelling: its value is lost. */
function misspelt({ key, keyRange }: FrontmatterField, intended: string, clients: Clients): Problem {
  return {
    range: keyRange,
    aspect: 'misspelt',
    severity: 'warning',
    message: `\`${key}\` ${lacksReader(clients)}. Did you mean \`${intended}\`?`,
    suggestions: [intended],
    fixes: [
      defined({
        kind: 'edit',
        title: `Change to ${intended}`,
        preferred: true,
        // A different spelling of the same letters can mean nothing else.
        safe: plain(key) === plain(intended) ? true : undefined,
        edits: [{ range: keyRange, text: intended }],
      }),
    ],
  };
}

/** Reports a field of the author's own, with the others of the file. */
function unread({ key, keyRange }: FrontmatterField, { document, clients }: RuleInput): Problem {
  return {
    range: keyRange,
    aspect: 'other',
    message: `\`${key}\` ${lacksReader(clients)}. Move it under \`metadata\`, or remove it.`,
    suggestions: [],
    cause: 'unread',
    joint: {
      name: key,
      message: (names) =>
        fitMessage(
          names,
          (shown) =>
            `${listSome(names.length, shown)} ${lacksReader(clients, 'are')}. Move them under \`metadata\`, or remove them.`,
        ),
      fix: (names) => moveFix(names, document, 2),
    },
    fixes: [moveFix([key], document) ?? []].flat(),
  };
}

/** Reports a client's own field that another chosen client ignores, such as one that hides the skill from the model. */
function* ignoredBySome({ key, keyRange }: FrontmatterField, clients: Clients): Iterable<Problem> {
  if (SPECIFICATION.some(({ name }) => name === key)) return;
  const { using, ignoring } = readersOf(key, clients);
  if (using.length === 0 || ignoring.length === 0) return;
  const names = (all: readonly ChosenClient[]) => fitNames(all.map(clientName));
  yield {
    range: keyRange,
    aspect: 'ignored',
    severity: 'hint',
    message: `Not all chosen clients use \`${key}\`: ${names(ignoring)} ignore${ignoring.length === 1 ? 's' : ''} it. Only ${names(using)} use${using.length === 1 ? 's' : ''} it.`,
  };
}

/** Returns that no client reads a field, as the predicate of a sentence that starts with its name. */
function lacksReader(clients: Clients, verb: 'is' | 'are' = 'is'): string {
  if (clients === 'auto') return `${verb} read by no known client`;
  const [only = 'spec', ...others] = clients;
  if (others.length > 0) return `${verb} read by none of the chosen clients`;
  return only === 'spec' ? `${verb} not in the specification` : `${verb} not read by ${clientName(only)}`;
}

/**
 * Returns a known, unused field within two typos whose values include the given one; for a name that some client reads, only
 * one that differs in spelling.
 */
function intendedField({ key, value }: FrontmatterField, { document, clients }: RuleInput): string | undefined {
  const isKnown = KNOWN_FIELDS.has(key) || FIELDS_OF_OTHER_FORMATS.has(key);
  const given = document.frontmatter.kind === 'valid' ? document.frontmatter.fields.map((field) => field.key) : [];
  const scored = [...KNOWN_FIELDS.keys()]
    .filter((name) => knowsField(name, clients) && !given.includes(name))
    .map((name) => ({ name, typos: distance(plain(key), plain(name)) }))
    .filter(({ name, typos }) => typos <= (isKnown ? 0 : name.length > 5 ? 2 : 1))
    .filter(({ name, typos }) => typos === 0 || valueProblem(name, value, clients) === undefined)
    .sort((a, b) => a.typos - b.typos);
  return scored[0]?.name;
}

/**
 * Returns the fix that moves fields of the author's own under `metadata` as text, as the specification requires. Fields stay
 * whose value is not plain and on one line, or that are there already; undefined if fewer are left than `minCount`.
 */
function moveFix(names: readonly string[], { text, frontmatter }: SkillDocument, minCount = 1): Fix | undefined {
  if (frontmatter.kind !== 'valid') return undefined;
  const { fields } = frontmatter;
  const metadata = fields.find(({ key }) => key === 'metadata');
  const all = fields.flatMap((field) => (names.includes(field.key) ? (movable(field, text, metadata) ?? []) : []));
  const [first, ...others] = all;
  if (first === undefined || all.length < minCount) return undefined;
  const { eol } = first;
  const which = all.length === 1 ? first.key : `${all.length === names.length ? 'all ' : ''}${all.length} fields`;
  const title = `Move ${which} under metadata`;
  const fix = (edits: readonly TextEdit[]): Fix => ({ kind: 'edit', title, preferred: true, edits });
  const removal = ({ line }: Movable): TextEdit => ({ range: line, text: '' });
  if (metadata === undefined) {
    const entries = all.map(({ entry }) => `${eol}  ${entry}`).join('');
    return fix([{ range: first.field, text: `metadata:${entries}` }, ...others.map(removal)]);
  }
  const start = metadata.valueRange.start;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  // Only a block-style map: a `{…}` on the line of its key stays unchanged.
  if (!/^ +$/.test(indent) || text[start] === '{') return undefined;
  const entries = all.map(({ entry }) => `${entry}${eol}${indent}`).join('');
  return fix([...all.map(removal), { range: { start, end: start }, text: entries }]);
}

/** A field with a plain value on one line. */
interface Movable {
  readonly key: string;
  /** From the key to the end of the value. */
  readonly field: Range;
  /** The whole line, its end included. */
  readonly line: Range;
  /** The field as an entry of `metadata`. */
  readonly entry: string;
  readonly eol: string;
}

function movable(
  { key, keyRange, value, valueRange }: FrontmatterField,
  text: string,
  metadata: FrontmatterField | undefined,
): Movable | undefined {
  const { start } = keyRange;
  const end = text.indexOf('\n', valueRange.end);
  const rest = text.slice(valueRange.end, end);
  const raw = text.slice(valueRange.start, valueRange.end);
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isPlain || end < 0 || rest.trim() !== '' || /[\r\n]/.test(raw)) return undefined;
  // A duplicate field would make the frontmatter unreadable.
  if (typeof metadata?.value === 'object' && metadata.value !== null && Object.hasOwn(metadata.value, key))
    return undefined;
  return {
    key,
    field: { start, end: valueRange.end },
    line: { start, end: end + 1 },
    entry: `${key}: ${typeof value === 'string' ? raw : JSON.stringify(raw)}`,
    eol: text[end - 1] === '\r' ? '\r\n' : '\n',
  };
}

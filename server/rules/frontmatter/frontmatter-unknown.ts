import { distance } from 'fastest-levenshtein';
import { defined, type FrontmatterField, KNOWN_FIELDS, SPECIFICATION } from '../../../skill/index.ts';
import type { Clients } from '../../clients.ts';
import type { ChosenClient } from '../../protocol.ts';
import { clientName, fitNames } from '../rule/client-names.ts';
import type { Fix, Problem, Rule, RuleInput, TextEdit } from '../rule/rule.ts';
import { FIELDS_OF_OTHER_FORMATS, knowsField, normalizeKey as plain, readersOf } from './fields.ts';

/** Reports fields that no chosen client reads: usually a typo, and the value is lost. */
export const frontmatterUnknown: Rule = {
  code: 'frontmatter.unknown',
  title: 'A frontmatter field that no client reads',
  severity: 'warning',
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
      const lacks = lacksReader(clients);
      yield {
        range: field.keyRange,
        aspect: intended ? 'misspelt' : 'other',
        message: intended
          ? `Did you mean \`${intended}\`? ${lacks.charAt(0).toUpperCase()}${lacks.slice(1)} \`${field.key}\`.`
          : `Move \`${field.key}\` under \`metadata\`, or remove it: ${lacks} this field.`,
        suggestions: intended ? [intended] : [],
        fixes: intended
          ? [
              defined({
                kind: 'edit',
                title: `Change to ${intended}`,
                preferred: true,
                // A different spelling of the same letters can mean nothing else.
                safe: plain(field.key) === plain(intended) ? true : undefined,
                edits: [{ range: field.keyRange, text: intended }],
              }),
            ]
          : moveFix(field, input),
      };
    }
  },
};

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
    message: `Do not rely on \`${key}\`: ${names(ignoring)} ignore${ignoring.length === 1 ? 's' : ''} it. Only ${names(using)} use${using.length === 1 ? 's' : ''} it.`,
  };
}

/** Returns the subject and verb of "… this field". */
function lacksReader(clients: Clients): string {
  if (clients === 'auto') return 'no known client reads';
  const [only = 'spec', ...others] = clients;
  if (others.length > 0) return 'none of the chosen clients reads';
  return only === 'spec' ? 'the specification does not have' : `${clientName(only)} does not read`;
}

/** Returns a known, unused field within two typos; for a name that some client reads, only one that differs in spelling. */
function intendedField({ key }: FrontmatterField, { document, clients }: RuleInput): string | undefined {
  const isKnown = KNOWN_FIELDS.has(key) || FIELDS_OF_OTHER_FORMATS.has(key);
  const given = document.frontmatter.kind === 'valid' ? document.frontmatter.fields.map((field) => field.key) : [];
  const scored = [...KNOWN_FIELDS.keys()]
    .filter((name) => knowsField(name, clients) && !given.includes(name))
    .map((name) => ({ name, typos: distance(plain(key), plain(name)) }))
    .filter(({ name, typos }) => typos <= (isKnown ? 0 : name.length > 5 ? 2 : 1))
    .sort((a, b) => a.typos - b.typos);
  return scored[0]?.name;
}

/** Returns the fix that moves a custom field with a plain one-line value under `metadata` as text, as the specification requires. */
function moveFix({ key, keyRange, value, valueRange }: FrontmatterField, { document }: RuleInput): readonly Fix[] {
  const { text, frontmatter } = document;
  const end = text.indexOf('\n', valueRange.end);
  const rest = text.slice(valueRange.end, end);
  const raw = text.slice(valueRange.start, valueRange.end);
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!plain || end < 0 || rest.trim() !== '' || /[\r\n]/.test(raw) || frontmatter.kind !== 'valid') return [];
  const entry = `${key}: ${typeof value === 'string' ? raw : JSON.stringify(raw)}`;
  const eol = text[end - 1] === '\r' ? '\r\n' : '\n';
  const move = (edits: readonly TextEdit[]): readonly Fix[] => [
    { kind: 'edit', title: 'Move under metadata', preferred: true, edits },
  ];
  const metadata = frontmatter.fields.find((field) => field.key === 'metadata');
  if (metadata === undefined) {
    return move([{ range: { start: keyRange.start, end: valueRange.end }, text: `metadata:${eol}  ${entry}` }]);
  }
  // A duplicate field would make the frontmatter unreadable.
  if (typeof metadata.value === 'object' && metadata.value !== null && Object.hasOwn(metadata.value, key)) return [];
  const first = metadata.valueRange.start;
  const indent = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  // Only a block-style map: a `{…}` on the line of its key stays unchanged.
  if (!/^ +$/.test(indent) || text[first] === '{') return [];
  return move([
    { range: { start: keyRange.start, end: end + 1 }, text: '' },
    { range: { start: first, end: first }, text: `${entry}${eol}${indent}` },
  ]);
}

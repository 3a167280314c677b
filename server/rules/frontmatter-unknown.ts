import { distance } from 'fastest-levenshtein';
import { type FrontmatterField, KNOWN_FIELDS } from '../../skill/index.ts';
import { knowsField, OTHER_FORMATS, plainKey as plain } from './fields.ts';
import type { Fix, Rule, RuleInput, TextEdit } from './rule.ts';

/** A field that no client of the profile reads: most often a slip of the pen, and what it says is lost. */
export const frontmatterUnknown: Rule = {
  code: 'frontmatter.unknown',
  title: 'A field of the frontmatter that no client reads',
  severity: 'warning',
  manifestOnly: true,
  *check(input) {
    const { document, profile } = input;
    if (document.frontmatter.kind !== 'valid') return;
    for (const field of document.frontmatter.fields) {
      if (knowsField(field.key, profile)) continue;
      const meant = likely(field, input);
      const reader = profile === 'auto' ? 'No client that we know' : `Nothing under the profile \`${profile}\``;
      yield {
        range: field.keyRange,
        aspect: meant ? 'misspelt' : 'other',
        message: `${reader} reads the field \`${field.key}\`. ${
          meant ? `Did you mean \`${meant}\`?` : 'What it says is lost; a value of your own belongs under `metadata`.'
        }`,
        suggestions: meant ? [meant] : [],
        fixes: meant
          ? [
              {
                kind: 'edit',
                title: `Change to ${meant}`,
                preferred: true,
                // Another spelling of the same letters can mean nothing else.
                ...(plain(field.key) === plain(meant) ? { safe: true } : {}),
                edits: [{ range: field.keyRange, text: meant }],
              },
            ]
          : moveFix(field, input),
      };
    }
  },
};

/** A known field, not yet given, that is at most two slips away; of a name that some client reads, only another spelling. */
function likely({ key }: FrontmatterField, { document, profile }: RuleInput): string | undefined {
  const isKnown = KNOWN_FIELDS.has(key) || OTHER_FORMATS.has(key);
  const given = document.frontmatter.kind === 'valid' ? document.frontmatter.fields.map((field) => field.key) : [];
  const scored = [...KNOWN_FIELDS.keys()]
    .filter((name) => knowsField(name, profile) && !given.includes(name))
    .map((name) => ({ name, slips: distance(plain(key), plain(name)) }))
    .filter(({ name, slips }) => slips <= (isKnown ? 0 : name.length > 5 ? 2 : 1))
    .sort((a, b) => a.slips - b.slips);
  return scored[0]?.name;
}

/** A field of one's own with a plain value on one line goes under `metadata`, as text, which the specification wants. */
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
  // Two of one name, and no client could read the frontmatter.
  if (typeof metadata.value === 'object' && metadata.value !== null && key in metadata.value) return [];
  const first = metadata.valueRange.start;
  const indent = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  // Only into a map in block style: `{…}` on the line of its key stays as it is.
  if (!/^ +$/.test(indent) || text[first] === '{') return [];
  return move([
    { range: { start: keyRange.start, end: end + 1 }, text: '' },
    { range: { start: first, end: first }, text: `${entry}${eol}${indent}` },
  ]);
}

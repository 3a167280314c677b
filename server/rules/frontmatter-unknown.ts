import { distance } from 'fastest-levenshtein';
import type { FrontmatterField } from '../../skill/model.ts';
import { FIELDS, knowsField } from './fields.ts';
import type { Rule, RuleInput } from './rule.ts';

/** A field that no client of the profile reads: most often a slip of the pen, and what it says is lost. */
export const frontmatterUnknown: Rule = {
  code: 'frontmatter.unknown',
  title: 'A field of the frontmatter that no client reads',
  severity: 'warning',
  *check(input) {
    const { document, isManifest, profile } = input;
    if (!isManifest || document.frontmatter.kind !== 'valid') return;
    for (const field of document.frontmatter.fields) {
      if (knowsField(field.key, profile)) continue;
      const meant = likely(field, input);
      const reader = profile === 'auto' ? 'No client that we know' : `Nothing under the profile \`${profile}\``;
      yield {
        range: field.keyRange,
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
                edits: [{ range: field.keyRange, text: meant }],
              },
            ]
          : [],
      };
    }
  },
};

/** A known field, not yet given, that is at most two slips away. */
function likely({ key }: FrontmatterField, { document, profile }: RuleInput): string | undefined {
  const given = document.frontmatter.kind === 'valid' ? document.frontmatter.fields.map((field) => field.key) : [];
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');
  const scored = [...FIELDS.keys()]
    .filter((name) => knowsField(name, profile) && !given.includes(name))
    .map((name) => ({ name, slips: distance(plain(key), plain(name)) }))
    .filter(({ name, slips }) => slips <= (name.length > 5 ? 2 : 1))
    .sort((a, b) => a.slips - b.slips);
  return scored[0]?.name;
}

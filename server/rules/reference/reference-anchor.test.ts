import { expect, it } from 'vitest';
import { expectMarks } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';

const files = {
  'references/pricing.md':
    '# Pricing & Plans\n\n## Discounts\n\n## Discounts\n\n## `code` and *more*\n\n<a name="old"></a>\n\n> ### Quoted\n\n## Set {#own-id}\n',
};

it.each([
  ['a missing heading', '[x](references/pricing.md#«refunds»)'],
  ['one repeat too many', '[x](references/pricing.md#discounts-1), [y](references/pricing.md#«discounts-2»)'],
  ['in code too', 'Read `references/pricing.md#«refunds»`.'],
  ['within the document', '## Steps\n\n[on](#steps), [off](#«stages»)'],
  ['a definition', '[x]\n\n[x]: #«none»'],
  ['a table of contents', '- [one](#one)\n- [two](#«two»)\n\n## One\n'],
  [
    'nothing for existing headings',
    '[a](references/pricing.md#pricing--plans) [b](references/pricing.md#code-and-more)',
  ],
  [
    'nothing for ids, names and quotations',
    '[a](references/pricing.md#old) [b](references/pricing.md#quoted) [c](references/pricing.md#own-id)',
  ],
  ['nothing for other spellings of an existing one', '[a](references/pricing.md#Pricing-Plans) [b](#top) [c](#L3)'],
  ['nothing for placeholders', '[a](references/pricing.md#<topic>) [b](#{id})'],
  ['nothing in code or a fence', '`[a](#none)`\n\n```md\n[a](#none)\n```'],
  ['nothing for an empty name', '[a](#)'],
  ['nothing for a link that has a title only', '[a](## "Text")'],
  [
    'nothing in a quotation',
    '"The [`tree`](#tree) decides which [`words`](#words) count." — two unknown terms\n\n| Link | “See [b](#b)” |',
  ],
  ['outside of quotation marks', 'The "long" [way](#«way») and the "short" one.'],
])('reports only the anchor: %s', (_, body) => expectMarks('reference.anchor', HEAD + body, files));

it('ignores the table of contents of a template', () => {
  const files = { 'SKILL.md': HEAD, 'assets/manual.md': '- [One](#one)\n', 'references/b.md': '- [One](#one)\n' };
  const codes = (document: string) => findingsOf(files, document).map(({ code }) => code);
  expect(codes('assets/manual.md')).toEqual([]);
  expect(codes('references/b.md')).toEqual(['reference.anchor']);
});

it('suggests the most likely heading', () => {
  const text = `${HEAD}[x](references/pricing.md#discount)`;
  expect(applyFix(text, findingsOf({ ...files, 'SKILL.md': text }))).toBe(
    `${HEAD}[x](references/pricing.md#discounts)`,
  );
});

it('checks thousands of links to missing headings among as many headings in time', () => {
  const many = (line: (i: number) => string) => Array.from({ length: 4_000 }, (_, i) => line(i)).join('\n\n');
  const text = `${HEAD}${many((i) => `## Heading ${i}`)}\n\n${many((i) => `[x](#part-${i})`)}\n`;
  const workspace = workspaceOf({ '/work/.git/HEAD': '', '/work/notes/SKILL.md': text });
  const startTime = process.threadCpuUsage().user;
  const { findings = [] } = workspace.diagnose('/work/notes/SKILL.md') ?? {};
  expect(process.threadCpuUsage().user - startTime).toBeLessThan(3_000_000);
  expect(findings.filter(({ code }) => code === 'reference.anchor').length).toBeGreaterThan(0);
});

import { describe, expect, it } from 'vitest';
import { sample } from '../../test/equipment/skill/long.ts';
import { suggest } from '../files/suggest.ts';
import { parseBlock } from '../markdown/blocks.ts';
import { skimDocument } from '../skim/skim.ts';
import { readDocument } from './document.ts';

/** Returns the processor time of this thread in milliseconds, since the machine may be busy. */
const now = (): number => process.threadCpuUsage().user / 1_000;

const many = (text: string, times: number): string => text.repeat(times);

/** Inputs that would make a naive parser quadratic. The limits are generous, for a busy machine. */
const DOCUMENTS: readonly (readonly [what: string, text: string])[] = [
  ['10,000 headings', many('## Heading\n\nSee `references/a.md`.\n\n', 10_000)],
  ['deep quotes', `${many('>', 20_000)} references/a.md`],
  ['open brackets', `${many('[', 20_000)}references/a.md\``],
  ['nested links', many('[a](', 20_000)],
  ['emphasis', `${many('*a **b ', 10_000)}\`references/a.md\``],
  [
    'backticks of every length',
    Array.from({ length: 1500 }, (_, index) => `${many('`', (index % 300) + 1)} a/b.md `).join(''),
  ],
  ['deep lists', Array.from({ length: 400 }, (_, index) => `${many(' ', index * 2)}- \`a/b.md\``).join('\n')],
  ['one long line', many('See `references/a.md` and [x](references/b.md), the provided template. ', 4_000)],
  ['a path without end', many('a/', 200_000)],
  ['an endless word', many('x', 1_000_000)],
  [
    'a tall tree',
    `\`\`\`\n${Array.from({ length: 2_000 }, (_, index) => `${many(' ', index)}└── a/`).join('\n')}\n\`\`\``,
  ],
  ['determiners', many('see the matching ', 20_000)],
  ['HTML that never ends', `<!-- ${many('<a ', 20_000)}`],
  ['zero bytes', many('\0references/a.md ', 5_000)],
  ['a gap in a line', `a${many(' ', 200_000)}b`],
  ['lone surrogates', many('\uD800references/a.md ', 5_000)],
];
it.each(sample(DOCUMENTS, 3))('parses a document of %s in bounded time', (_, text) => {
  const started = now();
  const document = readDocument('/s/SKILL.md', text);
  expect(now() - started).toBeLessThan(8_000);
  for (const { range, target } of document.references) expect(text.slice(range.start, range.end)).toBe(target);
});

// A regular expression with a part that can match in two ways takes twice as long for each further repetition.
it.each([
  ['links that are almost too deep', many('[a](', 39)],
  ['links that are too deep', many('[a](', 45)],
  ['nested numbered lists', `${many('1. ', 5_000)}x`],
  ['nested lists and quotes', `${many('- > 1) ', 2_000)}x`],
  ['nested images', `${many('![', 150)}a${many('](b)', 150)}`],
  ['a paragraph of underlines', many('a\n=\n', 5_000)],
  ['a list that is almost too deep', `${many('-         ', 38)}x`],
])('parses a block of %s in bounded time', (_, text) => {
  const started = now();
  parseBlock(text);
  expect(now() - started).toBeLessThan(1_000);
});

const count = (times: number, line: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => line(at)).join('');

describe('limits for documents of unrealistic size', () => {
  it('limit the number of blocks', () => {
    const { headings, references } = readDocument(
      '/s/SKILL.md',
      `${count(31_000, (at) => `# a ${at}\n`)}See \`b/c.md\`.\n`,
    );
    expect([headings.length, headings.at(-1)?.text, references.length]).toEqual([30_000, 'a 29999', 0]);
  });
  it('limit the number of pieces of one block', () => {
    const { headings, references } = readDocument('/s/SKILL.md', `${'a\n=\n'.repeat(13_000)}See references/gone.md.\n`);
    expect(headings.length).toBeGreaterThan(9_000);
    expect(headings.length).toBeLessThan(12_000);
    // The rest is read as plain text.
    expect(references.map(({ target }) => target)).toEqual(['references/gone.md']);
  });
  it('limit the number of paths in one block, but not in the next one', () => {
    const text = `${count(12_000, (at) => `references/a${at}.md `)}\n\nSee references/gone.md.\n`;
    const { references } = readDocument('/s/SKILL.md', text);
    expect([references.length, references[0]?.target, references.at(-1)?.target]).toEqual([
      10_001,
      'references/a0.md',
      'references/gone.md',
    ]);
  });
  it('are the same for `check`', () => {
    const text = `${count(31_000, (at) => `# a ${at}\n`)}See \`references/gone.md\`.\n`;
    expect(skimDocument('/s/SKILL.md', text).headings).toEqual(readDocument('/s/SKILL.md', text).headings);
  });
});

const manyNames = Array.from({ length: 3_000 }, (_, i) => `references/some-longer-name-of-a-file-${i}.md`);
it('compares three thousand missing paths with as many files in bounded time, and caches the result', () => {
  const bundle = { files: new Set(manyNames), folders: new Set(['references']), truncated: false };
  const measure = (): number => {
    const started = now();
    for (let i = 0; i < 3_000; i++) suggest(`references/other-name-of-file-${i}.md`, bundle);
    return now() - started;
  };
  expect(measure()).toBeLessThan(1_000);
  expect(measure()).toBeLessThan(100);
});

it('finds the right file among thousands', () => {
  const others = ['references/billing-rules.md', 'assets/api/index.html', 'references/form.md', 'scripts/form.md'];
  const files = new Set([...manyNames, ...others]);
  const bundle = { files, folders: new Set(['references', 'scripts']), truncated: false };
  const first = (path: string) => suggest(path, bundle)[0];
  expect(first('references/biling-rules.md')).toBe('references/billing-rules.md');
  expect(first('references/billing_rules.txt')).toBe('references/billing-rules.md');
  expect(first('docs/rules-for-billing.md')).toBe('references/billing-rules.md');
  expect(first('assets/index.html')).toBe('assets/api/index.html');
  expect(first('script/form.md')).toBe('scripts/form.md');
  expect(first('references/some-longer-name-of-a-fiel-1234.md')).toBe('references/some-longer-name-of-a-file-1234.md');
  expect(first('references/nothing-like-it.md')).toBeUndefined();
});

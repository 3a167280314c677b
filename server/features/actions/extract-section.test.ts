/** Moving a section into a file: all references in it and to it keep their targets. */
import { describe, expect, it } from 'vitest';
import { actionTester, crlf, type Files } from '../../../test/equipment/server/actions.ts';
import { HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';

const FILES: Files = {
  'SKILL.md': `${HEAD}# Notes

Paths are relative to this skill. See [prices](#pricing), [reductions](#discounts) and [usage](#usage-1).

## Pricing 💶

Read [rates](references/rates.md#eu), [the same](./references/rates.md), \`references/rates.md\` and \`./scripts/run.py\`.
![Chart](assets/a%20chart.png) and [set up first](#setup), or [discounts](#discounts).

\`\`\`bash
python scripts/run.py # not a heading
\`\`\`

### Discounts

Half. Back to [the top](SKILL.md#pricing-).

### Usage ###

Once.


## Setup

Text.

### Usage

Twice.
`.replace('[prices](#pricing)', '[prices](#pricing-)'),
  'references/rates.md': '# Rates\n\n## EU\n\nSee [discounts](../SKILL.md#discounts) and [setup](../SKILL.md#setup).\n',
  'scripts/run.py': 'print(1)\n',
  'assets/a chart.png': '',
};
const TITLE = 'Move the section “Pricing 💶” to references/pricing.md';

const AFTER: Files = {
  ...FILES,
  'SKILL.md': `${HEAD}# Notes

Paths are relative to this skill. See [prices](references/pricing.md#pricing-), [reductions](references/pricing.md#discounts) and [usage](#usage).

## Pricing 💶

See [Pricing 💶](references/pricing.md).


## Setup

Text.

### Usage

Twice.
`,
  'references/pricing.md': `# Pricing 💶

Read [rates](rates.md#eu), [the same](./rates.md), \`references/rates.md\` and \`../scripts/run.py\`.
![Chart](../assets/a%20chart.png) and [set up first](../SKILL.md#setup), or [discounts](#discounts).

\`\`\`bash
python scripts/run.py # not a heading
\`\`\`

## Discounts

Half. Back to [the top](#pricing-).

## Usage ###

Once.
`,
  'references/rates.md': '# Rates\n\n## EU\n\nSee [discounts](pricing.md#discounts) and [setup](../SKILL.md#setup).\n',
};

const findingsIn = (files: Files): readonly string[] => {
  const workspace = workspaceOf(files);
  return (
    workspace
      .skills()
      .flatMap((entry) => entry.documents())
      .flatMap((path) => workspace.diagnose(path)?.findings ?? [])
      .map(({ code, target }) => `${code} ${target}`)
      // A document one level below SKILL.md is now two levels below it.
      .filter((one) => !one.startsWith('reference.too-deep'))
  );
};

describe.each([
  ['LF', (files: Files) => files],
  ['CRLF', crlf],
])('with %s', (_, withLineEnds) => {
  it('leaves a link in its place, and updates all references in the section and to it', () => {
    expect(actionTester(withLineEnds(FILES)).filesAfter('## Pricing', TITLE, ['refactor.extract'])).toEqual(
      withLineEnds(AFTER),
    );
  });
  it('leaves no broken reference', () => {
    expect(findingsIn(withLineEnds(FILES))).toEqual([]);
    expect(findingsIn(withLineEnds(AFTER))).toEqual([]);
  });
});

const titles = (body: string, words: string, more: Files = {}): readonly string[] =>
  actionTester({ 'SKILL.md': HEAD + body, ...more }).titles(words, ['refactor.extract']);

it('chooses an unused name', () => {
  expect(
    titles('# A\n\n## Part\n\nText.\n', '## Part', { 'references/Part.md': '', 'references/part-2.md': '' }),
  ).toEqual(['Move the section “Part” to references/part-3.md']);
});
it.each([
  ['a heading without text', '# A\n\n## Part\n\n## Next\n', '## Part'],
  ['the whole document', '# A\n\nText.\n', '# A'],
  ['a line of text', '# A\n\n## Part\n\nText.\n', 'Text.'],
  ['a heading in a quotation', '# A\n\n> ## Part\n>\n> Text.\n', '> ## Part'],
  ['a line in a fence', '# A\n\n```\n# Part\n```\n', '# Part'],
])('is not offered on %s', (_, body, words) => {
  expect(titles(body, words)).toEqual([]);
});
it('explains why it is disabled if definitions would be separated', () => {
  const body =
    '# A\n\nSee [x][docs].\n\n## Part\n\nSee [y][Docs].\n\n[docs]: https://example.com\n\n## Next\n\nText.\n';
  const [action] = actionTester({ 'SKILL.md': HEAD + body }).actions('## Part');
  expect(action?.disabled?.reason).toMatch(/^The link definition \[docs\]/);
  const silent = { documentChanges: true, create: true };
  expect(actionTester({ 'SKILL.md': HEAD + body }, 'SKILL.md', silent).titles('## Part', ['refactor'])).toEqual([]);
});
it('is disabled if the editor cannot create files', () => {
  const tester = actionTester(FILES, 'SKILL.md', { documentChanges: true, create: false, disabled: true });
  expect(tester.actions('## Pricing')[0]).toMatchObject({
    disabled: { reason: expect.stringContaining('cannot create') },
  });
});
it('moves a section out of another document', () => {
  const files = {
    'SKILL.md': `${HEAD}Read [more](docs/more.md#part).\n`,
    'docs/more.md': '# More\n\nIntro.\n\n## Part\n\nSee [x](x.md), `docs/x.md`, `inner/y.md` and `../scripts/a.py`.\n',
    'docs/x.md': '# X\n',
    'docs/inner/y.md': '# Y\n',
    'scripts/a.py': '',
  };
  expect(actionTester(files, 'docs/more.md').filesAfter('## Part', /^Move/)).toEqual({
    ...files,
    'SKILL.md': `${HEAD}Read [more](references/part.md#part).\n`,
    'docs/more.md': '# More\n\nIntro.\n\n## Part\n\nSee [Part](../references/part.md).\n',
    'references/part.md': '# Part\n\nSee [x](../docs/x.md), `docs/x.md`, `docs/inner/y.md` and `../scripts/a.py`.\n',
  });
});
it('adjusts the path of a missing file', () => {
  const body =
    '# A\n\n## Part\n\nSee [x](references/gone.md#y), `references/gone.md` and [z](https://example.com/a.md).\n';
  expect(actionTester({ 'SKILL.md': HEAD + body }).filesAfter('## Part', /^Move/)['references/part.md']).toBe(
    '# Part\n\nSee [x](gone.md#y), `references/gone.md` and [z](https://example.com/a.md).\n',
  );
});

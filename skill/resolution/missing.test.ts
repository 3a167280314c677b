// biome-ignore-all lint/suspicious/noTemplateCurlyInString: prefixes as authors write them
/** Tests for missing paths: which of them are reported, and which suggestions are made. */
import { describe, expect, it } from 'vitest';
import { contextOf, outcomes, problems } from '../../test/equipment/skill/skill-in-memory.ts';
import { readSkill } from '../documents/read.ts';
import { memoryFiles } from '../files/memory.ts';
import { resolve } from './resolve.ts';

describe('a file directly in the folder of a prefix', () => {
  it.each([
    ['Run `python {baseDir}/steup.py`.', ['setup.py'], 'steup.py: missing setup.py'],
    ['Run `python ${CLAUDE_SKILL_DIR}/setup.py`.', ['scripts/setup.py'], 'setup.py: missing scripts/setup.py'],
    ['Read `{baseDir}/rates.md` first.', ['references/a.md'], 'rates.md: missing'],
    ['```bash\nnode {baseDir}/convert.js in.csv\n```', ['scripts/a.js'], 'convert.js: missing'],
  ])('%s', (body, files, expected) => expect(problems(body, files)).toEqual([expected]));

  it.each([
    ['Run `python {baseDir}/setup.py`.', ['setup.py']],
    ['Write the result to `{baseDir}/result.json`.', []],
    ['Keep them in `{baseDir}/cache`.', []],
    ['If `<skill_dir>/runtime.conf` exists, read the values from it.', []],
  ])('ignores %s', (body, files) => expect(problems(body, files)).toEqual([]));
});

it('does not treat a copy of the skill as another skill', () => {
  const copy = '/repo/.claude/skills/billing';
  const more = { [`${copy}/SKILL.md`]: '', [`${copy}/references/taxes.md`]: '' };
  expect(problems('Read `references/taxes.md`.', [], more)).toEqual(['references/taxes.md: missing']);
  expect(problems('Read `rates/eu.md`.', [], { ...more, [`${copy}/rates/eu.md`]: '' })).toEqual([
    'rates/eu.md: missing',
  ]);
  const chance = { '/repo/skills/other/SKILL.md': '', '/repo/skills/other/references/taxes.md': '' };
  expect(problems('Read `references/taxes.md`.', [], { ...more, ...chance })).toEqual(['references/taxes.md: missing']);
});

describe('a file in a parent folder is suggested', () => {
  const more = { '/repo/skills/references/taxes.md': '', '/repo/skills/references/taxes/eu.md': '' };
  it.each([
    ['Read `references/taxes.md`.', 'references/taxes.md: missing ../references/taxes.md'],
    ['See [EU](references/taxes/eu.md).', 'references/taxes/eu.md: missing ../references/taxes/eu.md'],
  ])('%s', (body, expected) => expect(problems(body, [], more)).toEqual([expected]));

  it('but not before a file of the skill', () =>
    expect(problems('Read `references/taxes.md`.', ['references/taxess.md'], more)).toEqual([
      'references/taxes.md: missing references/taxess.md',
    ]));
});

describe('a path into a folder next to the skill that was moved or renamed', () => {
  const skill = '---\nname: x\ndescription: Does it.\n---\n';
  const renamed = { '/repo/skills/cloud/SKILL.md': skill, '/repo/skills/cloud/scripts/log.sh': '' };
  it.each([
    ['Run `../devops/scripts/log.sh`.', renamed, '../devops/scripts/log.sh: missing ../cloud/scripts/log.sh'],
    [
      'Run `../devops/scripts/log.sh`.',
      { ...renamed, '/repo/skills/web/SKILL.md': skill, '/repo/skills/web/scripts/log.sh': '' },
      '../devops/scripts/log.sh: missing',
    ],
    ['Read [it](../devops/log.sh).', renamed, '../devops/log.sh: missing'],
    [
      'Read [keys](../references/keys.md).',
      { '/repo/tools/references/keys.md': '' },
      '../references/keys.md: missing ../../tools/references/keys.md',
    ],
  ])('%s', (body, more, expected) => expect(problems(body, [], more)).toEqual([expected]));
});

describe('a pattern without matches', () => {
  const files = ['references/eu-a.md', 'references/eu-b.md', 'assets/one.svg'];
  it.each([
    ['Read `references/eu-*.md`, then `references/us-*.md`.', 'references/us-*.md: missing'],
    ['- Europe: `references/eu-*.md`\n- America: `references/us-*.md`', 'references/us-*.md: missing'],
  ])('is reported next to one with matches: %s', (body, expected) => expect(problems(body, files)).toEqual([expected]));

  it.each([
    ['alone', 'Read `references/us-*.md`.'],
    ['next to another without matches', 'Read `references/us-*.md`, then `references/jp-*.md`.'],
    ['with matches', 'Read `references/eu-*.md`, then `references/*-b.md` and `references/**/eu-?.md`.'],
    ['of a folder that the skill does not have', 'Read `references/eu-*.md`, then change `src/*.ts`.'],
    ['of output files', 'Read `references/eu-*.md`, then write `assets/out-*.svg`.'],
    ['in a fence', 'Read `references/eu-*.md`.\n\n```\nreferences/us-*.md\n```'],
    ['far away', `Read \`references/eu-*.md\`.\n\n${'More of it. '.repeat(100)}\n\nRead \`references/us-*.md\`.`],
  ])('%s', (_, body) => expect(problems(body, files)).toEqual([]));
});

describe('a link without the extension', () => {
  it.each([
    ['[rates](references/rates)', ['references/rates.md'], 'references/rates: bare references/rates.md'],
    ['[rates](guides/rates)', ['guides/rates.mdx'], 'guides/rates: bare guides/rates.mdx'],
    ['[rates](references/rates#eu)', ['references/rates.md'], 'references/rates: bare references/rates.md'],
  ])('%s', (body, files, expected) => expect(outcomes(body, files)).toEqual([expected]));

  it('is missing if no file is similar', () =>
    expect(problems('[rates](references/rates)', ['references/taxes.md'])).toEqual(['references/rates: missing']));
});

describe('a path above the plugin', () => {
  const kinds = (body: string, more: Record<string, string> = {}) => {
    const root = '/repo/pack/skills/billing';
    const fs = memoryFiles({ [`${root}/SKILL.md`]: body, '/repo/pack/scripts/a.py': '', ...more });
    const result = readSkill(fs, `${root}/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { manifest } = result.skill;
    const context = {
      ...contextOf(fs, result.skill),
      pluginRoot: '/repo/pack',
      pluginRoots: { CLAUDE_PLUGIN_ROOT: '/repo/pack' },
    };
    return manifest.references.map((one) => resolve(one, manifest, context));
  };

  it('is missing inside the repository and escapes outside of it', () => {
    const body = 'Run `python ${CLAUDE_PLUGIN_ROOT}/../shared/rates.py`.';
    expect(kinds(body)).toEqual([{ kind: 'missing', suggestions: [] }]);
    expect(kinds(body, { '/repo/shared/rates.py': '' })).toMatchObject([{ kind: 'found', where: 'outside-skill' }]);
    expect(kinds(body.replace('../', '../../'))).toEqual([{ kind: 'escapes', suggestions: [] }]);
  });
});

describe('a path into a folder that the skill does not have', () => {
  it.each([
    [
      'the end of a bundled path',
      '| Sessions | `scoring/criteria/sessions.md` |',
      ['references/scoring/criteria/sessions.md'],
      'scoring/criteria/sessions.md: missing references/scoring/criteria/sessions.md',
    ],
    [
      'a command with the end of a bundled path',
      '```bash\npython eval/run.py\n```',
      ['scripts/eval/run.py'],
      'eval/run.py: missing scripts/eval/run.py',
    ],
    [
      'listed under resources',
      '## Additional Resources\n\n- **`templates/refund.yaml`** - refunds',
      ['references/a.md'],
      'templates/refund.yaml: missing',
    ],
    [
      'in a column of files to read',
      '| Country | Rule file to read | Rate |\n|---|---|---|\n| France | `rules/france.md` | 20 |',
      [],
      'rules/france.md: missing',
    ],
    [
      'referred to for more',
      'For bargaining, see `profit-margins/bargaining.md`.',
      ['references/a.md'],
      'profit-margins/bargaining.md: missing',
    ],
  ])('is reported: %s', (_, body, files, expected) => expect(problems(body, files)).toEqual([expected]));

  it.each([
    ['below the folder that has it', 'In `references/`:\n\n- `tax/eu.md`', ['references/tax/eu.md']],
    ['to be copied', 'Edit `src/app.json`.', ['assets/starter/src/app.json']],
    ['source code in prose', 'The class is in `backends/mock.py`.', ['engine/backends/mock.py']],
    ['in any other list', '## Layout\n\n- `templates/refund.yaml` - refunds', []],
    ['in another column', '| Country | Writes |\n|---|---|\n| France | `rules/france.md` |', []],
    ['a working file', 'Read `notes/plan.md` first.', []],
    ['mentioned twice, once as the project’s', 'See `context/out.md`. The project has `context/out.md`.', []],
    ['in a folder of projects', 'See `docs/rates.md`.', []],
  ])('is not reported: %s', (_, body, files) => expect(problems(body, files)).toEqual([]));
});

describe('an unknown file name without a folder', () => {
  it.each([
    [
      'a list of reference files',
      '## Reference Files\n\n- `ref-01-rates.md` -- rates\n- `ref-02-fees.md` -- fees',
      ['ref-01-rates.md: missing', 'ref-02-fees.md: missing'],
    ],
    ['names after a colon', 'See submodules: rates.md, fees.md', ['rates.md: missing', 'fees.md: missing']],
    ['referred to for more', 'For refunds, see `refund-rules.md`.', ['refund-rules.md: missing']],
    [
      'located in the skill’s folder, according to the text',
      'When it is slow, load `speed.md` from this skill’s directory.',
      ['speed.md: missing'],
    ],
  ])('is reported: %s', (_, body, expected) => expect(problems(body, ['scripts/a.py'])).toEqual(expected));

  it.each([
    ['a working file', 'Read `plan.md`, then write `report.md`.'],
    ['common in projects', '## References\n\n- `CLAUDE.md` - rules\n- `README.md` - start'],
    ['listed below its folder', '## References\n\nIn `references/`:\n\n- `eu.md`'],
    ['of another skill', 'See the `taxes` skill (rates.md).'],
    ['with its path given elsewhere', 'See `rates.md`. It is at `docs/rates.md`.'],
    ['quoted', 'Write "see also: `orders.md`" below it.'],
    ['listed as output', '## References\n\nCreate these:\n\n- `eu.md` - rates'],
  ])('is not reported: %s', (_, body) => expect(problems(body, ['references/us.md', 'docs/rates.md'])).toEqual([]));

  it('is not reported in a document other than SKILL.md', () =>
    expect(
      problems('Go.', [], { '/repo/skills/billing/references/a.md': '## References\n\n- `ref-01.md` -- rates' }),
    ).toEqual([]));
});

describe('a file name of another skill', () => {
  const other = {
    '/repo/skills/taxes/SKILL.md': '---\nname: taxes\ndescription: Taxes.\n---\n',
    '/repo/skills/taxes/references/rates.md': '',
  };
  it.each([
    ['See `guide.md` of the `taxes` skill.', ['guide.md: taxes lacks it']],
    ["Read the `taxes` skill's `guide.md`.", ['guide.md: taxes lacks it']],
  ])('is reported if that skill does not have it: %s', (body, expected) =>
    expect(problems(body, [], other)).toEqual(expected),
  );

  it.each([
    'The `taxes` skill writes `result.md`.',
    "Run the `taxes` skill's `collect.py`.",
    'See `rates.md` of the `taxes` skill.',
    'See `rates.md` of the `refunds` skill.',
    'See `SKILL.md` of the `taxes` skill.',
  ])('is not reported: %s', (body) => expect(problems(body, [], other)).toEqual([]));
});

describe('a command in a document other than SKILL.md', () => {
  const at = (text: string, ...files: string[]) =>
    problems('Read forms.md.', files, { '/repo/skills/billing/forms.md': text });
  it('belongs to the skill if the text says to run commands from its own folder', () => {
    const text =
      "Run this from this file's directory: `python scripts/cut.py a.pdf`.\n\n`python scripts/join.py a.pdf`";
    expect(at(text)).toEqual(['scripts/cut.py: missing', 'scripts/join.py: missing']);
    expect(at('Run `python scripts/cut.py a.pdf`.\n\n`python scripts/join.py a.pdf`')).toEqual([]);
  });
  it('is reported if a bundled file differs in the extension only', () => {
    expect(at('Run `python scripts/check <file.pdf>`.', 'scripts/check.py')).toEqual([
      'scripts/check: missing scripts/check.py',
    ]);
    expect(at('Run `python scripts/check <file.pdf>`.', 'scripts/other.py')).toEqual([]);
  });
});

it('reports a path although a command elsewhere runs it in another folder', () => {
  expect(problems('```bash\ncd shop\npython scripts/a.py\n```\n\n## Scripts\n\n- `scripts/a.py` – sums up')).toEqual([
    'scripts/a.py: missing',
  ]);
});

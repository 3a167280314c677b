// biome-ignore-all lint/suspicious/noTemplateCurlyInString: prefixes as authors write them
import { describe, expect, it } from 'vitest';
import { contextOf, outcomes, problems, ROOT, skillWith } from '../../test/equipment/skill/skill-in-memory.ts';
import { readDocument } from '../documents/document.ts';
import { readSkill } from '../documents/read.ts';
import { memoryFiles } from '../files/memory.ts';
import { resolve } from './resolve.ts';

const FILES = ['references/pricing.md', 'references/user_guide.md', 'scripts/setup.py', 'assets/invoice.html'];

describe('another letter case', () => {
  it.each([
    ['with a percent-encoded letter', '[p](References/pricing%2Emd)', 'references/pricing%2Emd'],
    ['with percent-encoded blanks', '[p](references/my%20Notes.md)', 'references/My%20notes.md'],
    ['with a percent-encoded slash', '[p](References%2Fpricing.md)', 'references/pricing.md'],
    ['with two slashes', '[p](./References//pricing.md)', './references//pricing.md'],
    ['with backslashes', '`References\\pricing.md`', 'references\\pricing.md'],
    [
      'with a detour through the parent folder',
      '[p](references/../References/pricing.md)',
      'references/../references/pricing.md',
    ],
    ['with a dot part', '[p](References/./Pricing.md#rates)', 'references/./pricing.md'],
    ['with a letter whose lower case has two characters', '[p](references/İ.md)', 'references/i̇.md'],
  ])('%s: keeps everything else as written', (_, body, actual) => {
    const found = problems(body, [...FILES, 'references/My notes.md', 'references/i̇.md']);
    expect(found.map((one) => one.split(': case ')[1])).toEqual([actual]);
  });
});

describe('reports', () => {
  it.each([
    ['a typo', '[p](references/prcing.md)', 'references/prcing.md: missing references/pricing.md'],
    ['a wrong extension', 'Run `scripts/setup.sh`.', 'scripts/setup.sh: missing scripts/setup.py'],
    [
      'a folder with a name of the same meaning',
      'See `docs/pricing.md`.',
      'docs/pricing.md: missing references/pricing.md',
    ],
    [
      'a verb for writing that is about something else',
      'For exporting, consult `references/prcing.md`.',
      'references/prcing.md: missing references/pricing.md',
    ],
    ['a script for users', 'Refer users to `scripts/setpu.py`.', 'scripts/setpu.py: missing scripts/setup.py'],
    [
      'a decision tree',
      '```\nTrouble?\n├─ Price is off → references/prcing.md\n└─ Tax is off → stop\n```',
      'references/prcing.md: missing references/pricing.md',
    ],
    [
      'another cell of a table',
      '| Change record | `references/prcing.md` |',
      'references/prcing.md: missing references/pricing.md',
    ],
    [
      'a document with more details, in parentheses',
      'Store the prices as a table (`references/prcing.md`).',
      'references/prcing.md: missing references/pricing.md',
    ],
    ['a command among code', '```python\npython scripts/setpu.py\n```', 'scripts/setpu.py: missing scripts/setup.py'],
    ['swapped letters', 'See `references/pricign.md`.', 'references/pricign.md: missing references/pricing.md'],
    ['a wrong folder in code', 'Run `script/setup.py`.', 'script/setup.py: missing scripts/setup.py'],
    [
      'a link after another skill’s name',
      'Else use the `taxes` skill. See [p](references/prcing.md).',
      'references/prcing.md: missing references/pricing.md',
    ],
    ['a wrong folder', '[p](reference/pricing.md)', 'reference/pricing.md: missing references/pricing.md'],
    [
      'a hyphen instead of an underscore',
      'See `references/user-guide.md`.',
      'references/user-guide.md: missing references/user_guide.md',
    ],
    ['a file in another folder', 'See `assets/pricing.md`.', 'assets/pricing.md: missing references/pricing.md'],
    ['no such file', 'See `references/taxes.md`.', 'references/taxes.md: missing'],
    ['no such folder', 'Ready scripts are in `scripts/tools/`.', 'scripts/tools/: missing'],
    ['a command', '```bash\npython scripts/setpu.py\n```', 'scripts/setpu.py: missing scripts/setup.py'],
    ['a prefix', 'Run `python {baseDir}/scripts/steup.py`.', 'scripts/steup.py: missing scripts/setup.py'],
    ['another case', '[p](references/Pricing.md)', 'references/Pricing.md: case references/pricing.md'],
    ['another case of a folder', 'See `References/pricing.md`.', 'References/pricing.md: case references/pricing.md'],
    ['a path out of the repository', '[p](../../../../etc/passwd)', '../../../../etc/passwd: escapes'],
    [
      'an encoded path out of the repository',
      '[p](%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd)',
      '%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd: escapes',
    ],
    [
      'an entry of the skill’s own tree',
      '```\nbilling/\n├── SKILL.md\n└── references/\n    └── taxes.md\n```',
      'taxes.md: missing',
    ],
    [
      'a typo next to words for examples',
      '(e.g. `references/prciing.md`)',
      'references/prciing.md: missing references/pricing.md',
    ],
    [
      'a typo next to words for output',
      'Generate a bill with data in `references/prciing.md`.',
      'references/prciing.md: missing references/pricing.md',
    ],
    [
      'a typo next to the name of an unknown skill',
      'The `taxes` skill: `references/prciing.md`.',
      'references/prciing.md: missing references/pricing.md',
    ],
    ['a target of moved text', 'Examples moved to `references/cases.md`.', 'references/cases.md: missing'],
    [
      'a location of existing text',
      'Rules for writing bills live in `references/cases.md`.',
      'references/cases.md: missing',
    ],
    ['a template to use', 'Generate the bill using the template in `assets/bill.tex`.', 'assets/bill.tex: missing'],
    ['a script to run', 'Extract the tables with `scripts/extract.py`.', 'scripts/extract.py: missing'],
    ['a label with a document to read', 'Creating bills: `references/creating.md`', 'references/creating.md: missing'],
    ['a document to read next', 'Record it in `references/log.md`. Read it first.', 'references/log.md: missing'],
    ['a remark about possible needs', '`references/hints.md` has what you might need.', 'references/hints.md: missing'],
    ['examples of something', '- Workflow examples: `references/flows.md`', 'references/flows.md: missing'],
    ['an example of when', 'For example, run `scripts/check.py`.', 'scripts/check.py: missing'],
    [
      'an unrelated example in parentheses',
      'For money (e.g. euros) see `references/euros.md`.',
      'references/euros.md: missing',
    ],
    [
      'a script to run from the project root',
      'Run `scripts/check.py` from the project root.',
      'scripts/check.py: missing',
    ],
    [
      'a document named like a how-to',
      'Read [this](references/send-your-bill.md).',
      'references/send-your-bill.md: missing',
    ],
    [
      'a new sentence after another skill’s name',
      'Use the `taxes` skill for rates. Read `references/cases.md` for the rest.',
      'references/cases.md: missing',
    ],
    [
      'a list of similar files',
      'Use `scripts/setup.py` + `scripts/setpu2.py`.',
      'scripts/setpu2.py: missing scripts/setup.py',
    ],
    ['a document about projects', 'For a project see `assets/fonts.md`.', 'assets/fonts.md: missing'],
    ['a table of topics and files', '`tax-rules` → `references/tax-rules.md`', 'references/tax-rules.md: missing'],
    ['a condition of something else', 'Read `references/tax.md` if the user asks.', 'references/tax.md: missing'],
    ['a heading over a list', '### scripts/tools/\n\n- One is not used', 'scripts/tools/: missing'],
    [
      'a table row that is not in a change history',
      '## Versions\n\n| 2.0 | see `references/v2-rates.md` |',
      'references/v2-rates.md: missing',
    ],
    ['a comment over its command', '```bash\n# scripts/rate.sh\nbash scripts/rate.sh\n```', 'scripts/rate.sh: missing'],
    [
      'a document to write that says what to read',
      '```markdown\n# Task\nRead `references/tax.md`.\n```',
      'references/tax.md: missing',
    ],
    ['a letter by its name', 'Read `references/x.md`.', 'references/x.md: missing'],
    [
      'a file of the skill, named on the next line',
      'Read the tables of this skill’s\n`references/log.json`.',
      'references/log.json: missing',
    ],
    ['about users', 'Read `references/users.md` before.', 'references/users.md: missing'],
    [
      'a command among others of the skill',
      '```bash\ncp src/a.ts .\npython scripts/setup.py\npython scripts/train.py\n```',
      'scripts/train.py: missing',
    ],
    [
      'a link after a fence with a document',
      '```markdown\n# A\n```\n\n```bash\nx\n```\n\n[u](references/usage.md)',
      'references/usage.md: missing',
    ],
    [
      'a full path among commands of a project',
      '```bash\nnpx jest tests/a\nnode skills/billing/scripts/rate.js\n```',
      'skills/billing/scripts/rate.js: missing',
    ],
    ['a file that the skill has', 'The skill has `scripts/wrap.sh`.', 'scripts/wrap.sh: missing'],
    ['a folder of that name is common', 'Read `templates/bill.md`.', 'templates/bill.md: missing'],
    [
      'a missing file below the skill’s own name',
      'Run `python .claude/skills/billing/scripts/check.py`.',
      '.claude/skills/billing/scripts/check.py: missing',
    ],
  ])('%s', (_, body, expected) => {
    expect(problems(body, FILES)).toEqual([expected]);
  });

  it('a missing file in a list of existing ones', () => {
    const files = ['references/a/one.md', 'assets/a.svg'];
    expect(problems('(e.g. `references/a/one.md`, `references/a/two.md`)', files)).toEqual([
      'references/a/two.md: missing',
    ]);
    expect(problems('- Add A: `references/a/one.md`\n- Add to `references/a/two.md`', files)).toEqual([
      'references/a/two.md: missing',
    ]);
    expect(problems('Write `assets/a.svg` to `assets/b.svg`.', files)).toEqual([]);
  });

  it('a path with one wrong folder', () =>
    expect(problems('See `docs/a/one.md`.', ['references/a/one.md'])).toEqual([
      'docs/a/one.md: missing references/a/one.md',
    ]));

  it('a path that another skill has, in a folder that this skill does not have', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/skills/images/themes/dark-night.md': '' };
    expect(problems('The colors: `themes/dark-night.md`', [], more)).toEqual([
      'themes/dark-night.md: other-skill images',
    ]);
  });

  it('a path relative to the folder of the document', () => {
    const more = { [`${ROOT}/references/auth.md`]: 'See `auth/none.md`.', [`${ROOT}/references/auth/a.md`]: '' };
    expect(problems('', [], more)).toEqual(['auth/none.md: missing']);
  });

  it('paths to read or run, but not samples, in a skill about writing skills', () => {
    const head = '---\nname: billing\ndescription: Create a new skill.\n---\n';
    const shown = 'A skill may have `scripts/rotate.py`.\n\n```markdown\nLoad `references/shown.md`.\n```\n';
    const text = 'Read `references/rules.md` before. [x](references/none.md)\n';
    const run = '```bash\npython scripts/init.py\npython scripts/pack.py\n```';
    expect(problems(head + shown + text + run, ['references/a.md', 'scripts/init.py'])).toEqual([
      'references/rules.md: missing',
      'references/none.md: missing',
      'scripts/pack.py: missing',
    ]);
  });

  it('a path that only another skill has', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/skills/images/scripts/draw.py': '' };
    expect(problems('```bash\npython scripts/draw.py\n```', FILES, more)).toEqual([
      'scripts/draw.py: other-skill images',
    ]);
    expect(problems('Run `python old/images/scripts/draw.py`.', FILES, more)).toEqual([
      'old/images/scripts/draw.py: other-skill images',
    ]);
    expect(problems('See the `images` skill, its `references/x.md`.', FILES, more)).toEqual([
      'references/x.md: images lacks it',
    ]);
  });

  it('no path of another skill that the text names', () => {
    const more = {
      '/repo/skills/night-images/SKILL.md': '---\nname: night-images\ndescription: x\n---\n',
      '/repo/skills/night-images/references/draw.md': '',
    };
    const bare = 'references/draw.md: other-skill night-images';
    expect(problems('Read `references/draw.md`.', [], more)).toEqual([bare]);
    expect(problems('The images are well known.\n\nRead `references/draw.md`.', [], more)).toEqual([bare]);
    expect(problems('Load `skills/night-images/SKILL.md`, then `references/draw.md`.', [], more)).toEqual([]);
    expect(problems('It is in the images’s `references/draw.md`.', [], more)).toEqual([]);
    expect(problems('See `../night-images/references/draw.md`.\n\nRead `references/draw.md`.', [], more)).toEqual([]);
  });

  it('a path that two other skills have by coincidence', () => {
    const more = {
      '/repo/skills/a/SKILL.md': '',
      '/repo/skills/a/scripts/go.py': '',
      '/repo/skills/b/SKILL.md': '',
      '/repo/skills/b/scripts/go.py': '',
    };
    expect(problems('Run `scripts/go.py`.', [], more)).toEqual(['scripts/go.py: missing']);
  });

  it('no path in documents for people, tests or examples, or about SKILL.md', () => {
    const text = 'Read `references/none.md`.';
    const at = (path: string, body = text) => problems('', FILES, { [`${ROOT}/${path}`]: body });
    for (const path of [
      'EVAL.md',
      'SPEC.md',
      'CHANGELOG.md',
      'README.md',
      'tests/fixtures/a.md',
      'references/bill-example.md',
    ])
      expect(at(path)).toEqual([]);
    expect(at('references/a.md', `${'SKILL.md '.repeat(6)}[a](deep/none.md) A tree: \`references/none.md\``)).toEqual(
      [],
    );
    for (const path of ['AGENTS.md', 'references/examples.md', 'references/README.md'])
      expect(at(path)).toEqual(['references/none.md: missing']);
    expect(at('references/a.md', `SKILL.md ${text}`)).toEqual(['references/none.md: missing']);
  });

  it('no path in a skill template, or quoted in a skill about skills', () => {
    const head = '---\nname: skill-template\ndescription: Template for creating new skills.\n---\n';
    expect(problems(`${head}- [Details](references/none.md)`)).toEqual([]);
    const about = '---\nname: billing\ndescription: Guides skill authoring.\n---\n';
    expect(problems(`${about}Write: "Read \`references/none.md\` first".`, FILES)).toEqual([]);
    expect(problems(`${about}Read \`references/none.md\` first.`, FILES)).toEqual(['references/none.md: missing']);
  });

  it('a path relative to a project inside the skill', () => {
    const more = {
      [`${ROOT}/examples/app/docs/index.md`]: 'See `scripts/a/b.md`, `scripts/a/c.md`.',
      [`${ROOT}/examples/app/package.json`]: '',
      [`${ROOT}/examples/app/scripts/a/b.md`]: '',
    };
    expect(problems('', ['scripts/x.py'], more)).toEqual(['scripts/a/c.md: missing examples/app/scripts/a/b.md']);
  });

  it('paths that are not listed with files of a project', () => {
    const listed =
      'Scan src/, assets/ and docs/. It has `mkdocs.yml` + `scripts/build.py`.\n\n- `package.json`\n- `scripts/deploy.sh`';
    expect(problems(listed)).toEqual([]);
    expect(problems('Files: `references/a.md`, `scripts/build.py`')).toEqual([
      'references/a.md: missing',
      'scripts/build.py: missing',
    ]);
    expect(problems('Look in `docs/`, run `scripts/build.py`.', ['docs/a.md'])).toEqual(['scripts/build.py: missing']);
  });

  it('a path that is not given in full elsewhere in the text', () => {
    const more = { '/repo/shared/scripts/log.py': '' };
    expect(problems('Run `scripts/log.py`, which is `shared/scripts/log.py`.', [], more)).toEqual([]);
    expect(problems('Run `scripts/log.py`, which is `other/scripts/log.py`.', [], more)).toEqual([
      'scripts/log.py: missing',
    ]);
  });

  it('no path in a recipe for the user’s project in another document', () => {
    const at = (body: string) => problems('', [], { [`${ROOT}/references/site.md`]: body });
    expect(at('A generator (`scripts/gen.mjs`) writes the pages.')).toEqual([]);
    expect(at('Run `scripts/gen.mjs`.')).toEqual(['scripts/gen.mjs: missing']);
    expect(at('Run `examples/first.tql`, then look.')).toEqual([]);
  });

  it('no name in passing in another letter case', () => {
    expect(problems('Write it to claude.md.', ['CLAUDE.md'])).toEqual([]);
    expect(problems('Read `GUIDE.md`.', ['guide.md'])).toEqual(['GUIDE.md: case guide.md']);
  });

  it('a similar path in the skill before the exact one in another skill', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/skills/images/references/prices.md': '' };
    expect(problems('See `references/prices.md`.', ['references/prices-2.md'], more)).toEqual([
      'references/prices.md: missing references/prices-2.md',
    ]);
  });

  it('no common project file that the repository around the skill has', () => {
    const more = { '/repo/package.json': '', '/repo/scripts/release.sh': '' };
    const tree = '```\n.\n├── scripts/\n│   └── release.sh\n└── package.json\n```';
    expect(outcomes(`Look at \`package.json\`.\n\n${tree}`, [], more).filter((one) => /outside/.test(one))).toEqual([]);
  });

  it('paths in a reference file relative to either base', () => {
    const text =
      '[ok](user_guide.md) [ok](references/user_guide.md)\n\n```bash\npython scripts/setup.py\n```\n\n[no](taxes.md)';
    expect(problems('', FILES, { [`${ROOT}/references/pricing.md`]: text })).toEqual(['taxes.md: missing']);
  });

  it('paths that lead outside the skill or to another one', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/docs/a.md': '' };
    expect(outcomes('[a](../../docs/a.md) [b](../images/SKILL.md)', [], more)).toEqual([
      '../../docs/a.md: outside-skill docs/a.md',
      '../images/SKILL.md: in other-skill skills/images/SKILL.md',
    ]);
  });

  it('a bare name of a bundled file', () => {
    expect(outcomes('Run `setup.py`, then edit `package.json`.', FILES)).toEqual([
      'setup.py: bare scripts/setup.py',
      'package.json: ignored user-file',
    ]);
  });
});

describe('does not report', () => {
  it.each([
    [
      'prefixes',
      '`{baseDir}/scripts/setup.py` `${CLAUDE_SKILL_DIR}/scripts/setup.py` `<skill-dir>/scripts/setup.py` `${CLAUDE_PLUGIN_ROOT}/scripts/x.py`',
    ],
    [
      'anchors, titles, angle brackets, trailing dots',
      '[a](references/pricing.md#x "t") [b](<references/pricing.md>) [c](references/user%5Fguide.md) Read references/pricing.md.',
    ],
    [
      'pseudo-links',
      '[a](/plugin:skill) [b](mdc:references/x.md) [c](app://references/x.md) [d](https://x.org/references/x.md)',
    ],
    ['a list of examples', 'For example, `references/aws.md`, `references/gcp.md` and `references/azure.md`.'],
    ['a list in parentheses', 'Group by domain (e.g. `references/sales.md`, `references/legal.md`).'],
    ['a placeholder in a command', 'Run `python scripts/<name>.py` for each.'],
    ['teaching examples', 'Example: `references/finance.md`. Write `[text](references/example.md)`.'],
    ['hypothetical files', 'A `references/rates.md` file with all the rates would be helpful.'],
    ['output', 'Save the report to `assets/report.md`. Create `references/notes.md` with it.'],
    ['output of a command', '```bash\npython scripts/setup.py --output assets/out.html > assets/log.txt\n```'],
    [
      'the user’s project',
      'Edit `src/index.ts`; `assets/hero.png` in the user’s project; run your `scripts/deploy.sh`.',
    ],
    [
      'templates',
      '```yaml\nsteps:\n  - run: python scripts/deploy.py\n```\n\n```json\n{ "main": "scripts/index.js" }\n```',
    ],
    ['a tree of the user’s project', '```\nmy-app/\n├── scripts/\n│   └── deploy.sh\n└── src/\n```'],
    ['a tree of a future skill', '```\nmy-skill/\n├── SKILL.md\n└── references/\n    └── guide.md\n```'],
    [
      'placeholders',
      '`references/<topic>.md` `references/{topic}.md` `references/phaseN.md` `assets/YYYY-MM-DD.md` `references/path/to/x.md` `references/filename.md`',
    ],
    ['the folder of the skills', '`<skills-dir>/billing/scripts/setup.py` `scripts/setup.py::test_one`'],
    ['placeholder names', 'Read `references/xxx.md`. See `skill-name/SKILL.md`.'],
    ['globs and prefixes', '`references/*.md` `scripts/**/*.py` `references/setup-`'],
    ['an unknown skill', 'See the `taxes` skill, its\n`references/rates.md`.'],
    ['alternatives separated by a slash', 'Choose the assets/vault or scripts/macros. Use Node.js or Next.js.'],
    ['relative to the repository’s root', 'See `docs/a.md` and [b](docs/a.md).'],
    [
      'files that do not exist yet, according to the text',
      '- `references/tax.md` - rates (coming soon)\n- `assets/` contains no files currently.\n- `scripts/x.py` is not written yet',
    ],
    ['the title of a code block', '**scripts/deploy.sh:**\n\n```bash\nset -e\n```'],
    ['a table of outputs', '## Output checklist\n\n| What | Path |\n|---|---|\n| Script | `scripts/deploy.sh` |'],
    ['another repository', '| Public skill | `acme/skills` | `skills/acme/SKILL.md` |'],
    ['another repository’s list', '`acme/skills` on GitHub:\n\n- `skills/acme/SKILL.md`: the entry'],
    ['code with a path to a parent folder', '```xml\n<!-- <None Include="../../README.md" /> -->\n```'],
    ['a new version', 'Save it as `references/pricing-2.md`.'],
    [
      'output by a word or an arrow',
      'Generate it → `assets/out.md`. Output: `assets/o.md`. Export the figures at 300 dpi: `assets/f.pdf`',
    ],
    ['output with the skill’s prefix', 'Output a log in `{baseDir}/generated/`.'],
    ['a copy', 'Copy `references/pricing.md` to `assets/area.md`.'],
    ['the source of another project', 'See [client.go](sdk/client.go).'],
    ['output with an example', 'Put shared notes in a folder such as `references/lib/`.'],
    ['moved at the end of each run', 'Finished ones are moved to `assets/done.md`.'],
    ['the project’s', 'Load the fonts from project `assets/fonts/`.'],
    ['an unknown skill before an arrow', 'See `tax-rules` → `references/rates.md`; `tax-rules` `scripts/rate.py`.'],
    ['an unknown skill as a command', 'Read `/tax-rules`’s `references/rates.md`.'],
    ['optional files', 'Read `references/local.md` if it exists. If `references/more.md` exists, read it.'],
    [
      'files called missing',
      'Missing `references/tax.md`. The file `scripts/x.py` does not exist. `assets/` is not needed.',
    ],
    [
      'a heading of an empty folder',
      '### assets/\n\nNo assets come with this.\n\n### scripts/\n\nこのスキルには含まれません。',
    ],
    ['a change history', '## Changelog\n\n| 2.0.0 | 2026-07-24 | `references/rates.md` is gone |'],
    ['a hypothetical list', 'The root would contain:\n\n- Rates: `references/rates.md`'],
    ['the title of a fence', '```bash\n# scripts/rate.sh\nset -e\n```'],
    ['a document to write', '```markdown\n## Handoff\n\n- Prototype: `scripts/proto.py`\n```'],
    ['the location of an installed skill', 'It writes `.claude/skills/billing/SKILL.md`.'],
    ['dated files', 'Plan: [p](references/20251204-tax.md). See `references/2025-12-04-log.md`.'],
    ['a file that the user adds', 'Read `references/user/style.md` before.'],
    ['generic file names', 'See `references/file.md`, `references/X.md`.'],
    [
      'the project’s file, named on the next line',
      'It holds the records (the target project’s\n`references/log.json`).',
    ],
    ['output with the verb after the path', '`references/log.json` を新規作成。'],
    [
      'files that no longer exist',
      'The skill no longer ships a `scripts/wrap.sh`. It does not have any `scripts/x.py`.',
    ],
    [
      'a file of the repository',
      'If the repository already has its own start-up script (`scripts/start.sh` etc.), call it.',
    ],
    ['a location in code', 'Is the error caught? Reference: `scripts/review.py` `_emit_record()`.'],
    [
      'archives that are created',
      '```bash\n(cd dist && zip -r ../bundle.zip . -x "*.map")\ntar -czf assets/all.tgz dist\n```',
    ],
    [
      'copied into the user’s project',
      '```bash\ncp references/pricing.md \\\n   plans/<project>/scripts/mint.sh\n```\n\nThen run `bash scripts/mint.sh`.',
    ],
    ['future files', '## Pattern for future loaders\n\n- `references/stores/load.md` — the stores'],
    ['a file of a client in any folder', 'One reads `AGENTS.md`, `scripts/AGENTS.md` and `scripts/CLAUDE.md`.'],
    [
      'a template with nested fences',
      '```markdown\n# NAME\n\n```bash\nnode a.js\n```\n\n## Next\n\n- [Usage](./docs/usage.md)\n- [More](CONTRIBUTING.md)\n\n```bash\nx\n```\n```\n',
    ],
    ['the folder of all skills', 'Run `$SKILLS/shared/scripts/polish.py`, `${SKILLS_DIR}/x.py`.'],
    [
      'commands of the user’s project',
      '```bash\npython -m pytest tests/ -v\npython -m black src/\npython scripts/train.py --config prod.yaml\n```',
    ],
    [
      'a file whose content is shown, to be written',
      '**scripts/move.ts**:\n\n```typescript\nimport x from "y";\n```\n\n```bash\ntsx scripts/move.ts\n```',
    ],
    [
      'an external skill, in parentheses or on the next line',
      '- `tax-expert-skill` (community) — all rates\n  (`references/rates.md`, `references/more.md`)\n\nSee `vat-rules` (external) — its list:\n`references/vat.md`. Defer to `tax-expert-skill`\n(`references/all.md`).',
    ],
    ['files that a repository needs', 'Each repo needs a `scripts/bootstrap.sh` that runs first.'],
    [
      'a section about the repository',
      '### Validation for this repository\n\n- Installer edits: `bash -n scripts/inst.sh`',
    ],
    ['a path in an error message', 'The output: "FileNotFoundError: scripts/lib/hub.py".'],
    [
      'a list of examples below their line',
      'Name exact commands. For example:\n\n- `npm test`\n- `./scripts/hooks.sh`',
    ],
    ['an installed path in a variable', '```bash\nfrom=".claude/skills/billing/references/pricing.md"\n```'],
    ['an installed path', 'Read `.agents/skills/billing/references/pricing.md` first.'],
    ['a path of the machine given in full', 'It is `scripts/box.nu` (see `~/code/infra/scripts/box.nu`).'],
    [
      'a path below a folder given in full',
      'It writes `session_log/reference/`. Read `reference/rules.md` when you begin.',
    ],
    ['a package’s documentation', 'See the package’s `docs/scopes.md`, shipped `docs/keys.md`.'],
    ['a skill named in plain words', 'Take the tax planner skill’s `references/rates.md`.'],
    ['the source code of a sample project', 'See `examples/client/node/complete.ts`.'],
    [
      'the project’s files, attributed after the last of them',
      '- **`scripts/env.sh`** or **`scripts/deploy.sh`** in the project: what to export',
    ],
    ['an example command', 'Render it again if the project has a way, e.g. `bash scripts/render.sh`.'],
    ['output to be printed', 'Print a plan first. Format:\n\n```\nInstalls:  scripts/a.sh, scripts/b.sh\n```'],
    [
      'an installed path in a command',
      '```bash\npython .claude/skills/billing/scripts/setup.py\npython .skills/billing/scripts/setup.py\n```',
    ],
    [
      'the user’s file in sample output, attributed elsewhere',
      'Look for your `scripts/release.sh` first.\n\n```\nSourcing scripts/release.sh ... OK\n```',
    ],
    [
      'the user’s file, attributed elsewhere',
      'Look for your `scripts/release.sh` first.\n\n## Signals\n\n- `scripts/release.sh` – or the like',
    ],
    ['bare names', 'Write `report.md`, `config.json` and main.py.'],
  ])('%s', (_, body) => {
    expect(problems(body, [...FILES, '/repo/docs/a.md'])).toEqual([]);
  });

  it('paths relative to the project that a skill of `.claude/skills` belongs to', () => {
    const root = '/repo/app/.claude/skills/billing';
    const fs = memoryFiles({
      [`${root}/SKILL.md`]:
        'Run `.claude/skills/billing/scripts/a.py` and `scripts/release.sh`, not `scripts/none.sh`.',
      [`${root}/scripts/a.py`]: '',
      '/repo/app/scripts/release.sh': '',
    });
    const result = readSkill(fs, `${root}/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { skill } = result;
    const context = { ...contextOf(fs, skill), workspaceRoot: '/repo' };
    const kinds = skill.manifest.references.map((one) => resolve(one, skill.manifest, context).kind);
    expect(kinds).toEqual(['found', 'found', 'missing']);
  });

  it('a name in another letter case in passing', () => {
    const files = ['references/lessons.md', 'EVIDENCE.md', 'needs.yaml'];
    const at = (body: string) => problems('', files, { [`${ROOT}/references/lessons.md`]: body });
    expect(at('`LESSONS.md` is the project’s. Read `LESSONS.md` of the user.')).toEqual([]);
    expect(problems('- `git log` → evidence.md\n\n### Needs.yaml Update\n\nAdd it.', files)).toEqual([]);
    expect(problems('The file is called `SKILL.md`, not `skill.md` or `SKILL.MD`.', files)).toEqual([]);
    expect(problems('For the rest, see evidence.md. Read `Needs.yaml`.', files)).toEqual([
      'evidence.md: case EVIDENCE.md',
      'Needs.yaml: case needs.yaml',
    ]);
  });

  it('a script that any project may have', () => {
    expect(problems('## Signals\n\n- `scripts/release.sh` – or the like')).toEqual([]);
    expect(problems('## Signals\n\n- Rows from the shipped templates\n- `scripts/release.sh` – or the like')).toEqual(
      [],
    );
    expect(problems('## Scripts\n\n- `scripts/release.sh` – releases')).toEqual(['scripts/release.sh: missing']);
    expect(problems('## Steps\n\n1. Before: `scripts/a.py`\n\n## scripts/\n\n- `b.py`')).toContain(
      'scripts/a.py: missing',
    );
    expect(problems('## Signals\n\n- `assets/a.md`\n- `scripts/a.sh`')).toHaveLength(2);
    expect(problems('## Files\n\n- `assets/guide.md`: how `scripts/release.sh` is made', ['assets/guide.md'])).toEqual(
      [],
    );
    const about = '## Files\n\n- `references/guide.md`: `scripts/release.sh` 설계';
    expect(problems(about, ['references/guide.md'])).toEqual([]);
  });

  it('keys in files, names of stored values, paths elsewhere on the machine', () => {
    expect(problems('See `assets/rates.json:keys`, `assets/rates.json:tax.high`.', ['assets/rates.json'])).toEqual([]);
    expect(problems('If there is a picture, preserve it as `assets/base.png`.')).toEqual([]);
    expect(problems('It preserves the image as the canonical one at `references/base.png`.')).toEqual([]);
    const bundles = 'It is a plugin at `~/code/old/`. It bundles:\n\n- A tool (`src/cli.ts`)';
    expect(problems(bundles, ['src/other.ts'])).toEqual([]);
    const run = `${bundles}\n\nNobody has run \`bun run src/cli.ts send\` since.`;
    expect(problems(run, ['src/other.ts'])).toEqual([]);
    expect(problems('It bundles:\n\n- A tool (`src/cli.ts`)', ['src/other.ts'])).toEqual(['src/cli.ts: missing']);
  });

  it('files that skills can have', () =>
    expect(problems('Skills can include:\n- `SKILL.md` alone\n- `assets/` for pictures')).toEqual([]));

  it('another letter case of files of the repository or of any project', () => {
    const files = ['/repo/.github/PULL_REQUEST.md', '/repo/tools/a.sh', '/repo/docs/a.md'];
    expect(problems('Look first at `.github/pull_request.md`, `package.json`; scripts in `Tools/`.', files)).toEqual(
      [],
    );
    expect(problems('Read `docs/A.md`. [a](../../docs/A.md)', files)).toEqual([
      'docs/A.md: case docs/a.md',
      '../../docs/A.md: case ../../docs/a.md',
    ]);
  });

  it('a file of another plugin, listed with its source', () => {
    const more = { '/repo/other/skills/images/SKILL.md': '' };
    const listed = 'It has:\n\n- `src/core.ts` - the core\n- `skills/images/SKILL.md` - a skill';
    expect(problems(listed, [], more)).toEqual([]);
  });

  it('a command of another skill whose full path is given', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/skills/images/scripts/draw.py': '' };
    const body =
      '```bash\npython <path-to-skill>/scripts/draw.py x\n```\n\nFind it with `**/skills/images/scripts/draw.py`.';
    expect(problems(body, FILES, more)).toEqual([]);
  });

  it('a path inside a folder to be copied that SKILL.md names', () => {
    const more = { [`${ROOT}/references/setup.md`]: '- `tests/a.json`: for the tests' };
    const copied = ['assets/starter/tests/a.json', 'tests/b.json'];
    expect(problems('Copy `assets/starter/` first.', copied, more)).toEqual([]);
    expect(problems('Read `references/setup.md`.', copied, more)).toEqual([
      'tests/a.json: missing assets/starter/tests/a.json',
    ]);
  });

  it('paths relative to a parent folder of the skill', () => {
    const root = '/repo/skills/backend/bun';
    const text = 'Continue with `backend/universal/api/SKILL.md`, then `backend/universal/none/SKILL.md`.';
    const fs = memoryFiles({ [`${root}/SKILL.md`]: text, '/repo/skills/backend/universal/api/SKILL.md': '' });
    const result = readSkill(fs, `${root}/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { manifest } = result.skill;
    const kinds = manifest.references.map((one) => resolve(one, manifest, contextOf(fs, result.skill)).kind);
    expect(kinds).toEqual(['found', 'missing']);
  });

  it('the sources of a generated document', () => {
    const at = (body: string) => problems('', ['docs/a.md'], { [`${ROOT}/docs/b.md`]: body });
    expect(at('- Source CSV: docs/raw/rates.csv\n- Generated from: `docs/raw/all.csv`')).toEqual([]);
    expect(at('See docs/raw/rates.csv')).toEqual(['docs/raw/rates.csv: missing']);
  });

  it('a missing folder in passing', () => {
    expect(problems('Reload covers `.heex` templates and `assets/` reliably.')).toEqual([]);
    for (const body of ['### assets/', 'The `assets/` folder has it.', 'Take it from `assets/`.'])
      expect(problems(body)).toEqual(['assets/: missing']);
  });

  it('paths relative to the parent of the folder `skills`', () => {
    const text = 'Load `skills/billing/references/pricing.md`, `skills/billing/references/none.md`.';
    expect(problems(text, ['references/pricing.md', `/repo/plugin/skills/images/SKILL.md`])).toEqual([
      'skills/billing/references/none.md: missing',
    ]);
    const root = '/repo/plugin/skills/billing';
    const fs = memoryFiles({ [`${root}/SKILL.md`]: text, [`${root}/references/pricing.md`]: '' });
    const result = readSkill(fs, `${root}/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { manifest } = result.skill;
    const kinds = manifest.references.map((one) => resolve(one, manifest, contextOf(fs, result.skill)).kind);
    expect(kinds).toEqual(['found', 'missing']);
  });

  it('trees in examples', () => {
    const tree = '```\nbilling/\n├── SKILL.md\n└── scripts/\n    └── research.sh\n```';
    expect(problems('', FILES, { [`${ROOT}/references/examples/annotated-examples.md`]: tree })).toEqual([]);
    expect(problems('', FILES, { [`${ROOT}/references/layout.md`]: tree })).toEqual(['research.sh: missing']);
  });

  it('a template of future skills in a folder of templates', () => {
    const fs = memoryFiles({ [`${ROOT}/templates/SKILL.md`]: 'For forms, see [FORMS.md](FORMS.md).' });
    const result = readSkill(fs, `${ROOT}/templates/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { manifest } = result.skill;
    const kinds = manifest.references.map((one) => resolve(one, manifest, contextOf(fs, result.skill)).kind);
    expect(kinds).toEqual(['ignored']);
  });

  it('paths of the surrounding skill', () => {
    const fs = memoryFiles({
      [`${ROOT}/SKILL.md`]: '',
      [`${ROOT}/references/create.md`]: '',
      [`${ROOT}/entry/SKILL.md`]: 'The skill does all of that (`references/create.md`), not `references/none.md`.',
    });
    const result = readSkill(fs, `${ROOT}/entry/SKILL.md`);
    if (result.kind !== 'skill') throw new Error(result.message);
    const { manifest } = result.skill;
    const kinds = manifest.references.map((one) => resolve(one, manifest, contextOf(fs, result.skill)).kind);
    expect(kinds).toEqual(['found', 'missing']);
  });

  it('paths in a changelog', () =>
    expect(problems('', [], { [`${ROOT}/CHANGELOG.md`]: 'See [x](references/x.md).' })).toEqual([]));

  it('paths relative to the folder of the skills or to the surrounding skill', () => {
    const more = {
      '/repo/other/images/SKILL.md': '',
      '/repo/other/images/references/draw.md': '',
      [`${ROOT}/inner/SKILL.md`]: '---\nname: inner\ndescription: x\n---\n',
      [`${ROOT}/inner/a.md`]: '',
      '/repo/README.md': '',
    };
    expect(problems('See `images/references/draw.md`.', [], more)).toEqual([]);
    const { fs, skill } = skillWith('', [], more);
    const inner = readDocument(`${ROOT}/inner/a.md`, 'Reference for: `inner/SKILL.md`');
    const read = readSkill(fs, `${ROOT}/inner/SKILL.md`);
    if (read.kind !== 'skill') throw new Error(read.message);
    const context = { ...contextOf(fs, skill), skill: read.skill };
    expect(inner.references.map((one) => resolve(one, inner, context).kind)).toEqual(['found']);
  });

  it('a file of another skill that exists', () => {
    const more = { '/repo/skills/images/SKILL.md': '', '/repo/skills/images/references/draw.md': '' };
    expect(problems('The `images` skill knows more:\n`references/draw.md`.', FILES, more)).toEqual([]);
  });
});

it('never looks outside the given roots', () => {
  const { fs, skill } = skillWith('');
  const seen: string[] = [];
  const watching = {
    ...fs,
    list: (path: string) => {
      seen.push(path);
      return fs.list(path);
    },
    kind: (path: string) => {
      seen.push(path);
      return fs.kind(path);
    },
  };
  const text =
    '[a](../../../x.md) [b](..%2f..%2f..%2fx.md) [c](..\\..\\..\\..\\x.md) `scripts/../../../../x.md` [d](references/../../../../../x/)';
  const document = readDocument(`${ROOT}/SKILL.md`, text);
  expect(document.references).toHaveLength(5);
  const context = { ...contextOf(fs, skill), fs: watching };
  for (const reference of document.references)
    expect(resolve(reference, document, context).kind).toMatch(/escapes|ignored/);
  expect(seen.filter((path) => !path.startsWith('/repo'))).toEqual([]);
});

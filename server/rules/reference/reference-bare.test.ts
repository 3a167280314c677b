import { describe, expect, it } from 'vitest';
import { expectMarks } from '../../../test/equipment/server/rules.ts';
import { applyFix, findingsOf, HEAD } from '../../../test/equipment/server/server.ts';

const files = {
  'references/pricing.md': '',
  'assets/a/logo.svg': '',
  'scripts/sizes.sh': '',
  'assets/index.html': '',
};

it.each([
  ['a name in code', 'For discounts read `«pricing.md»`.'],
  ['a link', 'Read [pricing](«pricing.md»).'],
  ['the first time only', 'Read `«pricing.md»`, then `pricing.md` again.'],
  ['a link whose text is the path', 'Read [references/pricing.md](«pricing.md»).'],
  ['not if its folder is in brackets', 'In `<references>/`. Read `pricing.md`.'],
  ['each link', 'Read [pricing](«pricing.md»), then [it](«pricing.md») again.'],
  ['not next to its path', 'Read `references/pricing.md`. All of `pricing.md` counts.'],
  ['not if its path is given elsewhere', 'Read `pricing.md`.\n\n# Files\n\n- `references/pricing.md`'],
  ['not under its folder', '## Files in `references/`\n\n### Prices\n\n- `pricing.md`: prices'],
  ['not if its folder is given later', 'Read `pricing.md`.\n\n## Files\n\nIn `references/`:\n\n- `pricing.md`'],
  [
    'not if its folder appears in another section',
    '# Prices\n\nRead `pricing.md`.\n\n# Rates\n\nRead `references/rates.md`.',
  ],
  ['not if words name its folder', 'Read `pricing.md`.\n\n# Files\n\nAll are in the references folder.'],
  [
    'not if its folder is in a tree',
    'Read `pricing.md`.\n\n```\nnotes\n├── SKILL.md\n└── references\n    └── more\n```',
  ],
  ['a name if only a longer folder appears', 'Read `«pricing.md»`.\n\nOpen https://example.com/old-references/x.'],
  ['a name if the folder is mentioned as a word', 'Read `«pricing.md»`. It has references, too.'],
  ['links even if their folder appears', 'In `references/`, read [pricing](«pricing.md»).'],
  ['not a file that the skill writes', 'Save the answer to `pricing.md`.'],
  ["not the user's own", 'Read `pricing.md` in the user’s project.'],
  ['not a common file name', 'Open `index.html`.'],
  ['not an unknown name', 'Read `prices.md`.'],
])('reports %s', (_, body) => expectMarks('reference.bare', HEAD + body, files));

it('reports nothing if two files have the name', () =>
  expectMarks('reference.bare', `${HEAD}Read \`pricing.md\`.`, { ...files, 'assets/pricing.md': '' }));

describe('a command that runs a script by its name', () => {
  it.each([
    ['in a fence', '```bash\nsh «sizes.sh» --all\n```'],
    ['in a code span', 'Run `bash «sizes.sh» a`.'],
    ['also if its path is elsewhere', 'It is `scripts/sizes.sh`.\n\n```\n$ bash «sizes.sh»\n```'],
    ['not after a change of the directory', '```bash\ncd scripts\nsh sizes.sh\n```'],
    ['not if the text changes to its folder', 'Change to it with `cd scripts`.\n\n```bash\nsh sizes.sh\n```'],
    ['not if the text says where to run it', 'From the `scripts/` directory:\n\n```bash\nsh sizes.sh\n```'],
    ['not with its path', '```bash\nsh scripts/sizes.sh\n```'],
    ['not a script that the model writes', 'Write `sizes.sh` first.\n\n```bash\nsh sizes.sh\n```'],
    ['not one that is copied', 'Copy `scripts/sizes.sh` to the root.\n\n```bash\nsh sizes.sh\n```'],
    ['not one that a shell sources', 'Add `source sizes.sh` to the profile.'],
    ['not in prose', 'Then bash sizes.sh runs.'],
    ['not another one', '```bash\nsh size.sh\n```'],
  ])('is reported %s', (_, body) => expectMarks('reference.bare', HEAD + body, files));

  it('is not reported if two scripts have the name, or one is next to SKILL.md', () => {
    const body = `${HEAD}\`\`\`bash\nsh sizes.sh\n\`\`\``;
    expectMarks('reference.bare', body, { ...files, 'old/sizes.sh': '' });
    expectMarks('reference.bare', body, { ...files, 'sizes.sh': '' });
  });

  it('gets its path', () => {
    const text = `${HEAD}\`\`\`bash\nsh sizes.sh\n\`\`\``;
    expect(applyFix(text, findingsOf({ ...files, 'SKILL.md': text }), 'Change to scripts/sizes.sh')).toContain(
      'sh scripts/sizes.sh',
    );
  });
});

it('inserts the folder', () => {
  const text = `${HEAD}Read [pricing](pricing.md).`;
  expect(applyFix(text, findingsOf({ ...files, 'SKILL.md': text }))).toBe(
    `${HEAD}Read [pricing](references/pricing.md).`,
  );
});

it('reports nothing in another document if SKILL.md gives the folder', () => {
  const other = { ...files, 'SKILL.md': `${HEAD}Read the files in \`references/\`, first \`references/start.md\`.` };
  expectMarks('reference.bare', 'Then read `pricing.md`.', other, 'references/start.md');
  expectMarks('reference.bare', 'Then run `«sizes.sh»`.', other, 'references/start.md');
});

describe('a link without its extension', () => {
  it('is reported as an incomplete name, with the extension as its fix', () => {
    const text = `${HEAD}Read [the rates](./references/rates#eu).\n`;
    const findings = findingsOf({ 'SKILL.md': text, 'references/rates.md': '# EU\n' });
    expect(findings.map(({ code, target }) => [code, target])).toEqual([['reference.bare', './references/rates']]);
    expect(applyFix(text, findings)).toContain('[the rates](./references/rates.md#eu)');
  });
});

/** Regression tests: findings that a rule against false positives once suppressed by mistake. */
import { describe, expect, it } from 'vitest';
import { problems, ROOT } from '../../test/equipment/skill/skill-in-memory.ts';

/** Returns the reported paths. */
const paths = (...given: Parameters<typeof problems>): readonly string[] =>
  problems(...given).map((line) => line.split(': ')[0] ?? '');

describe('reports a script that the text calls the skill’s own', () => {
  it.each([
    ['This skill ships `scripts/a.py`.'],
    ['The bundled `scripts/a.py` converts them.'],
    ['The skill’s validator `scripts/a.py` must pass.'],
    ['It needs the helper scripts bundled with this skill: `scripts/a.py`'],
    ['2. `scripts/a.py` turns them into CSV'],
    ['Invoke `scripts/a.py` with the month.'],
    ['Start with `scripts/a.py`.'],
    ['Then call `scripts/a.py`.'],
    ['Launch `scripts/a.py`.'],
    ['Run `python scripts/a.py`, not your `scripts/a.py`.'],
  ])('%s', (body) => expect(paths(`## Workflow\n\n${body}`)).toEqual(['scripts/a.py']));

  it.each([
    ['- `references/rates.md` and `scripts/a.py`: how releases are made'],
    ['- `references/rates.md` documents `scripts/a.py`, the bundled converter'],
    ['| `references/rates.md` | read with `scripts/a.py` |'],
  ])('next to a guide: %s', (body) =>
    expect(paths(`## Scripts\n\n${body}`, ['references/rates.md'])).toEqual(['scripts/a.py']),
  );
});

describe('reports a path that is called “your” elsewhere', () => {
  it.each([
    ['```bash\npython scripts/a.py --all\n```\n\nCompare it with your `scripts/a.py`.', 'scripts/a.py'],
    ['Run `scripts/a.py` first.\n\nThen read the user’s `scripts/a.py` output.', 'scripts/a.py'],
    ['Always read `references/a.md`.\n\nApply your `references/a.md` knowledge.', 'references/a.md'],
  ])('%s', (body, path) => expect(paths(body)).toEqual([path]));
});

it.each([
  ['```bash\npython ../shared/Run.py\n```', '../shared/Run.py'],
  ['```bash\nbash ../../tools/Go.sh\n```', '../../tools/Go.sh'],
  ['The tone is in `../shared/Tone.md`.', '../shared/Tone.md'],
])('reports another letter case outside the skill: %s', (body, path) => {
  const files = ['/repo/skills/shared/run.py', '/repo/skills/shared/tone.md', '/repo/tools/go.sh'];
  expect(paths(body, files)).toEqual([path]);
});

it.each([
  ['Other skills can use these references:'],
  ['Skills can rely on these shared files:'],
  ['Other plugins can call the guides here:'],
  ['Copy the result to `~/exports` when done, with these files:'],
  ['When configuring ~/.bashrc, read in this order:'],
  ['After copying the result to ~/Documents, read these in order:'],
])('reports a list below: %s', (intro) =>
  expect(paths(`${intro}\n\n- Rates: \`references/a.md\`\n- Taxes: \`references/b.md\``)).toEqual([
    'references/a.md',
    'references/b.md',
  ]),
);

it.each([
  ['To preserve formulas, `scripts/a.py` must run last.', 'scripts/a.py'],
  ['Preserving links: `scripts/a.py` does this.', 'scripts/a.py'],
  ['Preserve cell styles and number formats in `scripts/a.py`.', 'scripts/a.py'],
  ['The formatting to preserve is in `references/a.md`.', 'references/a.md'],
])('reports a path next to “preserve”: %s', (body, path) => expect(paths(body)).toEqual([path]));

it.each([
  ['- Source: `references/rates.csv`'],
  ['Compute the tax.\n\n## Data\n\n- Source data: `references/rates.csv`'],
])('reports the skill’s own source file: %s', (body) =>
  expect(paths('', ['references/b.md'], { [`${ROOT}/references/g.md`]: body })).toEqual(['references/rates.csv']),
);

it.each([
  ['Run the bundled scripts in order, e.g. `bash scripts/a.sh`.', 'scripts/a.sh'],
  ['Run `scripts/a.sh` and `scripts/b.sh` in the project root.', 'scripts/a.sh'],
  ['Report generation, in this order:\n\n    python scripts/a.sh', 'scripts/a.sh'],
  ['Emit the header. Then run these scripts:\n\n    python scripts/a.sh', 'scripts/a.sh'],
])('reports a script to run: %s', (body, expected) => expect(paths(body).join(' ')).toBe(expected));

it('reports a command whose path another skill has too, according to the text', () => {
  const more = { '/repo/skills/other-skill/SKILL.md': '', '/repo/skills/other-skill/scripts/a.py': '' };
  const body = '```bash\npython scripts/a.py\n```\n\nUnlike other-skill/scripts/a.py, ours also uploads.';
  expect(paths(body, [], more)).toContain('scripts/a.py');
});

it('does not read a link with a colon as a key in a file', () =>
  expect(problems('[a](references/a.md:intro) `references/a.md:b.md`', ['references/a.md'])).toHaveLength(2));

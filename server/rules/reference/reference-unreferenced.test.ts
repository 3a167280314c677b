import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, workspaceOf } from '../../../test/equipment/server/server.ts';

/** Returns the unreferenced files, from the findings in SKILL.md. */
function orphans(
  body: string,
  files: Readonly<Record<string, string>>,
  manifest = HEAD + body,
): readonly (string | undefined)[] {
  return findingsOf({ 'SKILL.md': manifest, ...files })
    .filter(({ code }) => code === 'reference.unreferenced')
    .flatMap(({ target, covers }) => [...(covers ?? [target])]);
}

describe('a file is referenced', () => {
  const files = { 'references/discount-rules.md': '' };

  it.each([
    ['by its path', 'Read `references/discount-rules.md`.'],
    ['by its name', 'Read `discount-rules.md`.'],
    ['by its name without the extension', 'Read the discount-rules reference.'],
    ['by its folder', 'Read the matching file in `references/`.'],
    ['by its folder in words', 'Pick one from the references folder.'],
    ['by a pattern', 'Read `references/<topic>-rules.md`.'],
    ['by a glob', 'Read `references/*.md`.'],
    ['by a prefix', 'Files that begin with `discount-` are about prices.'],
    ['by a tree', '```\nnotes/\n├── SKILL.md\n└── references/\n    └── discount-rules.md\n```'],
    ['by a path with a typo, which is a separate finding', 'Read `references/discount-rule.md`.'],
    ['by a path in the wrong case', 'Read `references/Discount-Rules.md`.'],
    ['by prose that makes a model guess, a separate finding', 'For prices, see the discount guide.'],
  ])('%s', (_, body) => expect(orphans(body, files)).toEqual([]));

  it('by nothing else', () => {
    expect(orphans('Give no discount. See the rules below.', files)).toEqual(['references/discount-rules.md']);
    const tree = '```\nnotes/\n├── SKILL.md\n└── references/\n    └── other.md\n```';
    expect(orphans(tree, { ...files, 'references/other.md': '' })).toEqual(['references/discount-rules.md']);
  });

  it('through a referenced file, but not through an unreferenced one', () => {
    const chain = { 'references/a.md': 'See [b](b.md).', 'references/b.md': 'See [c](c.md).', 'references/c.md': '' };
    expect(orphans('Read `references/a.md`.', chain)).toEqual([]);
    expect(orphans('Read `references/c.md`.', chain)).toEqual(['references/a.md', 'references/b.md']);
  });

  it.each([
    ['names it', 'open("prices.csv")', 'assets/prices.csv'],
    ['imports it', 'from prices import discount', 'scripts/prices.py'],
    ['requires it', "const { discount } = require('./prices')", 'scripts/prices.js'],
    ['sources it', '. "$(dirname "$0")/prices.sh"', 'scripts/prices.sh'],
    ['opens its folder', 'root / "themes" / name', 'assets/themes/dark.css'],
  ])('through a script that %s', (_, script, file) => {
    const both = { 'scripts/run.py': script, [file]: '' };
    expect(orphans('Run `scripts/run.py`.', both)).toEqual([]);
    expect(orphans('Run `scripts/run.py`.', { ...both, 'scripts/run.py': 'pass' })).toEqual([file]);
  });

  it('as part of a referenced project or package', () => {
    const project = { 'assets/app/package.json': '{}', 'assets/app/src/x.css': '', 'assets/app/start.ts': '' };
    expect(orphans('Copy `assets/app/start.ts`.', project)).toEqual([]);
  });
});

it('ignores licenses, readmes, hidden files, tests and evals', () => {
  const names = ['LICENSE.txt', 'README.md', 'CHANGELOG.md', '.gitignore', '.github/x.yml', 'evals/evals.json'];
  const more = [
    'tests/a.py',
    'scripts/test_a.py',
    'scripts/__init__.py',
    'references/_template.md',
    'agents/openai.yaml',
  ];
  expect(orphans('', Object.fromEntries([...names, ...more].map((name) => [name, ''])))).toEqual([]);
});

describe('a file of a nested skill is referenced', () => {
  const outer = '---\nname: work\ndescription: All.\n---\n';
  const inside = (text: string, more: Readonly<Record<string, string>> = {}) =>
    orphans('', { '/work/SKILL.md': outer + text, 'references/discounts.md': '', ...more });

  it.each([
    ['its path', 'Read `notes/references/discounts.md`.'],
    ['its name', 'Read `discounts.md`.'],
    ['its folder', 'Read the matching file in `notes/references/`.'],
    ['a pattern', 'Read `notes/references/<topic>.md`.'],
  ])('by the outer skill’s text: %s', (_, text) => expect(inside(text)).toEqual([]));

  it('by any other text of the outer skill, but not by one for people', () => {
    const text = 'Prices: [discounts](../notes/references/discounts.md).';
    expect(inside('', { '/work/references/prices.md': text })).toEqual([]);
    expect(inside('', { '/work/scripts/run.py': 'read("discounts.md")' })).toEqual([]);
    expect(inside('', { '/work/README.md': text })).toEqual(['references/discounts.md']);
  });

  it('by the text of a skill further out, and then by its own files', () => {
    const file = '/work/notes/in/references/';
    const files = { [`${file}a.md`]: 'See [d](discounts.md).', [`${file}discounts.md`]: '' };
    const far = { '/work/SKILL.md': `${outer}Read \`notes/in/references/a.md\`.`, 'SKILL.md': HEAD };
    const all = workspaceOf({ ...far, '/work/notes/in/SKILL.md': HEAD, ...files });
    const codes = all.diagnose('/work/notes/in/SKILL.md')?.findings.map(({ code }) => code);
    expect(codes).not.toContain('reference.unreferenced');
  });

  it('not by the outer skill’s own folder with that name, nor by the path of the skill itself', () => {
    const left = ['references/discounts.md'];
    expect(inside('Read the matching file in `references/`.', { '/work/references/a.md': '' })).toEqual(left);
    expect(inside('For notes, go to `notes/`, see `notes/SKILL.md`.')).toEqual(left);
  });

  it('if the nested skill is material of the outer one', () => {
    const skill = { '/work/assets/start/SKILL.md': HEAD, '/work/assets/start/references/a.md': '' };
    const findings = workspaceOf({ '/work/SKILL.md': outer, ...skill }).diagnose(
      '/work/assets/start/SKILL.md',
    )?.findings;
    expect(findings?.filter(({ code }) => code === 'reference.unreferenced')).toEqual([]);
  });
});

describe('the finding', () => {
  const file = { 'references/discounts.md': '' };
  const place = (manifest: string) => {
    const [one] = findingsOf({ 'SKILL.md': manifest, ...file }).filter(({ code }) => code === 'reference.unreferenced');
    return one && manifest.slice(one.range.start, one.range.end);
  };

  it('is at the name, else the first heading, else the beginning', () => {
    expect(place(HEAD)).toBe('notes');
    expect(place('# Notes\n\nText.')).toBe('# Notes');
    expect(place('Text.')).toBe('');
  });

  it('is one for each folder at the top of the skill', () => {
    const names = ['references/a.md', 'references/b.md', 'assets/x/c.css', 'assets/y/d.css', 'assets/e.css', 'f.md'];
    const all = Object.fromEntries(names.map((name) => [name, '']));
    const findings = findingsOf({ 'SKILL.md': HEAD, ...all, 'g.md': '' });
    expect(findings.map(({ target, message, covers, related }) => ({ target, message, covers, related }))).toEqual([
      {
        target: 'assets/',
        message:
          'Nothing in the skill references `e.css`, `x/c.css` and `y/d.css` in `assets/`. Reference or remove them.',
        covers: ['assets/e.css', 'assets/x/c.css', 'assets/y/d.css'],
      },
      {
        target: './',
        message: 'Nothing in the skill references `f.md` and `g.md` next to SKILL.md. Reference or remove them.',
        covers: ['f.md', 'g.md'],
      },
      {
        target: 'references/',
        message: 'Nothing in the skill references `a.md` and `b.md` in `references/`. Reference or remove them.',
        covers: ['references/a.md', 'references/b.md'],
      },
    ]);
    expect(findings.flatMap(({ fixes = [] }) => fixes)).toHaveLength(7);
  });

  it('counts the files that do not fit, and offers none of many one by one', () => {
    const many = Object.fromEntries(
      Array.from({ length: 140 }, (_, n) => [`references/r${String(n).padStart(3, '0')}.md`, '']),
    );
    const [one, ...others] = findingsOf({ 'SKILL.md': HEAD, ...many });
    expect(others).toEqual([]);
    expect(one?.message).toMatch(/^Nothing in the skill references `r000\.md`, .* and 135 more in `references\/`\. /);
    expect(one?.fixes).toEqual([]);
  });

  it.each([
    'Lies den Text und antworte auf Deutsch. Die Preise stehen im Anhang.',
    '会議の録音から議事録を作成します。',
    'Lisez le texte et répondez dans la langue du client.',
  ])('inserts no English into a text in another language: %s', (body) => {
    const text = HEAD + body;
    const findings = findingsOf({ 'SKILL.md': text, 'references/discounts.md': '' });
    expect(applyFix(text, findings, 'Reference references/discounts.md at the end of SKILL.md')).toMatch(
      /\n\n- `references\/discounts\.md`\n$/,
    );
  });
  it('offers to add a line at the end of SKILL.md', () => {
    const findings = findingsOf({ 'SKILL.md': HEAD, ...file });
    const after = applyFix(HEAD, findings, 'Reference references/discounts.md at the end of SKILL.md');
    expect(after).toBe(`${HEAD}\nSee \`references/discounts.md\`.\n`);
    expect(orphans('', file, after)).toEqual([]);
  });
});

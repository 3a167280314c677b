/** Rules about references inside a skill: bare names, headings, depth, reachability. */
import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, markFindings, removeMarks, settings } from '../testing.ts';

type Files = Readonly<Record<string, string>>;

/** Expects a rule to report exactly the text between `«»`. */
function expectMarks(code: string, body: string, files: Files, document = 'SKILL.md'): void {
  const text = document === 'SKILL.md' ? HEAD + body : body;
  const all =
    document === 'SKILL.md' ? { ...files, 'SKILL.md': text } : { 'SKILL.md': HEAD, ...files, [document]: text };
  expect(markFindings(removeMarks(text), findingsOf(all, document), code)).toBe(text);
}

describe('reference.bare', () => {
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
    ['not a file that the skill writes', 'Save the answer to `pricing.md`.'],
    ["not the user's own", 'Read `pricing.md` in the user’s project.'],
    ['not a common file name', 'Open `index.html`.'],
    ['not an unknown name', 'Read `prices.md`.'],
  ])('reports %s', (_, body) => expectMarks('reference.bare', body, files));

  it('reports nothing if two files have the name', () =>
    expectMarks('reference.bare', 'Read `pricing.md`.', { ...files, 'assets/pricing.md': '' }));

  it('inserts the folder', () => {
    const text = `${HEAD}Read [pricing](pricing.md).`;
    expect(applyFix(text, findingsOf({ ...files, 'SKILL.md': text }))).toBe(
      `${HEAD}Read [pricing](references/pricing.md).`,
    );
  });
});

describe('reference.anchor', () => {
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
  ])('reports only the anchor: %s', (_, body) => expectMarks('reference.anchor', body, files));

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
});

describe('a link without its extension', () => {
  it('is reported as an incomplete name, with the extension as its fix', () => {
    const text = `${HEAD}Read [the rates](./references/rates#eu).\n`;
    const findings = findingsOf({ 'SKILL.md': text, 'references/rates.md': '# EU\n' });
    expect(findings.map(({ code, target }) => [code, target])).toEqual([['reference.bare', './references/rates']]);
    expect(applyFix(text, findings)).toContain('[the rates](./references/rates.md#eu)');
  });
});

describe('reference.too-deep', () => {
  const deep = (manifest: string, files: Files, document: string) =>
    findingsOf({ 'SKILL.md': HEAD + manifest, ...files }, document)
      .filter(({ code }) => code === 'reference.too-deep')
      .map(({ target, severity }) => `${severity} ${target}`);
  const files = {
    'references/a.md': 'See [b](b.md).',
    'references/b.md': 'See [c](c.md), back to [a](a.md).',
    'references/c.md': '',
  };

  it('reports a document that SKILL.md does not reference, at its first reference', () => {
    expect(deep('Read `references/a.md`.', files, 'references/a.md')).toEqual(['hint b.md']);
    expect(deep('Read `references/a.md`.', files, 'references/b.md')).toEqual(['hint c.md']);
  });

  it('reports nothing if SKILL.md names the file or its folder', () => {
    expect(deep('Read `references/a.md` and `references/b.md`.', files, 'references/a.md')).toEqual([]);
    expect(deep('Read the matching file in `references/`.', files, 'references/a.md')).toEqual([]);
  });

  it('ignores scripts, templates and unreachable documents', () => {
    expect(
      deep(
        'Read `references/a.md`.',
        { 'references/a.md': 'Run `scripts/x.py`.', 'scripts/x.py': '' },
        'references/a.md',
      ),
    ).toEqual([]);
    expect(deep('', files, 'references/a.md')).toEqual([]);
    const copied = { 'assets/a.md': 'See [b](b.md).', 'assets/b.md': '' };
    expect(deep('Copy `assets/a.md`.', copied, 'assets/a.md')).toEqual([]);
  });
});

describe('reference.unreachable', () => {
  const body = 'Read [it](guide.md), `templates/x.md`, `references/a.md` and [this](SKILL.md).';
  const files = { 'SKILL.md': HEAD + body, 'guide.md': '', 'templates/x.md': '', 'references/a.md': '' };

  it('reports files that ADK cannot load, only under its profile', () => {
    const targets = (profile: string) =>
      findingsOf(files, 'SKILL.md', settings({ profile }))
        .filter(({ code }) => code === 'reference.unreachable')
        .map(({ target }) => target);
    expect(targets('adk')).toEqual(['guide.md', 'templates/x.md']);
    expect(targets('auto')).toEqual([]);
    expect(targets('claude')).toEqual([]);
  });
});

/** Rules about what leads where inside a skill: bare names, headings, depth, reach. */
import { describe, expect, it } from 'vitest';
import { findingsOf, fixed, HEAD, marked, settings, unmarked } from '../testing.ts';

type Files = Readonly<Record<string, string>>;

/** What a rule marks is exactly what stands between `«»`. */
function expectMarks(code: string, body: string, files: Files, document = 'SKILL.md'): void {
  const text = document === 'SKILL.md' ? HEAD + body : body;
  const all =
    document === 'SKILL.md' ? { ...files, 'SKILL.md': text } : { 'SKILL.md': HEAD, ...files, [document]: text };
  expect(marked(unmarked(text), findingsOf(all, document), code)).toBe(text);
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
    ['not where its folder stands in brackets', 'In `<references>/`. Read `pricing.md`.'],
    ['each link', 'Read [pricing](«pricing.md»), then [it](«pricing.md») again.'],
    ['not beside its path', 'Read `references/pricing.md`. All of `pricing.md` counts.'],
    ['not where its path stands elsewhere', 'Read `pricing.md`.\n\n# Files\n\n- `references/pricing.md`'],
    ['not under its folder', '## Files in `references/`\n\n### Prices\n\n- `pricing.md`: prices'],
    ['not where its folder is told later', 'Read `pricing.md`.\n\n## Files\n\nIn `references/`:\n\n- `pricing.md`'],
    ['not what the skill writes', 'Save the answer to `pricing.md`.'],
    ["not the user's own", 'Read `pricing.md` in the user’s project.'],
    ['not a name that every project has', 'Open `index.html`.'],
    ['not a name that nothing has', 'Read `prices.md`.'],
  ])('marks %s', (_, body) => expectMarks('reference.bare', body, files));

  it('is silent where two files have the name', () =>
    expectMarks('reference.bare', 'Read `pricing.md`.', { ...files, 'assets/pricing.md': '' }));

  it('writes the folder', () => {
    const text = `${HEAD}Read [pricing](pricing.md).`;
    expect(fixed(text, findingsOf({ ...files, 'SKILL.md': text }))).toBe(
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
    ['a heading that is not there', '[x](references/pricing.md#«refunds»)'],
    ['one repeat too many', '[x](references/pricing.md#discounts-1), [y](references/pricing.md#«discounts-2»)'],
    ['in code too', 'Read `references/pricing.md#«refunds»`.'],
    ['within the document', '## Steps\n\n[on](#steps), [off](#«stages»)'],
    ['a definition', '[x]\n\n[x]: #«none»'],
    ['a list of contents', '- [one](#one)\n- [two](#«two»)\n\n## One\n'],
    ['what is well', '[a](references/pricing.md#pricing--plans) [b](references/pricing.md#code-and-more)'],
    [
      'ids, names, quotations',
      '[a](references/pricing.md#old) [b](references/pricing.md#quoted) [c](references/pricing.md#own-id)',
    ],
    ['other spellings of one that is there', '[a](references/pricing.md#Pricing-Plans) [b](#top) [c](#L3)'],
    ['what is to be filled in', '[a](references/pricing.md#<topic>) [b](#{id})'],
    ['no code, no fence', '`[a](#none)`\n\n```md\n[a](#none)\n```'],
    ['nothing without a name', '[a](#)'],
  ])('marks the anchor alone: %s', (_, body) => expectMarks('reference.anchor', body, files));

  it('leaves the contents of a template alone, which the user writes', () => {
    const files = { 'SKILL.md': HEAD, 'assets/manual.md': '- [One](#one)\n', 'references/b.md': '- [One](#one)\n' };
    const codes = (document: string) => findingsOf(files, document).map(({ code }) => code);
    expect(codes('assets/manual.md')).toEqual([]);
    expect(codes('references/b.md')).toEqual(['reference.anchor']);
  });

  it('names the likeliest heading', () => {
    const text = `${HEAD}[x](references/pricing.md#discount)`;
    expect(fixed(text, findingsOf({ ...files, 'SKILL.md': text }))).toBe(`${HEAD}[x](references/pricing.md#discounts)`);
  });
});

describe('a link without its extension', () => {
  it('is told as a name that lacks a part, with the extension as its fix', () => {
    const text = `${HEAD}Read [the rates](./references/rates#eu).\n`;
    const findings = findingsOf({ 'SKILL.md': text, 'references/rates.md': '# EU\n' });
    expect(findings.map(({ code, target }) => [code, target])).toEqual([['reference.bare', './references/rates']]);
    expect(fixed(text, findings)).toContain('[the rates](./references/rates.md#eu)');
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

  it('marks a document that SKILL.md does not lead to, where one comes there first', () => {
    expect(deep('Read `references/a.md`.', files, 'references/a.md')).toEqual(['hint b.md']);
    expect(deep('Read `references/a.md`.', files, 'references/b.md')).toEqual(['hint c.md']);
  });

  it('is silent where SKILL.md names the file or its folder', () => {
    expect(deep('Read `references/a.md` and `references/b.md`.', files, 'references/a.md')).toEqual([]);
    expect(deep('Read the matching file in `references/`.', files, 'references/a.md')).toEqual([]);
  });

  it('leaves scripts, templates and documents that nobody comes to alone', () => {
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

  it('marks what ADK cannot load, under its profile alone', () => {
    const targets = (profile: string) =>
      findingsOf(files, 'SKILL.md', settings({ profile }))
        .filter(({ code }) => code === 'reference.unreachable')
        .map(({ target }) => target);
    expect(targets('adk')).toEqual(['guide.md', 'templates/x.md']);
    expect(targets('auto')).toEqual([]);
    expect(targets('claude')).toEqual([]);
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: prefixes as authors write them
/** Fixes and messages for unusual texts: trees, plugins, names with spaces, YAML values that need quotes. */
import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, workspaceOf } from '../../test/equipment/server/server.ts';
import type { Finding } from './rule/rule.ts';

const titles = (findings: readonly Finding[], code: string): readonly string[] =>
  findings.filter((one) => one.code === code).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
/** Returns the body after the preferred fix of a rule. */
function fixedBody(body: string, code: string, files: Readonly<Record<string, string>>): string {
  const text = HEAD + body;
  const findings = findingsOf({ 'SKILL.md': text, ...files }).filter((one) => one.code === code);
  return applyFix(text, findings).slice(HEAD.length);
}

describe('a path that replaces another', () => {
  it('is only the name in a tree', () => {
    const tree = '```\nnotes/\n├── SKILL.md\n└── references/\n    ├── NAME\n    └── tax.md\n```\n';
    const files = { 'references/prices.md': '', 'references/tax.md': '' };
    expect(fixedBody(tree.replace('NAME', 'pricse.md'), 'reference.missing', files)).toBe(
      tree.replace('NAME', 'prices.md'),
    );
  });
  it('is not written into a tree under another folder', () => {
    const tree = '```\nnotes/\n├── SKILL.md\n├── assets/\n│   └── prices.md\n└── references/\n    └── tax.md\n```\n';
    const findings = findingsOf({ 'SKILL.md': HEAD + tree, 'references/prices.md': '', 'references/tax.md': '' });
    const found = findings.filter(({ covers }) => covers?.includes('prices.md'));
    expect(found).toMatchObject([{ code: 'reference.missing', target: 'assets/' }]);
    expect(titles(found, 'reference.missing').filter((title) => title.startsWith('Change'))).toEqual([]);
  });
  it('is shown in full for a tree entry', () => {
    const tree = '```\nnotes/\n├── SKILL.md\n└── references/\n    ├── gone.md\n    └── tax.md\n```\n';
    expect(findingsOf({ 'SKILL.md': HEAD + tree, 'references/tax.md': '' })[0]?.message).toContain(
      'no file `references/gone.md`',
    );
  });
  it.each([
    ['```bash\npython scripts/fil-form.py a.pdf\n```\n', '```bash\npython "scripts/fill form.py" a.pdf\n```\n'],
    ['```bash\npython "scripts/fil-form.py"\n```\n', '```bash\npython "scripts/fill form.py"\n```\n'],
    ['Run `python scripts/fil-form.py`.', 'Run `python "scripts/fill form.py"`.'],
    ['Read `scripts/fil-form.py`.', 'Read `scripts/fill form.py`.'],
  ])('is quoted in a command if it has spaces: %s', (body, after) => {
    expect(fixedBody(body, 'reference.missing', { 'scripts/fill form.py': '' })).toBe(after);
  });
  it('is never its own document', () => {
    const files = { 'SKILL.md': `${HEAD}Read \`references/a1.md\`.`, 'references/a1.md': 'See [b](a2.md).' };
    expect(findingsOf(files, 'references/a1.md')[0]).toMatchObject({ code: 'reference.missing', suggestions: [] });
  });
  it('explains a difference in Unicode encoding', () => {
    const findings = findingsOf({
      'SKILL.md': `${HEAD}Read \`references/${'grün.md'.normalize('NFD')}\`.`,
      'references/grün.md': '',
    });
    expect(findings[0]?.message).toMatch(/looks the same.*Unicode/);
  });
});

describe('a path from a plugin’s folder', () => {
  const root = '/work/plug/skills/notes';
  const findings = (command: string, more: Readonly<Record<string, string>> = {}): readonly Finding[] =>
    workspaceOf({
      '/work/plug/.claude-plugin/plugin.json': '{}',
      [`${root}/SKILL.md`]: `${HEAD}Run \`bash \${CLAUDE_PLUGIN_ROOT}/${command}\`.`,
      ...more,
    }).diagnose(`${root}/SKILL.md`)?.findings ?? [];

  it('is reported as missing from the plugin, not from the skill', () => {
    const [finding] = findings('scripts/run.sh', { [`${root}/scripts/run.sh`]: '' });
    expect(finding).toMatchObject({ code: 'reference.missing', suggestions: ['scripts/run.sh'] });
    expect(finding?.message).toContain('The plugin has no file `scripts/run.sh`');
    expect(finding?.message).toContain('Did you mean `skills/notes/scripts/run.sh`?');
    expect(finding?.fixes?.[0]).toMatchObject({ edits: [{ text: 'skills/notes/scripts/run.sh' }] });
  });
  it('is not created in the skill', () => {
    const found = findings('scripts/gone.sh');
    expect(found).toMatchObject([{ code: 'reference.missing' }]);
    expect(titles(found, 'reference.missing').filter((title) => title.startsWith('Create'))).toEqual([]);
  });
});

describe('a mention of a folder', () => {
  it('is reported with a guess that excludes the verb', () => {
    const body = 'Load the matching persona file from `personas/`.';
    const [finding] = findingsOf({ 'SKILL.md': HEAD + body, 'personas/anna.md': '', 'personas/ben.md': '' });
    expect(finding?.message).toContain('names a folder but none of its files');
    expect(finding?.message).toContain('`personas/persona.md`');
    expect(finding?.message).not.toContain('load');
  });
  it.each([
    'For the tone, see [the tone guide](https://example.com/tone).',
    'For the tone, see [the tone guide](#tone).\n\n## Tone\n',
    'For the tone, see [the tone guide][tone].\n\n[tone]: https://example.com/tone\n',
  ])('ignores the text of a link with another target: %s', (body) => {
    const findings = findingsOf({ 'SKILL.md': HEAD + body, 'references/tone.md': '' });
    expect(findings.filter(({ code }) => code === 'reference.guessable')).toEqual([]);
  });
});

/** Returns a SKILL.md's text in a folder after its preferred fix. */
function textAfterFix(text: string, folder: string, code: string): string {
  const path = `/work/${folder}/SKILL.md`;
  const findings = workspaceOf({ [path]: text }).diagnose(path)?.findings ?? [];
  return applyFix(
    text,
    findings.filter((one) => one.code === code),
  );
}
const skillNamed = (name: string): string => `---\nname: ${name}\ndescription: d\n---\n`;

describe('a name', () => {
  it.each([
    ['42', '42', '"42"'],
    ['true', 'on', '"on"'],
    ['weekly', 'no', '"no"'],
    ['Weekly', 'weekly', 'weekly'],
  ])('%s in the folder %s becomes %s', (name, folder, after) =>
    expect(textAfterFix(skillNamed(name), folder, 'frontmatter.name')).toBe(skillNamed(after)),
  );
  it('is not suggested if the folder cannot have it; the folder should be renamed', () => {
    const path = '/work/Ü b/SKILL.md';
    const [finding] = workspaceOf({ [path]: skillNamed('x') }).diagnose(path)?.findings ?? [];
    expect(finding).toMatchObject({ code: 'frontmatter.name', suggestions: [] });
    expect(finding?.message).toContain('Rename the folder');
    expect(titles([finding as Finding], 'frontmatter.name').filter((title) => title.startsWith('Change'))).toEqual([]);
  });
  it('is not added if `Name` exists', () => {
    const text = '---\nName: notes\ndescription: d\n---\n';
    expect(textAfterFix(text, 'notes', 'frontmatter.name')).toBe(skillNamed('notes'));
  });
  it('is not added if `Description` exists either', () => {
    const text = '---\nname: notes\nDescription: d\n---\n';
    expect(textAfterFix(text, 'notes', 'frontmatter.description')).toBe(skillNamed('notes'));
  });
});

describe('frontmatter that cannot be parsed', () => {
  it.each([
    ['Use it when: asked', '"Use it when: asked"'],
    ['@mention someone', '"@mention someone"'],
    ['`git commit` helper', '"`git commit` helper"'],
    ['**Bold** words', '"**Bold** words"'],
    ['%s formats', '"%s formats"'],
    ['[issue] [priority]', '"[issue] [priority]"'],
    ['Use when: a\n  and continues: b', '"Use when: a and continues: b"'],
  ])('puts %j in quotes', (value, after) =>
    expect(textAfterFix(`---\nname: notes\ndescription: ${value}\n---\n`, 'notes', 'frontmatter.syntax')).toBe(
      `---\nname: notes\ndescription: ${after}\n---\n`,
    ),
  );
  it.each([
    ['name: notes\ndescription: d\nname: x', 'The field `name` occurs twice.'],
    ['name: notes\ndescription: d\nmetadata:\n\ta: b', 'Tabs are not allowed as indentation.'],
    ['name: notes\ndescription: "unfinished', '`description` has no closing quotation mark.'],
    ['name: notes\ndescription: [a', 'Missing closing `]`.'],
    ['name: notes\ndescription: *gone', 'Undefined alias `*gone`.'],
  ])('explains the error in %j', (yaml, message) => {
    const path = '/work/notes/SKILL.md';
    const [finding] = workspaceOf({ [path]: `---\n${yaml}\n---\n` }).diagnose(path)?.findings ?? [];
    expect(finding?.message).toContain(message);
  });
  it('is moved to the top from below blank lines or a comment', () => {
    expect(textAfterFix(`\n${skillNamed('notes')}# A\n`, 'notes', 'frontmatter.missing')).toBe(
      `${skillNamed('notes')}# A\n`,
    );
    expect(textAfterFix(`<!-- © We -->\n\n${skillNamed('notes')}# A\n`, 'notes', 'frontmatter.missing')).toBe(
      `${skillNamed('notes')}<!-- © We -->\n\n# A\n`,
    );
  });
  it.each([
    ['---\nname: notes\n\n# A\n', 'frontmatter.syntax'],
    ['# A\n', 'frontmatter.missing'],
  ])('is not broken further by a suppression comment: %j', (text, code) => {
    const path = '/work/notes/SKILL.md';
    const findings = workspaceOf({ [path]: text }).diagnose(path)?.findings ?? [];
    for (const title of titles(findings, code).filter((one) => one.startsWith('Suppress'))) {
      const after = applyFix(text, findings, title);
      const left = workspaceOf({ [path]: after }).diagnose(path)?.findings ?? [];
      expect(left).toEqual([]);
    }
  });
});

describe('a custom field', () => {
  it('is not moved if metadata already has that name', () => {
    const path = '/work/notes/SKILL.md';
    const text = '---\nname: notes\ndescription: d\nversion: 1.0\nmetadata:\n  version: "2"\n---\n';
    expect(titles(workspaceOf({ [path]: text }).diagnose(path)?.findings ?? [], 'frontmatter.unknown')).toEqual([]);
  });
});

it('reports that a description is a list or a map', () => {
  const path = '/work/notes/SKILL.md';
  const text = '---\nname: notes\ndescription:\n  - a\n  - b\n---\n';
  const [finding] = workspaceOf({ [path]: text }).diagnose(path)?.findings ?? [];
  expect(finding?.message).toContain('is a list. Write it as a string');
});

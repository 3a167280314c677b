import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, HEAD, markFindings, removeMarks, workspaceOf } from '../testing.ts';

const files = {
  'references/action-items.md': '# Items\n',
  'references/billing rules.md': '# Rules\n',
  'scripts/sizes.sh': '',
  'assets/Logo.png': '',
};

/** Expects a rule to report exactly the text between `«»` in SKILL.md. */
function expectMarks(code: string, body: string): void {
  const text = HEAD + body;
  expect(markFindings(removeMarks(text), findingsOf({ ...files, 'SKILL.md': text }), code)).toBe(text);
}

/** Returns the body of SKILL.md after the preferred fix. */
function fix(body: string, title?: string): string {
  const text = HEAD + body;
  return applyFix(text, findingsOf({ ...files, 'SKILL.md': text }), title).slice(HEAD.length);
}

describe('reference.missing', () => {
  it.each([
    ['a link', 'Read [items](«references/items-list.md»).'],
    ['a link with anchor and title', 'Read [items](«references/items-list.md»#form "the form").'],
    ['a link in angle brackets', 'Read [items](<«references/items list.md»>).'],
    ['code', 'Read `«references/items-list.md»` first.'],
    ['a command in code', 'Run `sh «scripts/shrink.sh» --fast`.'],
    ['a command in a fence', 'Run:\n\n```sh\nsh «scripts/shrink.sh» a b\n```\n'],
    ['a path in the text', 'See «references/items-list.md», then continue.'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as skills write it
    ['a prefix for the skill', 'Run `python ${CLAUDE_SKILL_DIR}/«scripts/shrink.py»`.'],
    ['two on one line', 'Read `«references/a.md»` and `«references/b.md»`.'],
    [
      'nothing if all paths exist',
      'Read `references/action-items.md`, run `scripts/sizes.sh`, see https://example.com/references/x.md.',
    ],
  ])('reports only the path: %s', (_, body) => expectMarks('reference.missing', body));

  it('suggests the most likely file, written in the style of the reference', () => {
    expect(fix('Read [items](./references/action-item.md#form "how").')).toBe(
      'Read [items](./references/action-items.md#form "how").',
    );
    expect(fix('Run `sh scripts/size.sh .`.')).toBe('Run `sh scripts/sizes.sh .`.');
    expect(fix('Read [rules](references/billing-rules.md).')).toBe('Read [rules](references/billing%20rules.md).');
    expect(fix('Read [rules](<references/billing-rules.md>).')).toBe('Read [rules](<references/billing rules.md>).');
  });

  it('writes a link in another document relative to it', () => {
    const guide = 'See [items](action-item.md).\n';
    const findings = findingsOf({ ...files, 'SKILL.md': HEAD, 'references/guide.md': guide }, 'references/guide.md');
    expect(findings.map(({ suggestions }) => suggestions)).toEqual([['references/action-items.md']]);
    expect(applyFix(guide, findings)).toBe('See [items](action-items.md).\n');
  });

  it('offers to create the file, but never outside the skill', () => {
    const creates = (body: string) =>
      findingsOf({ ...files, 'SKILL.md': HEAD + body }).flatMap(({ fixes = [] }) =>
        fixes.flatMap((one) => (one.kind === 'create' ? [one.path] : [])),
      );
    expect(creates('Read `references/new.md`.')).toEqual(['references/new.md']);
    expect(creates('Read [it](../other/new.md).')).toEqual([]);
    expect(creates('Read `references/action-*.md` and `references/plan-*.md`.')).toEqual([]);
  });
});

describe('reference.case', () => {
  it('reports the path and corrects its case', () => {
    expectMarks('reference.case', 'Read `«references/Action-Items.md»` and [logo](«assets/logo.png»).');
    expect(fix('Read `references/Action-Items.md`.')).toBe('Read `references/action-items.md`.');
    expect(fix('A [logo](./assets/logo.png).')).toBe('A [logo](./assets/Logo.png).');
  });
});

describe('paths with targets elsewhere', () => {
  const two = {
    '/work/.git/HEAD': '',
    '/work/notes/SKILL.md': `${HEAD}Read \`references/pricing.md\`, [shared](../shared/terms.md) and [far](../../../etc/hosts).`,
    '/work/billing/SKILL.md': '---\nname: billing\ndescription: Bills.\n---\n',
    '/work/billing/references/pricing.md': '',
    '/work/shared/terms.md': '',
  };

  it('are distinguished: another skill, outside the skill, outside the repository', () => {
    const { findings = [] } = workspaceOf(two).diagnose('/work/notes/SKILL.md') ?? {};
    expect(findings.map(({ code, severity, target }) => [code, severity, target])).toEqual([
      ['reference.other-skill', 'warning', 'references/pricing.md'],
      ['reference.outside-skill', 'information', '../shared/terms.md'],
      ['reference.escapes', 'warning', '../../../etc/hosts'],
    ]);
  });

  it('are corrected to a relative path to the other skill', () => {
    const { findings = [] } = workspaceOf(two).diagnose('/work/notes/SKILL.md') ?? {};
    const [first] = findings;
    expect(first?.suggestions).toEqual(['../billing/references/pricing.md']);
    expect(applyFix(two['/work/notes/SKILL.md'], findings)).toContain('Read `../billing/references/pricing.md`');
  });

  it('of another skill by name are reported if that skill has no such file', () => {
    const text = `${HEAD}See \`prices.md\` of the \`billing\` skill.\n\nSee \`pricing.md\` of the \`billing\` skill.`;
    const { findings = [] } =
      workspaceOf({ ...two, '/work/notes/SKILL.md': text }).diagnose('/work/notes/SKILL.md') ?? {};
    expect(findings.map(({ code, target }) => [code, target])).toEqual([['reference.other-skill', 'prices.md']]);
  });

  it('outside the skill are reported once per target', () => {
    const text = `${HEAD}See [terms](../shared/terms.md), then \`../shared/terms.md\` and [more](../shared/more.md).`;
    const files = { ...two, '/work/notes/SKILL.md': text, '/work/shared/more.md': '' };
    const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
    expect(findings.map(({ target }) => target)).toEqual(['../shared/terms.md', '../shared/more.md']);
  });

  it.each([
    ['plugin', 'pack/skills/notes', 'pack/.claude-plugin/plugin.json', 'pack/shared/terms.md'],
    ['plugin that is the repository', 'skills/notes', '.claude-plugin/plugin.json', 'shared/terms.md'],
    ['extension of another client', 'skills/notes', 'gemini-extension.json', 'shared/terms.md'],
    ['project that the skill belongs to', '.github/skills/notes', 'package.json', '.github/shared/terms.md'],
    ['project that the skill belongs to, higher up', 'app/.claude/skills/notes', 'package.json', 'app/shared/terms.md'],
  ])('outside the skill are allowed in a %s', (_, root, marker, file) => {
    const path = `/work/${root}/SKILL.md`;
    const up = file.startsWith('app') ? '../../../' : '../../';
    const files = { '/work/.git/HEAD': '', [path]: `${HEAD}[x](${up}shared/terms.md)`, [`/work/${file}`]: '' };
    const codes = (more: Record<string, string>) =>
      workspaceOf({ ...files, ...more })
        .diagnose(path)
        ?.findings.map(({ code }) => code);
    expect(codes({ [`/work/${marker}`]: '{}' })).toEqual([]);
    // A collection of skills that are installed individually.
    if (!root.includes('.')) expect(codes({})).toEqual(['reference.outside-skill']);
  });

  it('are allowed if they name the project’s own file from its root', () => {
    const project = {
      '/work/.git/HEAD': '',
      '/work/.claude/skills/notes/SKILL.md': `${HEAD}Edit \`packages/api/routes.ts\`.`,
      '/work/packages/api/routes.ts': '',
    };
    expect(workspaceOf(project).diagnose('/work/.claude/skills/notes/SKILL.md')?.findings).toEqual([]);
  });
});

it('checks thousands of links to missing headings among as many headings in time', () => {
  const many = (line: (i: number) => string) => Array.from({ length: 4_000 }, (_, i) => line(i)).join('\n\n');
  const text = `${HEAD}${many((i) => `## Heading ${i}`)}\n\n${many((i) => `[x](#part-${i})`)}\n`;
  const workspace = workspaceOf({ '/work/.git/HEAD': '', '/work/notes/SKILL.md': text });
  const startTime = process.threadCpuUsage().user;
  const { findings = [] } = workspace.diagnose('/work/notes/SKILL.md') ?? {};
  expect(process.threadCpuUsage().user - startTime).toBeLessThan(3_000_000);
  expect(findings.filter(({ code }) => code === 'reference.anchor').length).toBeGreaterThan(0);
});

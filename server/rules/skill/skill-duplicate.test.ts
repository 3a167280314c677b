import { expect, it } from 'vitest';
import { workspaceOf } from '../../../test/equipment/server/server.ts';

const skill = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n`;
const messages = (files: Readonly<Record<string, string>>, path: string): readonly string[] =>
  (workspaceOf(files).diagnose(path)?.findings ?? [])
    .filter(({ code }) => code === 'skill.duplicate')
    .map(({ message }) => message);

it('reports two skills with the same name in one collection', () => {
  const files = { '/work/skills/a/x/SKILL.md': skill('x'), '/work/skills/b/x/SKILL.md': skill('x') };
  expect(messages(files, '/work/skills/a/x/SKILL.md')).toEqual([expect.stringMatching(/`b\/x` is also named `x`/)]);
  expect(messages(files, '/work/skills/b/x/SKILL.md')).toEqual([expect.stringMatching(/`a\/x` is/)]);
});

it('ignores copies for other clients and packages, samples inside a skill, and other names', () => {
  const files = {
    '/work/.claude/skills/x/SKILL.md': skill('x'),
    '/work/.github/skills/x/SKILL.md': skill('x'),
    '/work/one/skills/x/SKILL.md': skill('x'),
    '/work/one/skills/owner/repository/x/SKILL.md': skill('x'),
    '/work/one/skills/x/examples/x/SKILL.md': skill('x'),
    '/work/one/skills/deep/x/SKILL.md': skill('y'),
    '/work/one/skills/none/SKILL.md': '# No frontmatter\n',
    '/work/one/skills/sub/none/SKILL.md': '# No frontmatter\n',
  };
  for (const path of Object.keys(files)) expect(messages(files, path), path).toEqual([]);
});

it('reports the same description in a folder that clients search', () => {
  const described = (name: string, description: string, more = '') =>
    `---\nname: ${name}\ndescription: ${description}\n${more}---\n`;
  const files = {
    '/work/.claude/skills/pdf/SKILL.md': described('pdf', 'Helps with PDFs.'),
    '/work/.claude/skills/pdf-tools/SKILL.md': described('pdf-tools', '>-\n  Helps\n  with PDFs.'),
    '/work/.claude/skills/hidden/SKILL.md': described('hidden', 'Helps with PDFs.', 'disable-model-invocation: true\n'),
    '/work/.claude/skills/other/SKILL.md': described('other', 'Helps with PDF files.'),
    '/work/.claude/skills/empty/SKILL.md': described('empty', '""'),
    '/work/.claude/skills/none/SKILL.md': described('none', '""'),
    '/work/skills/a/SKILL.md': described('a', 'Helps.'),
    '/work/skills/b/SKILL.md': described('b', 'Helps.'),
  };
  const reported = Object.keys(files).filter((path) => messages(files, path).length > 0);
  expect(reported).toEqual(['/work/.claude/skills/pdf/SKILL.md', '/work/.claude/skills/pdf-tools/SKILL.md']);
  expect(messages(files, '/work/.claude/skills/pdf/SKILL.md')).toEqual([
    '`pdf-tools` has the same description, and a model sees no difference. Say what only this skill does.',
  ]);
});

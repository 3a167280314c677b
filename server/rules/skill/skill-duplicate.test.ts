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

import { expect, it } from 'vitest';
import { applyFix, HEAD, markFindings, removeMarks, workspaceOf } from '../../../test/equipment/server/server.ts';

it.each([
  ['a path out of the repository', 'Read [hosts](«../../../etc/hosts») first.'],
  ['each path', 'Read [hosts](«../../../etc/hosts») and [terms](«../../../shared/terms.md»).'],
  ['nothing for a path outside the skill, but in the repository', 'Read [terms](../shared/terms.md) first.'],
  ['nothing for a path in the skill', 'Read `references/../references/a.md` first.'],
])('reports %s', (_, body) => {
  const text = HEAD + body;
  const files = {
    '/work/.git/HEAD': '',
    '/work/notes/SKILL.md': removeMarks(text),
    '/work/notes/references/a.md': '',
    '/work/shared/terms.md': '',
  };
  const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
  expect(markFindings(removeMarks(text), findings, 'reference.escapes')).toBe(text);
});

it('suggests the file that exists with fewer `../`', () => {
  const text = `${HEAD}Read [../../../shared/terms.md](../../../shared/terms.md) and [hosts](../../../etc/hosts).`;
  const files = { '/work/.git/HEAD': '', '/work/notes/SKILL.md': text, '/work/shared/terms.md': '' };
  const { findings = [] } = workspaceOf(files).diagnose('/work/notes/SKILL.md') ?? {};
  expect(findings.map(({ suggestions }) => suggestions)).toEqual([['../shared/terms.md'], []]);
  expect(applyFix(text, findings)).toBe(
    `${HEAD}Read [../shared/terms.md](../shared/terms.md) and [hosts](../../../etc/hosts).`,
  );
});

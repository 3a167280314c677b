import { expect, test } from 'vitest';
import { enclosingSkill } from './enclosing-skill.ts';

const skills = [{ root: '/work/skills' }, { root: '/work/skills/inner' }, { root: '/work/other' }];

test.each([
  ['/work/skills/inner/references/a.md', '/work/skills/inner'],
  ['/work/skills/SKILL.md', '/work/skills'],
  ['/work/skills-2/SKILL.md', undefined],
  ['/work/README.md', undefined],
  [undefined, undefined],
])('%s belongs to %s', (file, root) => {
  expect(enclosingSkill(skills, file)?.root).toBe(root);
});

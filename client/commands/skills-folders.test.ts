import { expect, it } from 'vitest';
import { skillsFolders } from './skills-folders.ts';

const format = (roots: readonly string[]) => skillsFolders(roots).map(({ path, skills }) => `${path} ${skills}`);

it('lists folders by number of skills, followed by the folders that clients read', () => {
  const many = Array.from({ length: 80 }, (_, number) => `company/library/skill-${number}`);
  expect(format(['.claude/skills/one', ...many, 'top'])).toEqual([
    'company/library 80',
    ' 1',
    '.claude/skills 1',
    '.github/skills 0',
    '.agents/skills 0',
    'skills 0',
  ]);
});

it('never offers a folder inside a skill', () => {
  expect(format(['skills/outer', 'skills/outer/skills/inner'])[0]).toBe('skills 1');
  expect(format([''])[0]).toBe('.claude/skills 0');
});

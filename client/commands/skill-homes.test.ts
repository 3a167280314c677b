import { expect, it } from 'vitest';
import { homesOf } from './skill-homes.ts';

const shown = (roots: readonly string[]) => homesOf(roots).map(({ path, skills }) => `${path} ${skills}`);

it('the folder with most skills comes first, then the others, then those where clients look', () => {
  const many = Array.from({ length: 80 }, (_, number) => `company/library/skill-${number}`);
  expect(shown(['.claude/skills/one', ...many, 'top'])).toEqual([
    'company/library 80',
    ' 1',
    '.claude/skills 1',
    '.github/skills 0',
    '.agents/skills 0',
    'skills 0',
  ]);
});

it('nothing goes into a skill', () => {
  expect(shown(['skills/outer', 'skills/outer/skills/inner'])[0]).toBe('skills 1');
  expect(shown([''])[0]).toBe('.claude/skills 0');
});

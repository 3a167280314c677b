import { expect, test } from 'vitest';
import { isInside } from './is-inside.ts';

test.each([
  ['/work/shop', true],
  ['/work/shop/skills/a/SKILL.md', true],
  ['/work/shop/..rc/a.md', true],
  ['/work/shop/../other/a.md', false],
  ['/work/shop-2/a.md', false],
  ['/etc/passwd', false],
  ['skills/a.md', false],
  ['/work/shop/a\0.md', false],
  ['', false],
])('%j is inside the workspace: %s', (path, inside) => {
  expect(isInside(['/work/lib', '/work/shop'], path)).toBe(inside);
});

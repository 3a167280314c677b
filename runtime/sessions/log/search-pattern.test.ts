import { expect, it } from 'vitest';
import { searchMatcher } from './search-pattern.ts';

it.each([
  ['**/brewing_guide*', 'references/brewing_guide.md', true],
  ['brewing_guide.md', 'references/brewing_guide.md', true],
  ['references/*.{md,txt}', 'references/guide.md', true],
  ['references/*.{md,txt}', 'references/guide.py', false],
  ['references/[a-h]*.m?', 'references/guide.md', true],
  ['references/guide+.md', 'references/guide+.md', false],
  ['', 'references/guide.md', false],
  [`${'a'.repeat(201)}`, 'a'.repeat(201), false],
])('compares the pattern %j with %s: %s', (pattern, path, isMatch) => {
  expect(searchMatcher(pattern)(path)).toBe(isMatch);
});

it.each([
  `${'a*'.repeat(60)}b`,
  '(a+)+b',
  `${'[a]+'.repeat(30)}b`,
  `${'a{0,99}'.repeat(20)}b`,
  `${'{a,a}'.repeat(30)}b`,
  `${'+(a)'.repeat(20)}b`,
  `${'*a'.repeat(4)}b`,
  `*a*a*a{${'a,'.repeat(90)}}b`,
])('takes little time for the pattern %s', (pattern) => {
  const before = process.cpuUsage();
  const isMatch = searchMatcher(pattern);
  for (const length of [30, 60, 100, 2000]) expect(isMatch('a'.repeat(length))).toBe(false);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});

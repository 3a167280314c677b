import { expect, test } from 'vitest';
import { filesMatching } from './path-pattern.ts';
import { matchesWildcards } from './wildcards.ts';

test.each([
  ['a', 'a', true],
  ['a', 'ab', false],
  ['*', '', true],
  ['a*', 'abc', true],
  ['a*c', 'abc', true],
  ['a*a', 'a', false],
  ['*b*b', 'abab', true],
  ['*b*bab', 'abab', false],
  ['a**c', 'ac', true],
  ['.*x', 'aax', false],
])('%s compared with %s', (pattern, text, expected) =>
  expect(matchesWildcards(pattern.split('*'), text)).toBe(expected),
);

test('many wildcards take no longer than a few', () => {
  const start = process.cpuUsage();
  const text = 'a'.repeat(20_000);
  expect(matchesWildcards([...Array.from({ length: 2000 }, () => 'a'), 'b'], text)).toBe(false);
  const files = new Set(Array.from({ length: 100 }, (_, index) => `themes/${'a'.repeat(240)}${index}`));
  expect(filesMatching(`themes/${'*a'.repeat(40)}*b.md`, files)).toEqual([]);
  expect(filesMatching(`themes/${'**a'.repeat(40)}**b.md`, files)).toEqual([]);
  expect(filesMatching(`${'**/'.repeat(40)}themes/b.md`, files)).toEqual([]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});

test.each([
  ['themes/<name>.md', ['themes/dark.md', 'assets/themes/light.md', 'themes/a-b.md']],
  ['../themes/*-<mode>.MD', ['themes/a-b.md']],
  ['assets/**/light.md', ['assets/themes/light.md']],
  ['assets/**.md', ['assets/themes/light.md']],
  ['themes/<a>-<b><c>.md', ['themes/a-b.md']],
  ['../../themes/*a*-*b*.md', ['themes/a-b.md']],
  ['<a><b><c>s/dark.md', ['themes/dark.md']],
  ['themes/dark', []],
  ['*.md', []],
])('the files that %s matches', (pattern, expected) => {
  const files = ['themes/dark.md', 'assets/themes/light.md', 'themes/a-b.md', 'themes/dark.md.txt'];
  expect(filesMatching(pattern, new Set(files)).toSorted()).toEqual(expected.toSorted());
});

import { expect, it } from 'vitest';
import { MAX_STARRED, type PathPattern, pathMatcher } from './path-patterns.ts';

const said = (...patterns: readonly string[]) => {
  const find = pathMatcher(
    patterns.map((pattern): PathPattern => ({ pattern, meaning: 'example', file: '/work/.skillwright.json' })),
  );
  return (path: string) => find(path)?.pattern;
};

it.each<[pattern: string, matched: readonly string[], other: readonly string[]]>([
  ['reports/q1.md', ['reports/q1.md', 'reports/q1.md/'], ['reports/q2.md', 'q1.md', 'a/reports/q1.md']],
  ['reports/', ['reports/', 'reports', 'reports/a/b.md'], ['reports.md', 'a/reports/x.md']],
  ['./reports/*.md', ['reports/q1.md', 'reports/.md'], ['reports/q1.txt', 'reports/a/b.md', 'reports/md']],
  ['out/**', ['out/a', 'out/a/b.md', 'out/**'], ['out', 'out/', 'outer/a']],
  ['**/out/*.json', ['out/a.json', 'a/b/out/c.json', 'out/out/x.json'], ['out/a.md', '../out/c.json', 'out']],
  ['a/**/b/**/c*d', ['a/b/cd', 'a/x/b/y/z/c1d', 'a/b/b/cd/e'], ['a/c/d', 'b/cd', 'a/b/c/d']],
  ['*/*', ['a/b', 'a/b/c'], ['a', '../a']],
  ['a*b*c', ['abc', 'a1b2c', 'abbc'], ['ab', 'acb', 'abcd']],
  ['ab*ba', ['abba', 'ab1ba'], ['aba']],
  ['../shared/*.md', ['../shared/a.md'], ['shared/a.md', '../../shared/a.md']],
  ['../shared', ['../shared/a.md', '../shared/'], ['../other/a.md']],
  ['data/[id].json', ['data/[id].json'], ['data/i.json']],
  ['{{name}}/x(1)?.md', ['{{name}}/x(1)?.md'], ['name/x1.md']],
  ['!a.md', ['!a.md'], ['b.md']],
  ['.env*', ['.env', '.env.local'], ['env']],
  ['/etc/hosts', ['/etc/hosts'], ['etc/hosts']],
  ['./', [], ['a.md', '']],
  ['A.md', ['A.md'], ['a.md']],
])('%s matches the path, or the folder around it', (pattern, matched, other) => {
  expect(matched.map(said(pattern))).toEqual(matched.map(() => pattern));
  expect(other.map(said(pattern))).toEqual(other.map(() => undefined));
});

it('finds the first pattern that matches', () => {
  const find = said('reports/a.md', '*/*.md', 'reports/', 'reports/b.md');
  expect(['reports/a.md', 'reports/b.md', 'reports/b.txt'].map(find)).toEqual(['reports/a.md', '*/*.md', 'reports/']);
});

/** Processor time in milliseconds. */
function timeOf(act: () => void): number {
  const start = process.threadCpuUsage().user;
  act();
  return (process.threadCpuUsage().user - start) / 1000;
}

it.each([
  ['many stars', `${'*a'.repeat(40)}*b`],
  ['many folders', `${'**/a/'.repeat(14)}b`],
  ['both', `${'**/*a*a/'.repeat(14)}b`],
  ['too many parts', `${'**/a/'.repeat(40)}b`],
  ['a long name', `${'a'.repeat(100_000)}*`],
])('a pattern with %s does not block', (_, pattern) => {
  const find = said(...Array.from({ length: 200 }, (__, index) => `${pattern}${index}`));
  const paths = [`${'a/'.repeat(14)}x`, 'a'.repeat(399), `${'aaaaaaaaaaa/'.repeat(29)}x`, 'a/'.repeat(199)];
  const time = timeOf(() => {
    for (let index = 0; index < 25; index++) for (const path of paths) expect(find(`${path}${index}`)).toBeUndefined();
  });
  expect(time).toBeLessThan(3000);
  expect(find(`${pattern}7`)).toBe(`${pattern}7`);
});

it('looks up ten thousand patterns, of which a limited number have stars', () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `out/${index}.md`);
  const find = said(...paths, ...paths.map((path) => path.replace('.md', 'x*')));
  const time = timeOf(() => {
    for (const path of paths) expect(find(path)).toBe(path);
  });
  expect(find(`out/${MAX_STARRED - 1}xyz`)).toBe(`out/${MAX_STARRED - 1}x*`);
  expect(find(`out/${MAX_STARRED}xyz`)).toBeUndefined();
  expect(time).toBeLessThan(10_000);
});

import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { PAUSE } from '../confined/walk-limits.ts';
import { type FindOptions, findFiles } from './find-files.ts';
import { SearchLimits } from './search-limits.ts';

/** A file name and a pattern that take a backtracking engine minutes to match. */
const LONG = 'a'.repeat(200);
const MANY_STARS = `${'*a'.repeat(12)}*b`;

const find = (folder: string, pattern: string, options: Omit<FindOptions, 'limits'> = {}) =>
  [...findFiles(confined(folder), folder, pattern, { ...options, limits: new SearchLimits() })]
    .flatMap((file) => (file === PAUSE ? [] : [relative(folder, file.path)]))
    .toSorted();

const findNotIgnored = (folder: string) => find(folder, '**', { notIgnoredIn: folder });

/** Processor time in milliseconds. */
function timeOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test.each([MANY_STARS, `**/${MANY_STARS}`, `${'**/a*/'.repeat(8)}b`, `${'+(a|aa)'.repeat(8)}b`, '{a,'.repeat(2000)])(
  'the time for an expensive pattern is limited: %s',
  (pattern) => {
    const folder = writeFiles(temporaryFolder(), { [LONG]: '', [`${'a/'.repeat(100)}a`]: '' });
    expect(timeOf(() => expect(find(folder, pattern)).toEqual([]))).toBeLessThan(2000);
  },
);

test.each([
  ['**', ['.x', 'a/é.md', 'a/b.ts', 'a/b/c.test.ts', 'd+.js']],
  ['*.ts', ['a/b.ts', 'a/b/c.test.ts']],
  ['a/*.ts', ['a/b.ts']],
  ['**/*.{ts,js}', ['a/b.ts', 'a/b/c.test.ts', 'd+.js']],
  ['**/*b*/**/*c*t*s*', ['a/b/c.test.ts']],
  ['a/**/c*', ['a/b/c.test.ts']],
  ['?.ts', ['a/b.ts']],
  ['[a-b].ts', ['a/b.ts']],
  ['a/[!c].ts', ['a/b.ts']],
  ['a[!c]b.ts', []],
  ['@(b|x).ts', ['a/b.ts']],
  ['é*', ['a/é.md']],
  ['d+.js', ['d+.js']],
  ['./a/b.ts', ['a/b.ts']],
  ['!*.ts', ['.x', 'a/é.md', 'd+.js']],
  ['!a/**', ['.x', 'd+.js']],
  ['!(b).ts', []],
  ['', []],
] as const)('finds the files that %s matches', (pattern, expected) => {
  const files = { '.x': '', 'a/b.ts': '', 'a/b/c.test.ts': '', 'a/é.md': '', 'd+.js': '' };
  expect(find(writeFiles(temporaryFolder(), files), pattern)).toEqual(expected.toSorted());
});

test.each([MANY_STARS, `${'**/a*/'.repeat(8)}b`])('the time for a line of `.gitignore` is limited: %s', (line) => {
  const folder = writeFiles(temporaryFolder(), {
    '.gitignore': `${line}\n*x*y*z*\n`,
    [LONG]: '',
    '1x2Y3z4': '',
    [`${'a/'.repeat(100)}a`]: '',
  });
  expect(
    timeOf(() => expect(findNotIgnored(folder)).toEqual(['.gitignore', `${'a/'.repeat(100)}a`, LONG])),
  ).toBeLessThan(2000);
});

test('a malformed line of `.gitignore` disables only itself', () => {
  const folder = writeFiles(temporaryFolder(), { '.gitignore': '*.log\nbuild[/\n[z-a\n\\\n*.tmp\n!b.tmp\n' });
  writeFiles(folder, { 'a.log': '', 'a.tmp': '', 'b.tmp': '', 'build/c': '' });
  expect(findNotIgnored(folder)).toEqual(['.gitignore', 'b.tmp', 'build/c']);
});

test('a `.gitignore` that is a link or too large is not read', () => {
  const rules = join(temporaryFolder(), 'rules');
  writeFileSync(rules, '*\n');
  const linked = writeFiles(temporaryFolder(), { a: '' });
  symlinkSync(rules, join(linked, '.gitignore'));
  expect(findNotIgnored(linked)).toEqual(['a']);
  const large = writeFiles(temporaryFolder(), { a: '', '.gitignore': `a\n${'#'.repeat(5_000_000)}` });
  expect(findNotIgnored(large)).toEqual(['.gitignore', 'a']);
});

test.skipIf(process.platform === 'win32')('a `.gitignore` that is a pipe does not block', () => {
  const folder = writeFiles(temporaryFolder(), { a: '' });
  execFileSync('mkfifo', [join(folder, '.gitignore')]);
  // In a process of its own, because a blocked one can only be killed.
  const module = JSON.stringify(new URL('find-files.ts', import.meta.url).href);
  const confinedFiles = JSON.stringify(new URL('../confined/confined-files.ts', import.meta.url).href);
  const searchLimits = JSON.stringify(new URL('search-limits.ts', import.meta.url).href);
  const code = `import { findFiles } from ${module};
    import { SearchLimits } from ${searchLimits};
    import { ConfinedFiles } from ${confinedFiles};
    const folder = ${JSON.stringify(folder)};
    const options = { notIgnoredIn: folder, limits: new SearchLimits() };
    const found = [...findFiles(ConfinedFiles.hold(folder), folder, '**', options)];
    console.log(found.filter((one) => one !== 'pause').length);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 20_000,
    encoding: 'utf8',
  });
  expect(output.trim()).toBe('1');
});

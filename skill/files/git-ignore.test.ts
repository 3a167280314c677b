import { expect, it } from 'vitest';
import { isGitIgnored } from './git-ignore.ts';

const isIgnored = (path: string, files: Readonly<Record<string, string>>) =>
  isGitIgnored('/repo', `/repo/${path}`, (file) => files[file.slice('/repo/'.length)]);

it.each([
  ['out/a.md', 'out/', true],
  ['a/out/b.md', 'out/', true],
  ['a/out/b.md', '/out/', false],
  ['out', 'out/', false],
  ['out/', 'out/', true],
  ['a/b.log', '*.log', true],
  ['a/b.md', '*.log', false],
  ['a/b/c.md', 'a/*', true],
  ['x/a/c.md', 'a/*', false],
  ['a/b/c.md', 'a/**/c.md', true],
  ['a/c.md', 'a/**/c.md', true],
  ['x/y/c.md', '**/c.md', true],
  ['a/x/c.md', 'a/**', true],
  ['a/b.md', '# a\n\n*.md\n!b.md', false],
  ['a/b.md', 'a/\n!a/b.md', true],
  ['a1.md', 'a?.md', true],
  ['a.md', 'aXmd', false],
  ['a.md', '[', false],
])('%s is ignored by %j: %s', (path, text, expected) => {
  expect(isIgnored(path, { '.gitignore': text })).toBe(expected);
});

it('reads the files from the root down, relative to their folders, and none above the root', () => {
  expect(isIgnored('a/b/c.md', { 'a/.gitignore': '/b/' })).toBe(true);
  expect(isIgnored('b/c.md', { 'a/.gitignore': '/b/' })).toBe(false);
  expect(isIgnored('a/c.md', { '.gitignore': '*.md', 'a/.gitignore': '!c.md' })).toBe(false);
  const read: string[] = [];
  isGitIgnored('/repo', '/repo/a/b.md', (file) => {
    read.push(file);
    return undefined;
  });
  expect(read).toEqual(['/repo/.gitignore', '/repo/a/.gitignore']);
  expect(isGitIgnored('/repo', '/other/a.md', () => '*')).toBe(false);
});

it('reads a hostile file in time proportional to its length', () => {
  const text = Array.from({ length: 400 }, (_, index) => `**/${'*a'.repeat(index % 90)}/**/b`).join('\n');
  const path = `${`${'a'.repeat(250)}/`.repeat(20)}c`;
  const began = process.cpuUsage().user;
  isIgnored(path, { '.gitignore': text });
  expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(5);
});

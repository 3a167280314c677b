import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { findChangedPaths } from './changed-paths.ts';

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false'];

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', [...IDENTITY, '-C', folder, ...args], { stdio: 'ignore' });
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
}

function repository(files: Readonly<Record<string, string>>): string {
  const top = temporaryFolder();
  writeFiles(top, files);
  git(top, 'init', '-q');
  commit(top);
  return top;
}

async function changes(...folders: readonly string[]) {
  const found = await findChangedPaths(folders, 'HEAD');
  if (found.kind === 'failed') throw new Error(found.message);
  return found;
}

test('finds removed, renamed and touched files of several repositories by the paths that were given', async () => {
  const one = repository({ 'a.md': 'a', 'sub/b ü.md': 'b', 'c.md': 'c' });
  const two = repository({ 'd.md': 'd' });
  rmSync(join(one, 'a.md'));
  renameSync(join(one, 'sub/b ü.md'), join(one, 'sub/new.md'));
  writeFileSync(join(two, 'd.md'), 'changed');
  const { removed, isTouched } = await changes(join(one, 'sub'), two, one);
  expect([...removed].sort()).toEqual([join(one, 'a.md'), join(one, 'sub/b ü.md')].sort());
  const touched = [];
  for (const file of [join(one, 'c.md'), join(one, 'sub/new.md'), join(two, 'd.md')])
    touched.push(await isTouched(file));
  expect(touched).toEqual([false, true, true]);
});

test('the files of a submodule change with its commit', async () => {
  const top = repository({ 'a.md': 'a' });
  const inner = join(top, 'inner');
  mkdirSync(inner);
  git(inner, 'init', '-q');
  writeFileSync(join(inner, 'b.md'), 'b');
  commit(inner);
  commit(top);
  const before = await changes(top);
  expect([before.removed, await before.isTouched(join(inner, 'b.md'))]).toEqual([[], false]);
  writeFileSync(join(inner, 'b.md'), 'other');
  commit(inner);
  git(top, 'add', '-A');
  expect(await (await changes(top)).isTouched(join(inner, 'b.md'))).toBe(true);
});

test('a file that is no longer tracked but exists is not removed', async () => {
  const top = repository({ 'a.md': 'a' });
  git(top, 'rm', '-q', '--cached', 'a.md');
  expect((await changes(top)).removed).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolders } from './folders.ts';

it('makes all of a path, once', () => {
  const base = mkdtempSync(join(tmpdir(), 'sw-folders-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  expect(makeFolders(join(base, 'a/b/c'))).toBe(true);
  expect(makeFolders(join(base, 'a/b/c'))).toBe(false);
  writeFileSync(join(base, 'file'), '');
  expect(() => makeFolders(join(base, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(base, 'file/a'))).toThrow('ENOTDIR');
});

it.skipIf(process.platform !== 'linux')('ends where a folder takes no new ones', () => {
  expect(() => makeFolders('/proc/skillwright/runs')).toThrow('ENOENT');
});

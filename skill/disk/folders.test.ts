import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolders } from './folders.ts';

it('creates a folder with its parents, once', () => {
  const base = mkdtempSync(join(tmpdir(), 'sw-folders-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  expect(makeFolders(join(base, 'a/b/c'))).toBe(true);
  expect(makeFolders(join(base, 'a/b/c'))).toBe(false);
  writeFileSync(join(base, 'file'), '');
  expect(() => makeFolders(join(base, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(base, 'file/a'))).toThrow('ENOTDIR');
});

it.skipIf(process.platform !== 'linux')('fails if a parent refuses new folders', () => {
  expect(() => makeFolders('/proc/skillwright/runs')).toThrow('ENOENT');
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { programFinder } from './find-program.ts';

const top = mkdtempSync(join(tmpdir(), 'sw-programs-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const temporaryFolder = (): string => mkdtempSync(join(top, 'path-'));

it('finds a program in the folders of the PATH, and no path', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'tally'), '');
  mkdirSync(join(folder, 'folder'));
  const has = programFinder({ PATH: `relative:${folder}` }, 'linux');
  expect(['tally', 'folder', 'none', './tally', '../tally', join(folder, 'tally'), ''].filter(has)).toEqual(['tally']);
});

it('finds nothing without a PATH', () => {
  expect(programFinder({}, 'linux')('sh')).toBe(false);
});

it('adds the endings of Windows', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'tally.CMD'), '');
  expect(programFinder({ PATH: folder, PATHEXT: '.EXE;.CMD' }, 'win32')('tally')).toBe(true);
});

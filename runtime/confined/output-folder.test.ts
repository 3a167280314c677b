import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { makeIgnoredFolder } from './output-folder.ts';

it('creates a folder that git ignores, with its parents, and leaves nothing else', () => {
  const base = temporaryFolder();
  makeIgnoredFolder(join(base, '.skillwright/evals'));
  expect(readdirSync(join(base, '.skillwright'))).toEqual(['evals']);
  expect(readFileSync(join(base, '.skillwright/evals/.gitignore'), 'utf8')).toBe('*\n');
});

it('leaves a folder that exists as it is, with or without such a file', () => {
  const base = temporaryFolder();
  mkdirSync(join(base, 'empty'));
  mkdirSync(join(base, 'own'));
  writeFileSync(join(base, 'own/.gitignore'), 'votes/\n');
  for (const name of ['empty', 'own']) makeIgnoredFolder(join(base, name));
  expect(readdirSync(join(base, 'empty'))).toEqual([]);
  expect(readFileSync(join(base, 'own/.gitignore'), 'utf8')).toBe('votes/\n');
});

it('creates nothing behind a link, and says so', () => {
  const base = temporaryFolder();
  mkdirSync(join(base, 'outside'));
  symlinkSync(join(base, 'outside'), join(base, '.skillwright'), 'junction');
  expect(() => makeIgnoredFolder(join(base, '.skillwright/evals'))).toThrow('is a link');
  expect(readdirSync(join(base, 'outside'))).toEqual([]);
});

it('says what is in its place if that is no folder', () => {
  const base = temporaryFolder();
  writeFileSync(join(base, 'evals'), 'mine');
  expect(() => makeIgnoredFolder(join(base, 'evals'))).toThrow('EEXIST');
  expect(readFileSync(join(base, 'evals'), 'utf8')).toBe('mine');
});

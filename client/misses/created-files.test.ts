import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { cause } from '../editor/harness/causes.ts';
import { withoutCreatedFiles } from './created-files.ts';
import type { FileMisses } from './latest-misses.ts';

const PATHS = ['references/a.md', 'references/b.md', 'notes.md', 'references/../../outside.md', ''];

function missesIn(root: string, more: Partial<FileMisses> = {}): FileMisses {
  const misses = PATHS.map((path, index) => ({ cause: cause(3), seq: index, path }));
  return { root, journal: '/j', simulated: true, misses, ...more };
}

it('a miss ends when its file is created where the model looks for it', async () => {
  const parent = temporaryFolder();
  const root = `${parent}/demo`;
  writeFiles(parent, { 'demo/references/a.md': 'Here.', 'demo/notes.md': 'Elsewhere.', 'outside.md': 'Outside.' });
  const { misses } = await withoutCreatedFiles(missesIn(root));
  expect(misses.map(({ path }) => path)).toEqual(PATHS.slice(1));
});

it("the misses of a client's tools stay, which may have looked elsewhere", async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'references/a.md': 'Here.' });
  const found = missesIn(root, { client: 'claude-code' });
  expect(await withoutCreatedFiles(found)).toBe(found);
});

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BlobSearch, fileContains, type RowBlob } from './blob-search.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'large-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

it('finds text across line ends, quotes and chunks, ignoring case', async () => {
  const path = file('a', { content: `${'é'.repeat(131_070)}The "User\nGuide" ends`, more: ['x'] });
  expect(await fileContains(path, 'the "user\nguide"')).toBe(true);
  expect(await fileContains(path, 'the user')).toBe(false);
  const longText = file('b', `${'x'.repeat(262_140)}needle`);
  expect(await fileContains(longText, 'needle')).toBe(true);
});

it('does not match inside an escape sequence', async () => {
  const path = file('c', 'one\new, two');
  expect(await fileContains(path, 'new')).toBe(false);
  expect(await fileContains(path, 'ew')).toBe(true);
  // A literal backslash followed by the word.
  expect(await fileContains(file('d', 'C:\\new'), 'new')).toBe(true);
  // The backslash is at the very end of a chunk.
  expect(await fileContains(file('e', `${'x'.repeat(262_142)}\new`), 'new')).toBe(false);
});

it('returns undefined for links and unreadable files', async () => {
  symlinkSync(file('target', 'needle'), join(folder, 'link'));
  expect(await fileContains(join(folder, 'link'), 'needle')).toBe(undefined);
  expect(await fileContains(join(folder, 'none'), 'needle')).toBe(undefined);
});

it('searches each file once, including files added later, and abandons an outdated query', async () => {
  const rowBlobs: RowBlob[] = [
    { row: 3, blob: 'one' },
    { row: 4, blob: 'two' },
    { row: 5, blob: 'one' },
  ];
  file('one', 'a needle');
  file('two', 'hay');
  const found: number[] = [];
  const search = new BlobSearch(folder, rowBlobs, (rows) => found.push(...rows));
  search.start('hay');
  search.resume();
  search.start('Needle');
  search.resume();
  expect(search.isSearching).toBe(true);
  await vi.waitFor(() => expect([found, search.isSearching]).toEqual([[3, 5], false]), 20_000);
  rowBlobs.push({ row: 9, blob: 'one' }, { row: 10, blob: 'gone' });
  search.resume();
  await vi.waitFor(() => expect([found, search.hasUnread]).toEqual([[3, 5, 9], true]), 20_000);
});

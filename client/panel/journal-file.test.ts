import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { journalFile, readNew } from './journal-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const line = (seq: number, words = 'x') => `${JSON.stringify({ seq, words })}\n`;

it('a journal that grows by a line takes no more memory to read than it needs', async () => {
  const path = join(root, 'journal.jsonl');
  writeFileSync(path, line(1));
  const journal = journalFile(path);
  await readNew(journal, () => undefined);
  const asked = vi.spyOn(Buffer, 'allocUnsafe');
  const seen: unknown[] = [];
  appendFileSync(path, line(2));
  await readNew(journal, (event) => seen.push(event));
  expect(seen).toEqual([{ seq: 2, words: 'x' }]);
  // Sixty times a second, of a journal that another process writes: garbage of half a MB each kept the extension host busy.
  expect(asked.mock.calls.reduce((sum, [size]) => sum + size, 0)).toBeLessThan(100_000);
});

it('gives each event once, in order, whatever the size of its line', async () => {
  const path = join(root, 'journal.jsonl');
  const lengths = [10, 20_000, 3, 700_000, 40, 16_370, 16_384, 5];
  writeFileSync(path, lengths.map((length, place) => line(place + 1, 'y'.repeat(length))).join(''));
  const journal = journalFile(path);
  const seen: unknown[] = [];
  await readNew(journal, (event) => seen.push(event));
  expect(seen.map((event) => (event as { words: string }).words.length)).toEqual(lengths);
});

import fs, { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { journalFile, readAppended, readEvents, readNew } from './journal-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const line = (seq: number, words = 'x') => `${JSON.stringify({ seq, words })}\n`;

it('allocates no more memory than an appended line needs', async () => {
  const path = join(root, 'journal.jsonl');
  writeFileSync(path, line(1));
  const journal = journalFile(path);
  await readNew(journal, () => undefined);
  const allocations = vi.spyOn(Buffer, 'allocUnsafe');
  const seen: unknown[] = [];
  appendFileSync(path, line(2));
  await readNew(journal, (event) => seen.push(event));
  expect(seen).toEqual([{ seq: 2, words: 'x' }]);
  // A journal written by another process is read many times a second; allocating 0.5 MB each time kept the host busy.
  expect(allocations.mock.calls.reduce((sum, [size]) => sum + size, 0)).toBeLessThan(100_000);
});

it('returns each event once and in order, for lines of any size', async () => {
  const path = join(root, 'journal.jsonl');
  const lengths = [10, 20_000, 3, 700_000, 40, 16_370, 16_384, 5];
  writeFileSync(path, lengths.map((length, place) => line(place + 1, 'y'.repeat(length))).join(''));
  const journal = journalFile(path);
  const seen: unknown[] = [];
  await readNew(journal, (event) => seen.push(event));
  expect(seen.map((event) => (event as { words: string }).words.length)).toEqual(lengths);
});

describe('a small appended part', () => {
  it('is read synchronously, complete lines only', () => {
    const path = join(root, 'journal.jsonl');
    const journal = journalFile(path);
    const seen: unknown[] = [];
    const read = () => readAppended(journal, (event) => seen.push(event));
    expect(read()).toBe(false);
    writeFileSync(path, `${line(1)}${line(2).slice(0, 5)}`);
    expect(read()).toBe(true);
    expect([seen.length, journal.tail, journal.offsets.get(1)]).toEqual([1, 5, 0]);
    appendFileSync(path, line(2).slice(5));
    expect(read()).toBe(true);
    expect(read()).toBe(true);
    expect(seen).toEqual([1, 2].map((seq) => ({ seq, words: 'x' })));
    expect([journal.tail, journal.offsets.get(2)]).toEqual([0, line(1).length]);
  });

  it('is read even if the file cannot be closed, such as on a disconnected share', () => {
    const path = join(root, 'journal.jsonl');
    writeFileSync(path, line(1));
    const seen: unknown[] = [];
    const close = vi.spyOn(fs, 'closeSync').mockImplementation(() => {
      throw new Error('EIO: i/o error, close');
    });
    // The module imports `closeSync` by name.
    syncBuiltinESMExports();
    try {
      expect(readAppended(journalFile(path), (event) => seen.push(event))).toBe(true);
      expect([seen.length, close.mock.calls.length]).toEqual([1, 1]);
    } finally {
      close.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('is left to the asynchronous reader if it is too large', async () => {
    const path = join(root, 'journal.jsonl');
    writeFileSync(path, line(1, 'y'.repeat(70_000)));
    const journal = journalFile(path);
    const seen: unknown[] = [];
    expect(readAppended(journal, (event) => seen.push(event))).toBe(false);
    expect(seen).toEqual([]);
    await readNew(journal, (event) => seen.push(event));
    expect(seen).toHaveLength(1);
  });
});

describe('a journal that is nested too deeply', () => {
  it.each([7_000, 200_000])('is read except for the deeper levels: %i levels', async (levels) => {
    const path = join(root, 'journal.jsonl');
    const deep = `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
    writeFileSync(path, `{"seq":1,"type":"tool_result","result":{"said":"Here.","value":${deep}}}\n`);
    const journal = journalFile(path);
    const seen: unknown[] = [];
    await readNew(journal, (event) => seen.push(event));
    expect(seen).toMatchObject([{ seq: 1, result: { said: 'Here.' } }]);
    for (const event of [seen[0], (await readEvents(journal, [1]))[0]])
      expect(JSON.stringify(event)).toContain('[nested too deep]');
  });
});

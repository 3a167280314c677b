import { expect, it } from 'vitest';
import { BySeq } from './by-seq.ts';

it('stores numbers by any seq, in any order', () => {
  const by = new BySeq();
  const seqs = [3, 1, 0, 9_000_000_000, -4, 2.5, 4096, 30_000];
  for (const [value, seq] of seqs.entries()) by.set(seq, value);
  for (let seq = 5000; seq < 25_000; seq++) by.set(seq, seq);
  for (const [value, seq] of seqs.entries()) expect(by.get(seq), String(seq)).toBe(value);
  expect([by.get(24_999), by.get(2), by.get(Number.NaN), by.get(4999)]).toEqual([
    24_999,
    undefined,
    undefined,
    undefined,
  ]);
});

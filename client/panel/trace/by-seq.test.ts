import { expect, it } from 'vitest';
import { BySeq } from './by-seq.ts';

it('stores numbers by any seq, in any order', () => {
  const values = new BySeq();
  const seqs = [3, 1, 0, 9_000_000_000, -4, 2.5, 4096, 30_000];
  for (const [value, seq] of seqs.entries()) values.set(seq, value);
  for (let seq = 5000; seq < 25_000; seq++) values.set(seq, seq);
  for (const [value, seq] of seqs.entries()) expect(values.get(seq), String(seq)).toBe(value);
  expect([values.get(24_999), values.get(2), values.get(Number.NaN), values.get(4999)]).toEqual([
    24_999,
    undefined,
    undefined,
    undefined,
  ]);
});

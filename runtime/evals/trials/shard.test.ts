import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseShard, shardOf } from './shard.ts';

describe('a shard', () => {
  it('is parsed, and refused outside its range', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
    expect(['0/3', '4/3', '1/0', '1', '1/3x', '-1/3', ''].map(parseShard)).toEqual(Array(7).fill(undefined));
  });

  it('gets each trial exactly once, and about as many as the others', () => {
    const ids = Array.from({ length: 3000 }, (_, index) =>
      createHash('sha256').update(`${index}`).digest('hex').slice(0, 32),
    );
    const sizes = [1, 2, 3].map((index) => ids.filter((id) => shardOf(id, 3) === index).length);
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(3000);
    // Five standard deviations of a binomial distribution.
    for (const size of sizes) expect(Math.abs(size - 1000)).toBeLessThan(130);
  });

  it('of a trial is the same on every machine', () => {
    expect(shardOf('0000000affffffffffffffffffffffff', 4)).toBe(3);
  });
});

import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { makeInput } from './make.ts';

// The benchmark tries 100,000, and real skills broken at random (`npm run bench:robustness`).
describe('no input crashes the language server or check, hangs them, or gets a place outside the text', () => {
  it.each([0, 1, 2])('(a hundred of them, from seed %i00)', async (hundred) => {
    for (let seed = hundred * 100; seed < (hundred + 1) * 100; seed++) {
      const { problems, slowest } = await look(makeInput(seed, []));
      expect(problems, `seed ${seed}`).toEqual([]);
      expect(slowest, `milliseconds of seed ${seed}`).toBeLessThan(1_000);
    }
  });
});

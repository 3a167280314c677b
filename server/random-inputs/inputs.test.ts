import { describe, expect, it } from 'vitest';
import { look } from './look.ts';
import { makeInput } from './make.ts';

// The benchmark tries 100,000, and real skills broken at random (`npm run bench:robustness`).
// Generous, for a machine that does much else: the time of each input is that of the processor.
describe('no input crashes the language server or check, hangs them, or gets a place outside the text', () => {
  it.each([0, 1, 2])('(fifteen of them, number %i)', async (part) => {
    for (let seed = part * 15; seed < (part + 1) * 15; seed++) {
      const { problems, slowest } = await look(makeInput(seed, []));
      expect(problems, `seed ${seed}`).toEqual([]);
      expect(slowest, `milliseconds of seed ${seed}`).toBeLessThan(1_000);
    }
  });
});

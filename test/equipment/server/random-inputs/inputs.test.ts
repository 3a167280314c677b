import { describe, expect, it } from 'vitest';
import { makeInput } from './make-input.ts';
import { runInput } from './run-input.ts';

// The benchmark runs 100,000, and randomly damaged real skills (`npm run bench:robustness`).
// Generous, for a busy machine: the time of each input is processor time.
describe('no input crashes or hangs the language server or check, or produces invalid ranges', () => {
  it.each([0, 1, 2])('(five inputs, batch %i)', async (part) => {
    for (let seed = part * 5; seed < (part + 1) * 5; seed++) {
      const { problems, slowest } = await runInput(makeInput(seed, []));
      expect(problems, `seed ${seed}`).toEqual([]);
      expect(slowest, `milliseconds of seed ${seed}`).toBeLessThan(1_000);
    }
  });
});

/** The tests of a table of clues: each clue is proved by its own texts. */
import { describe, expect, it } from 'vitest';
import type { Clue } from '../clues/clue.ts';

/** Every clue speaks in the texts that fire it and in none of the others, has both, and says something. */
export function proves<Situation, Sample extends Clue<Situation>['fires'][number]>(
  clues: readonly (Clue<Situation> & { readonly fires: readonly Sample[]; readonly silent: readonly Sample[] })[],
  situation: (sample: Sample) => Situation,
): void {
  const titled = (samples: readonly Sample[]) =>
    samples.map((sample) => [JSON.stringify(typeof sample === 'string' ? sample : sample.text), sample] as const);
  describe.each(clues.map((clue) => [clue.id, clue] as const))('%s', (_, { speaks, fires, silent, says }) => {
    it.each(titled(fires))('speaks in: %s', (_text, sample) => expect(speaks(situation(sample))).toBe(true));
    it.each(titled(silent))('is silent in: %s', (_text, sample) => expect(speaks(situation(sample))).toBe(false));
    it('has texts of both, and says something', () => {
      expect(fires, 'Add a text in which it speaks to `fires`.').not.toEqual([]);
      expect(silent, 'Add a text in which it must not speak to `silent`.').not.toEqual([]);
      expect(says.length, 'Say in `says` what it says of the path.').toBeGreaterThan(10);
    });
  });
}

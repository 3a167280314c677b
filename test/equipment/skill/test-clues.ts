/** Generates the tests for a table of clues from the examples of each clue. */
import { describe, expect, it } from 'vitest';
import type { Clue, Example } from '../../../skill/clues/clue.ts';

/** Checks that each clue fires in its `fires` examples only, has both kinds of examples, and has a description. */
export function testClues<Situation>(
  clues: readonly Clue<Situation>[],
  situation: (sample: string | Example) => Situation,
): void {
  const withTitles = (samples: readonly (string | Example)[]) =>
    samples.map((sample) => [JSON.stringify(typeof sample === 'string' ? sample : sample.text), sample] as const);
  describe.each(clues.map((clue) => [clue.id, clue] as const))('%s', (_, { matches, fires, silent, says }) => {
    it.each(withTitles(fires))('fires for: %s', (_text, sample) => expect(matches(situation(sample))).toBe(true));
    it.each(withTitles(silent))('does not fire for: %s', (_text, sample) =>
      expect(matches(situation(sample))).toBe(false),
    );
    it('has examples of both kinds and a description', () => {
      expect(fires, 'Add an example that it fires for to `fires`.').not.toEqual([]);
      expect(silent, 'Add an example that it must not fire for to `silent`.').not.toEqual([]);
      expect(says.length, 'Describe in `says` what it found about the path.').toBeGreaterThan(10);
    });
  });
}

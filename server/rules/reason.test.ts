import { expect, it } from 'vitest';
import { didYouMean, LONGEST, withReason } from './reason.ts';

const clue = (id: string, weight: number, says = `${id} says so`) => ({ id, weight, says });

it('gives the strongest clue in the direction of the certainty as the reason', () => {
  const clues = [clue('words', 3), clue('against', -2), clue('for', 1)];
  expect(withReason('Fix it.', { certainty: 0.8, clues })).toBe('Fix it. Likely meant: for says so.');
  expect(withReason('Fix it.', { certainty: 0.2, clues })).toBe('Fix it. Maybe not meant: against says so.');
});

it('leaves the message as it is without a judgement, without a clue, and where it would become too long', () => {
  expect(withReason('Fix it.', undefined)).toBe('Fix it.');
  expect(withReason('Fix it.', { certainty: 0.8, clues: [clue('words', 1), clue('against', -1)] })).toBe('Fix it.');
  expect(withReason('Fix it.', { certainty: 0.8, clues: [clue('for', 1, 'x'.repeat(LONGEST))] })).toBe('Fix it.');
});

it('names as many paths as fit, at least one', () => {
  expect(didYouMean(['a.md', 'b.md'], 'There is no `c.md`.')).toBe(
    'Did you mean `a.md` or `b.md`? There is no `c.md`.',
  );
  const long = ['a', 'b', 'c'].map((name) => `${name.repeat(60)}.md`);
  expect(didYouMean(long, 'No.').length).toBeLessThanOrEqual(LONGEST);
  expect(didYouMean(long, 'No.')).toContain(long[1]);
  expect(didYouMean(['x'.repeat(300)], 'No.')).toContain('x'.repeat(300));
});

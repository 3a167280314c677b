import { expect, it } from 'vitest';
import { appendReason, didYouMean, MAX_MESSAGE_LENGTH } from './message.ts';

const clue = (id: string, weight: number, says = `${id} says so`) => ({ id, weight, says });

it('appends the strongest clue that supports the certainty', () => {
  const clues = [clue('words', 3), clue('against', -2), clue('for', 1)];
  expect(appendReason('Fix it.', { certainty: 0.8, clues })).toBe('Fix it. Likely intended: for says so.');
  expect(appendReason('Fix it.', { certainty: 0.2, clues })).toBe('Fix it. Possibly not intended: against says so.');
});

it('keeps the message without a judgment, without a clue, or if it would become too long', () => {
  expect(appendReason('Fix it.', undefined)).toBe('Fix it.');
  expect(appendReason('Fix it.', { certainty: 0.8, clues: [clue('words', 1), clue('against', -1)] })).toBe('Fix it.');
  expect(appendReason('Fix it.', { certainty: 0.8, clues: [clue('for', 1, 'x'.repeat(MAX_MESSAGE_LENGTH))] })).toBe(
    'Fix it.',
  );
});

it('lists as many paths as fit, at least one', () => {
  expect(didYouMean('There is no `c.md`.', ['a.md', 'b.md'])).toBe(
    'There is no `c.md`. Did you mean `a.md` or `b.md`?',
  );
  const long = ['a', 'b', 'c'].map((name) => `${name.repeat(60)}.md`);
  expect(didYouMean('No.', long).length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
  expect(didYouMean('No.', long)).toContain(long[1]);
  expect(didYouMean('No.', ['x'.repeat(300)])).toContain('x'.repeat(300));
});

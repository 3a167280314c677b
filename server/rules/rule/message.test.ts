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
  expect(didYouMean(['a.md', 'b.md'], 'There is no `c.md`.')).toBe(
    'Did you mean `a.md` or `b.md`? There is no `c.md`.',
  );
  const long = ['a', 'b', 'c'].map((name) => `${name.repeat(60)}.md`);
  expect(didYouMean(long, 'No.').length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
  expect(didYouMean(long, 'No.')).toContain(long[1]);
  expect(didYouMean(['x'.repeat(300)], 'No.')).toContain('x'.repeat(300));
});

import { expect, it } from 'vitest';
import { anyOf } from './any-of.ts';

it('matches each word, of which the first that fits wins', () => {
  const pattern = new RegExp(`\\b${anyOf(['reads?', 'read(?:ing)', 'refer to'])}\\b`);
  expect(['read it', 'reading it', 'refer to it', 'refer it'].map((text) => pattern.exec(text)?.[0])).toEqual([
    'read',
    'reading',
    'refer to',
    undefined,
  ]);
});

it('can be followed by a quantifier', () => {
  expect(new RegExp(`^${anyOf(['a', 'b'])}{2}$`).test('ab')).toBe(true);
});

import { expect, it } from 'vitest';
import { formatCount, formatNumber } from './count.ts';

it('groups the digits of whole numbers only', () => {
  expect([0, 999, 1000, -12_345, 1_234_567.8912].map(formatNumber)).toEqual([
    ...['0', '999', '1,000', '-12,345', '1,234,567.8912'],
  ]);
});

it('has the singular for one alone', () => {
  expect([0, 1, 2].map((number) => formatCount(number, 'miss', 'misses'))).toEqual(['0 misses', '1 miss', '2 misses']);
  expect(formatCount(1000, 'trial')).toBe('1,000 trials');
});

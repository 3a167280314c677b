import { expect, it } from 'vitest';
import { Spread } from './spread.ts';

it('has the mean, the sample standard deviation and the range of its values', () => {
  const spread = new Spread();
  expect(spread.result()).toEqual({ mean: 0, stddev: 0, min: 0, max: 0 });
  spread.add(2);
  expect(spread.result()).toEqual({ mean: 2, stddev: 0, min: 2, max: 2 });
  for (const value of [4, 4, 4, 5, 5, 7, 9]) spread.add(value);
  const { mean, stddev, min, max } = spread.result();
  expect([mean, min, max]).toEqual([5, 2, 9]);
  expect(stddev).toBeCloseTo(Math.sqrt(32 / 7), 12);
});

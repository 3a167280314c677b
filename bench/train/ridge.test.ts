import { expect, it } from 'vitest';
import { fitRidge, type SparseRow } from './ridge.ts';

const row = (label: 0 | 1, ...indexes: readonly number[]): SparseRow => ({
  label,
  weight: 1,
  features: indexes.map((index) => [index, 1] as const),
});

it('fits the log-odds of each group if the penalty is negligible', () => {
  const rows = [...Array(30)].flatMap((_, index) => [
    row(index % 3 === 0 ? 0 : 1, 0),
    row(index % 5 === 0 ? 1 : 0, 0, 1),
  ]);
  const [bias = 0, other = 0] = fitRidge(rows, new Float64Array([1e-9, 1e-9]));
  expect(bias).toBeCloseTo(Math.log(2), 5);
  expect(bias + other).toBeCloseTo(Math.log(1 / 4), 5);
});

it('shrinks a penalized weight', () => {
  const rows = [row(1, 0, 1), row(1, 0, 1), row(0, 0), row(0, 0)];
  const [, free = 0] = fitRidge(rows, new Float64Array([0.01, 0.1]));
  const [, held = 0] = fitRidge(rows, new Float64Array([0.01, 10]));
  expect(free).toBeGreaterThan(1);
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(0.2);
});

import { expect, it } from 'vitest';
import { amountToReserve, lostCost } from './cost-ledger.ts';

const STATE = { maxUsd: 10, spentUsd: 0, reservedUsd: 0, highestUsd: undefined };

it.each<[what: string, state: Partial<Parameters<typeof amountToReserve>[0]>, expected: number | string]>([
  ['everything for the first trial', {}, 10],
  ['nothing while the first trial runs', { reservedUsd: 10 }, 'wait'],
  ['what is left for the first trial with another model', { spentUsd: 1, reservedUsd: 2 }, 7],
  ['twice the most expensive trial', { spentUsd: 1, highestUsd: 1 }, 2],
  ['the rest for a last trial alone', { spentUsd: 9, highestUsd: 1 }, 1],
  ['nothing next to another trial if less than that is left', { spentUsd: 7, reservedUsd: 2, highestUsd: 1 }, 'wait'],
  ['nothing if everything is spent', { spentUsd: 10, highestUsd: 1 }, 'exhausted'],
  ['nothing before running trials are settled', { spentUsd: 9, reservedUsd: 2, highestUsd: 1 }, 'wait'],
  ['0 for trials that cost nothing', { highestUsd: 0, reservedUsd: 0 }, 0],
  ['0 without a limit', { maxUsd: Number.POSITIVE_INFINITY, highestUsd: 5, spentUsd: 50 }, 0],
])('reserves %s', (_, state, expected) => {
  expect(amountToReserve({ ...STATE, ...state })).toBe(expected);
});

it('counts what a killed trial may have spent', () => {
  expect(lostCost(2, 0.5, { highestUsd: 1 })).toBe(1);
  expect(lostCost(2, 1.5, { highestUsd: 1 })).toBe(1.5);
  expect(lostCost(0.4, 0, { highestUsd: 1 })).toBe(0.4);
  // Not the whole limit, which the first trial reserves.
  expect(lostCost(10, 0.2, { highestUsd: undefined })).toBe(0.2);
});

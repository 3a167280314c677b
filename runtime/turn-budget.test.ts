import { expect, test } from 'vitest';
import { TurnBudget } from './turn-budget.ts';

test('is spent until the event loop has had a turn', async () => {
  const budget = new TurnBudget(2);
  budget.spend(1);
  expect(budget.isSpent).toBe(false);
  budget.spend(1.5);
  expect(budget.isSpent).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(budget.isSpent).toBe(false);
  budget.spend(2);
  expect(budget.isSpent).toBe(true);
});

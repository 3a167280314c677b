import { expect, it } from 'vitest';
import { addUsage, usageOf } from './usage.ts';

const reported = (input: number, output: number) =>
  usageOf({
    inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  });

it('ignores negative and infinite figures, which would refund spent budget', () => {
  expect(reported(-1_000, 5)).toEqual({ outputTokens: 5 });
  expect(reported(Number.NaN, Number.POSITIVE_INFINITY)).toEqual({});
});

it('keeps a sum finite, whatever the endpoint reports', () => {
  const huge = addUsage(reported(1e308, 1), reported(1e308, 1));
  expect(huge).toEqual({ inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 2 });
  expect(addUsage(huge, reported(1, 1)).inputTokens).toBe(Number.MAX_SAFE_INTEGER);
});

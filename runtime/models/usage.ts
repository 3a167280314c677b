import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { Usage } from '../protocol/events.ts';

/** The provider's figures in our names; what it did not report stays absent. Our simulated models mark theirs as estimated. */
export function usageOf(usage: LanguageModelV4Usage | undefined): Usage {
  if (usage === undefined) return {};
  return {
    ...defined('inputTokens', usage.inputTokens?.total),
    ...defined('outputTokens', usage.outputTokens?.total),
    ...defined('cacheReadTokens', usage.inputTokens?.cacheRead),
    ...defined('cacheWriteTokens', usage.inputTokens?.cacheWrite),
    ...defined('reasoningTokens', usage.outputTokens?.reasoning),
    ...(usage.raw?.estimated === true ? { estimated: true } : {}),
  };
}

/** The sum of two; a figure that only one of them has is a lower bound, so the sum keeps it. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const key of COUNTS) {
    const total = (a[key] ?? 0) + (b[key] ?? 0);
    // Whatever an endpoint reports, a sum stays a number, and a budget stays reached.
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = Math.min(total, Number.MAX_SAFE_INTEGER);
  }
  if (a.estimated === true || b.estimated === true) sum.estimated = true;
  if (sum.costUsd !== undefined)
    sum.costSource = a.costSource === 'estimated' || b.costSource === 'estimated' ? 'estimated' : 'reported';
  const priceDate = a.priceDate ?? b.priceDate;
  if (priceDate !== undefined) sum.priceDate = priceDate;
  return sum;
}

/** What `withPrices` says of the cost of an answer. */
export function costOf(metadata: SharedV4ProviderMetadata | undefined): Usage {
  const { costUsd, costSource, priceDate } = metadata?.skillwright ?? {};
  if (typeof costUsd !== 'number' || !Number.isFinite(costUsd) || costUsd < 0) return {};
  return {
    costUsd,
    costSource: costSource === 'reported' ? 'reported' : 'estimated',
    ...(typeof priceDate === 'string' ? { priceDate } : {}),
  };
}

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'costUsd',
] as const;

/** Less than nothing would give back what others of the same run have spent. */
function defined(key: keyof Usage, value: number | undefined): Usage {
  return value === undefined || !Number.isFinite(value) || value < 0 ? {} : { [key]: value };
}

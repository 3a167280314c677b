/** Token usage: converted, added up, and its cost. */
import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';

/** The fields of usage that are added up. */
export const USAGE_COUNTS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'costUsd',
] as const;

/** Converts the provider's figures; missing ones stay absent. Simulated models mark theirs as estimated. */
export function usageOf(usage: LanguageModelV4Usage | undefined): Usage {
  if (usage === undefined) return {};
  return {
    ...validFigure('inputTokens', usage.inputTokens?.total),
    ...validFigure('outputTokens', usage.outputTokens?.total),
    ...validFigure('cacheReadTokens', usage.inputTokens?.cacheRead),
    ...validFigure('cacheWriteTokens', usage.inputTokens?.cacheWrite),
    ...validFigure('reasoningTokens', usage.outputTokens?.reasoning),
    ...defined<Partial<Usage>>({ estimated: usage.raw?.estimated === true ? true : undefined }),
  };
}

/** Adds two usages. A figure that only one of them has is kept as a lower bound. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const key of USAGE_COUNTS) {
    const total = (a[key] ?? 0) + (b[key] ?? 0);
    // Whatever an endpoint reports, the sum must remain a finite number, and an exhausted budget exhausted.
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = Math.min(total, Number.MAX_SAFE_INTEGER);
  }
  if (a.estimated === true || b.estimated === true) sum.estimated = true;
  if (sum.costUsd !== undefined)
    sum.costSource = a.costSource === 'estimated' || b.costSource === 'estimated' ? 'estimated' : 'reported';
  const priceDate = a.priceDate ?? b.priceDate;
  if (priceDate !== undefined) sum.priceDate = priceDate;
  return sum;
}

/** Returns the tokens in and out together; undefined if either is not stated, because the sum would be too small. */
export function allTokens({ inputTokens, outputTokens }: Usage): number | undefined {
  return inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens;
}

/** Returns the part of a total that is not in `known`; never negative. */
export function missingUsage(total: Usage, known: Usage): Usage {
  const rest: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const key of USAGE_COUNTS) {
    const count = (total[key] ?? 0) - (known[key] ?? 0);
    if (count > 0) rest[key] = count;
  }
  if (rest.costUsd !== undefined && total.costSource !== undefined) rest.costSource = total.costSource;
  return rest;
}

/** Reads the cost and the context window that `withPrices` or a model of VS Code attached to an answer. */
export function costOf(metadata: SharedV4ProviderMetadata | undefined): Usage {
  const { costUsd, costSource, priceDate, contextWindow } = metadata?.skillwright ?? {};
  const window = typeof contextWindow === 'number' && contextWindow > 0 ? { contextWindow } : {};
  if (typeof costUsd !== 'number' || !Number.isFinite(costUsd) || costUsd < 0) return window;
  return defined({
    costUsd,
    costSource: costSource === 'reported' ? 'reported' : 'estimated',
    priceDate: typeof priceDate === 'string' ? priceDate : undefined,
    ...window,
  });
}

/** A negative figure would refund what other calls of the same run have spent. */
function validFigure(key: keyof Usage, value: number | undefined): Usage {
  return value === undefined || !Number.isFinite(value) || value < 0 ? {} : { [key]: value };
}

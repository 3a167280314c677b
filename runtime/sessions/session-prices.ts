import { defined } from '../../skill/index.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import { loadPriceList, type ModelFacts, PRICES_DATE } from '../models/prices/prices.ts';
import type { Usage } from '../protocol/events.ts';

/** Adds an estimated cost and the context window to the usage of a model call, if the price list has the model. */
export type PriceUsage = (usage: Usage, model: string | undefined, time: string) => Usage;

/**
 * Returns the estimates for model calls of sessions, by the list prices of the provider at the time of the call. The cost
 * that a session has itself takes precedence. Clients that bill requests or seats instead of tokens have models of their
 * own provider, which is not in the list.
 */
export async function sessionPrices(): Promise<PriceUsage> {
  const factsOf = await loadPriceList();
  const known = new Map<string, ModelFacts | undefined>();
  return (usage, model, time) => {
    if (model === undefined) return usage;
    if (!known.has(model)) {
      const endpoint = endpointOf(model);
      known.set(model, typeof endpoint === 'object' ? factsOf(endpoint) : undefined);
    }
    const facts = known.get(model);
    const { contextWindow } = facts ?? {};
    const costUsd = usage.costUsd === undefined ? facts?.cost(usage, new Date(time)) : undefined;
    return {
      ...usage,
      ...defined<Partial<Usage>>({
        costUsd,
        costSource: costUsd === undefined ? undefined : 'estimated',
        priceDate: costUsd === undefined ? undefined : PRICES_DATE,
        contextWindow: usage.contextWindow ?? contextWindow,
      }),
    };
  };
}

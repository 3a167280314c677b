/** Prices and other facts about models, from the price list. */

import { defined } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import type { KnownModel } from '../../protocol/models.ts';
import { type Endpoint, splitName } from '../endpoint/endpoint.ts';

/** Publication date of the price list, which is that of the pinned version of `@pydantic/genai-prices`. */
export const PRICES_DATE = '2026-09-23';

/** The price list's data for one model. */
export interface ModelFacts {
  /** Context window in tokens, if listed. */
  readonly contextWindow?: number;
  /** Returns the cost in US dollars; undefined if a required figure is missing. */
  readonly cost: (usage: Usage, at?: Date) => number | undefined;
}

/**
 * Looks up a model of an endpoint in the price list, which is loaded on first use. Undefined if it is not listed; prices
 * are never guessed. A provider's models keep its list prices at any address. Any other OpenAI-compatible endpoint is
 * looked up by its address, never by the model's name alone, because it has its own prices.
 */
export async function modelFacts(endpoint: Endpoint): Promise<ModelFacts | undefined> {
  return (await loadPriceList())(endpoint);
}

/** Loads the price list, for many look-ups that cannot wait. */
export async function loadPriceList(): Promise<(endpoint: Endpoint) => ModelFacts | undefined> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  return (endpoint) => factsOf(endpoint, calcPrice);
}

function factsOf({ provider, modelId, baseUrl }: Endpoint, calcPrice: CalcPrice): ModelFacts | undefined {
  const where = provider.keyVariables.length > 0 ? { providerId: provider.id } : { providerApiUrl: baseUrl };
  const price = (usage: Record<string, number>, timestamp = new Date()) => {
    try {
      return calcPrice(usage, modelId, { ...where, timestamp }) ?? undefined;
    } catch {
      // Contradictory figures, such as more cached tokens than tokens.
      return undefined;
    }
  };
  const found = price({ input_tokens: 1, output_tokens: 1 });
  if (found === undefined) return undefined;
  const { context_window: contextWindow } = found.model;
  return defined({
    contextWindow,
    cost: ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }, at) => {
      if (inputTokens === undefined || outputTokens === undefined) return undefined;
      const counts = defined<Parameters<typeof price>[0]>({
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cache_read_tokens: cacheReadTokens,
        cache_write_tokens: cacheWriteTokens,
      });
      return price(counts, at)?.total_price;
    },
  });
}

type CalcPrice = typeof import('@pydantic/genai-prices')['calcPrice'];

/** Adds the price list's data to an endpoint's models. Values reported by the endpoint take precedence. */
export async function withFacts(endpoint: Endpoint, models: readonly KnownModel[]): Promise<readonly KnownModel[]> {
  return Promise.all(
    models.map(async (model) => {
      const facts = await modelFacts({ ...endpoint, modelId: splitName(model.name).modelId });
      if (facts === undefined) return model;
      const { contextWindow } = facts;
      const input = perMillion(facts.cost({ inputTokens: SAMPLE, outputTokens: 0 }));
      const output = perMillion(facts.cost({ inputTokens: 0, outputTokens: SAMPLE }));
      return {
        ...defined<Partial<KnownModel>>({ contextWindow }),
        ...model,
        ...defined<Partial<KnownModel>>({
          price: input === undefined || output === undefined ? undefined : { input, output, date: PRICES_DATE },
        }),
      };
    }),
  );
}

/** A token count small enough for the short-request price. */
const SAMPLE = 1000;

function perMillion(cost: number | undefined): number | undefined {
  return cost === undefined ? undefined : Math.round((cost / SAMPLE) * 1e12) / 1e6;
}

import type { Usage } from '../protocol/events.ts';
import type { KnownModel } from '../protocol/models.ts';
import { type Endpoint, splitName } from './endpoint.ts';

/** The day that the list of prices was published: that of the pinned version of `@pydantic/genai-prices`. */
export const PRICES_DATE = '2026-09-23';

/** What the list knows of one model. */
export interface ModelFacts {
  /** Tokens that a request may hold, where the list says so. */
  readonly contextWindow?: number;
  /** US dollars for what was used; undefined where a figure that it takes is missing. */
  readonly cost: (usage: Usage, at?: Date) => number | undefined;
}

/**
 * What is known of a model at this endpoint; undefined where it is in no list: then nothing is guessed. The list is
 * loaded at the first question. Behind another address a provider's models are taken to cost what the provider lists; any
 * OpenAI-compatible endpoint is looked up by its address, never by the model's name alone: it has prices of its own.
 */
export async function modelFacts({ provider, modelId, baseUrl }: Endpoint): Promise<ModelFacts | undefined> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const where = provider.keyVariables.length > 0 ? { providerId: provider.id } : { providerApiUrl: baseUrl };
  const price = (usage: Record<string, number>, timestamp = new Date()) => {
    try {
      return calcPrice(usage, modelId, { ...where, timestamp }) ?? undefined;
    } catch {
      // Figures that contradict each other: more cached tokens than there were.
      return undefined;
    }
  };
  const found = price({ input_tokens: 1, output_tokens: 1 });
  if (found === undefined) return undefined;
  const { context_window: contextWindow } = found.model;
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    cost: ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }, at) => {
      if (inputTokens === undefined || outputTokens === undefined) return undefined;
      const counts = {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        ...(cacheReadTokens === undefined ? {} : { cache_read_tokens: cacheReadTokens }),
        ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
      };
      return price(counts, at)?.total_price;
    },
  };
}

/** The same models of this endpoint, with what the list knows of each: what the endpoint itself says stands. */
export async function withFacts(endpoint: Endpoint, models: readonly KnownModel[]): Promise<readonly KnownModel[]> {
  return Promise.all(
    models.map(async (model) => {
      const facts = await modelFacts({ ...endpoint, modelId: splitName(model.name).modelId });
      if (facts === undefined) return model;
      const { contextWindow } = facts;
      const input = perMillion(facts.cost({ inputTokens: SAMPLE, outputTokens: 0 }));
      const output = perMillion(facts.cost({ inputTokens: 0, outputTokens: SAMPLE }));
      return {
        ...(contextWindow === undefined ? {} : { contextWindow }),
        ...model,
        ...(input === undefined || output === undefined ? {} : { price: { input, output, date: PRICES_DATE } }),
      };
    }),
  );
}

/** Tokens few enough for the price of short requests. */
const SAMPLE = 1000;

function perMillion(cost: number | undefined): number | undefined {
  return cost === undefined ? undefined : Math.round((cost / SAMPLE) * 1e12) / 1e6;
}

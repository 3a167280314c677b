import { defined, estimateTokens } from '../../skill/index.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import { modelFacts } from '../models/prices/prices.ts';
import type { PreparedTrial } from './prepare/prepare-trials.ts';

/** The cost of the trials that are still to be run. */
export interface CostPreview {
  readonly trials: number;
  /** US dollars that the trials cost at least: one model call each, without its reply. Absent if no model has a known price. */
  readonly leastUsd?: number;
  /** Models that have an endpoint and no known price. */
  readonly unpriced: readonly string[];
}

/** Estimates the least cost of trials from the price list. Simulated models cost nothing. */
export async function previewCost(trials: readonly PreparedTrial[]): Promise<CostPreview> {
  const prices = new Map<string, ((tokens: number) => number | undefined) | undefined>();
  const unpriced = new Set<string>();
  let leastUsd: number | undefined;
  for (const { trial, template } of trials) {
    const { model } = template;
    // The cost of a real client is known when its session reports it.
    if (template.spec === undefined) continue;
    if (!prices.has(model)) {
      const endpoint = endpointOf(model, template.spec.baseUrl);
      const facts = typeof endpoint === 'object' ? await modelFacts(endpoint) : undefined;
      prices.set(model, facts && ((inputTokens) => facts.cost({ inputTokens, outputTokens: 0 })));
      if (typeof endpoint === 'object' && facts === undefined) unpriced.add(model);
    }
    const description = trial.skill?.description ?? '';
    const cost = prices.get(model)?.(estimateTokens(`${trial.case.prompt}\n${description}`));
    if (cost !== undefined) leastUsd = (leastUsd ?? 0) + cost;
  }
  return defined({ trials: trials.length, leastUsd, unpriced: [...unpriced] });
}

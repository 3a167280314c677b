/** What a run may spend, and what each of its model calls may take. */
import { Budget } from '../loop/budget.ts';
import { MODEL_LIMITS, type ModelLimits } from '../loop/limits.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunSpec } from './spec.ts';

/** @param spent events of this invocation in earlier processes, which count */
export function budgetOf({ maxLlmCalls, maxTokens, maxCost }: RunSpec, spent: readonly RunEvent[]): Budget {
  const caps = {
    maxLlmCalls,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
  const budget = new Budget(caps, spent.filter((event) => event.type === 'llm_request').length);
  for (const event of spent) if (event.type === 'llm_response') budget.add(event.usage);
  return budget;
}

export function modelLimitsOf({ modelTimeout, limits }: RunSpec): ModelLimits {
  return { ...MODEL_LIMITS, ...(modelTimeout === undefined ? {} : { idleMs: modelTimeout * 1000 }), ...limits };
}

/** The limits of a run and of its model calls. */

import { defined } from '../../skill/index.ts';
import { Budget, type Caps } from '../loop/budget.ts';
import { MODEL_LIMITS, type ModelLimits } from '../loop/model-call/limits.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunSpec } from './run-spec.ts';

/**
 * Creates the budget of an invocation.
 * @param spent its events from earlier processes, which count towards the limits
 */
export function budgetOf({ maxLlmCalls, maxTokens, maxCost }: RunSpec, spent: readonly RunEvent[]): Budget {
  const caps = defined<Caps>({ maxLlmCalls, maxTokens, maxCost });
  const budget = new Budget(caps, spent.filter((event) => event.type === 'llm_request').length);
  for (const event of spent) if (event.type === 'llm_response') budget.add(event.usage);
  return budget;
}

/** Returns the limits of a model call. */
export function modelLimitsOf({ modelTimeout, limits }: RunSpec): ModelLimits {
  const idleMs = modelTimeout === undefined ? MODEL_LIMITS.idleMs : modelTimeout * 1000;
  return { ...MODEL_LIMITS, idleMs, ...limits };
}

import { sleep } from '../../loop/interfaces/abort.ts';
import type { CallGate } from '../../loop/model-call/call-gate.ts';
import { MODEL_LIMITS, type ModelLimits } from '../../loop/model-call/limits.ts';
import type { ProviderLimits } from './provider-limits.ts';

/** Longest time until a call asks again, in milliseconds: a timer cannot wait longer than 24 days. */
const LONGEST_WAIT_MS = 60_000;

/** Returns the gate of the calls to a provider. */
export function gateOf(provider: string, limits: ProviderLimits): CallGate {
  return {
    enter: async (signal) => {
      while (!signal.aborted) {
        const admission = await limits.admit(provider);
        if (admission.kind === 'refused') return admission;
        if (admission.kind === 'admitted')
          return { kind: 'entered', leave: (outcome) => void limits.end(provider, outcome) };
        await sleep(Math.min(admission.ms, LONGEST_WAIT_MS), signal);
      }
      return { kind: 'cancelled' };
    },
  };
}

/** Returns the limits of a model call in an eval, which no one waits for: it can be patient. */
export function limitsFor(model: string, providers: ProviderLimits): ModelLimits {
  return { ...MODEL_LIMITS, maxRetryAfterMs: 600_000, gate: gateOf(providerOf(model), providers) };
}

/** Returns the provider in a model's name, such as `anthropic`. */
export function providerOf(model: string): string {
  return model.split('/', 1)[0] ?? model;
}

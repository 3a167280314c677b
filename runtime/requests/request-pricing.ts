import { endpointOf } from '../models/endpoint/endpoint.ts';
import type { RunEvent, RunStarted, Usage } from '../protocol/events.ts';

/**
 * Returns a function that estimates the cost of a call's request without its reply, in US dollars; undefined if it is
 * unknown. The price list determines how the cost of the call is divided between request and reply, so a model that is not listed has
 * none, even if the provider reports the cost of the call.
 */
export async function requestPricing(
  events: Iterable<RunEvent>,
): Promise<(usage: Usage, time: string) => number | undefined> {
  const started = firstStart(events);
  if (started === undefined || typeof started.model !== 'string') return () => undefined;
  const { model, baseUrl } = started;
  const endpoint = endpointOf(model, typeof baseUrl === 'string' ? baseUrl : undefined);
  if (typeof endpoint !== 'object') return () => undefined;
  const { modelFacts } = await import('../models/prices/prices.ts');
  const facts = await modelFacts(endpoint);
  return (usage, time) => {
    const at = new Date(time);
    const { costUsd } = usage;
    const complete = facts?.cost(usage, at);
    const request = facts?.cost({ ...usage, outputTokens: 0 }, at);
    if (costUsd === undefined || request === undefined || complete === undefined || complete <= 0) return undefined;
    return (costUsd * request) / complete;
  };
}

function firstStart(events: Iterable<RunEvent>): RunStarted | undefined {
  for (const event of events) if (event.type === 'run_started') return event;
  return undefined;
}

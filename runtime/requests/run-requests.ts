import type { LlmResponse, RunEvent, Usage } from '../protocol/events.ts';
import { type RecordedRequest, recordedRequests } from './recorded-requests.ts';
import { type RequestChanges, requestChanges } from './request-changes.ts';
import { mergeShares, type TokenShare, tokenShares } from './token-shares.ts';

/** A model call of a run, with an account of its request. */
export interface RequestAccount {
  readonly request: RecordedRequest;
  readonly shares: readonly TokenShare[];
  /** The sum of the shares, an estimate. */
  readonly tokens: number;
  /** Absent for the first call of a loop. */
  readonly changes?: RequestChanges;
  /** The usage that the provider reported, or the runtime's estimate; absent if there is no response. */
  readonly usage?: Usage;
}

/** Accounts for all model calls of a run, in their order. */
export function runRequests(events: readonly RunEvent[], folder: string): readonly RequestAccount[] {
  const requests = recordedRequests(events, folder);
  const shares = tokenShares(requests, events);
  const changes = requestChanges(requests);
  const responses = new Map<number, LlmResponse>();
  for (const event of events) if (event.type === 'llm_response') responses.set(event.parent ?? 0, event);
  return requests.map((request, index) => {
    const own = shares[index] ?? [];
    const changed = changes[index];
    const usage = responses.get(request.event.seq)?.usage;
    return {
      request,
      shares: own,
      tokens: sumOf(own),
      ...(changed === undefined ? {} : { changes: changed }),
      ...(usage === undefined ? {} : { usage }),
    };
  });
}

/** Returns the tokens that all calls together sent, by category, skill and resource: each call sends the conversation again. */
export function sharesSent(accounts: readonly RequestAccount[]): readonly TokenShare[] {
  return mergeShares(accounts.flatMap(({ shares }) => shares));
}

/** Returns the sum of shares. */
export function sumOf(shares: readonly TokenShare[]): number {
  return shares.reduce((sum, { tokens }) => sum + tokens, 0);
}

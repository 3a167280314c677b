import type { RunEvent, Usage } from '../protocol/events.ts';
import type { CallTokens, RequestTokens, SentShare, TokenShare } from '../protocol/request-tokens.ts';
import { type RecordedRequest, recordedRequests } from './recorded-requests.ts';
import { type RequestChanges, requestChanges } from './request-changes.ts';
import { requestPricing } from './request-pricing.ts';
import { mergeShares, tokenShares } from './token-shares.ts';

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
  /** The cost of the request without the reply, in US dollars; absent if it is unknown. */
  readonly costUsd?: number;
}

/** Returns the accounts of all model calls of a run, in order. */
export function runRequests(events: readonly RunEvent[], folder: string): Promise<readonly RequestAccount[]> {
  return accountsOf(recordedRequests(events, folder), events);
}

/** Returns the accounts of restored requests, in their order. */
export async function accountsOf(
  requests: readonly RecordedRequest[],
  events: readonly RunEvent[],
): Promise<readonly RequestAccount[]> {
  const shares = tokenShares(requests, events);
  const changes = requestChanges(requests);
  const usages = new Map<number, Usage>();
  for (const event of events) if (event.type === 'llm_response') usages.set(event.parent ?? 0, event.usage);
  const priceOf = await requestPricing(events);
  return requests.map((request, index) => {
    const own = shares[index] ?? [];
    const changed = changes[index];
    const usage = usages.get(request.event.seq);
    const costUsd = usage === undefined ? undefined : priceOf(usage, request.event.time);
    return {
      request,
      shares: own,
      tokens: sumOf(own),
      ...(changed === undefined ? {} : { changes: changed }),
      ...(usage === undefined ? {} : { usage }),
      ...(costUsd === undefined ? {} : { costUsd }),
    };
  });
}

/**
 * Returns what all calls together sent, by category, skill and resource: each call sends the conversation again. The cost
 * of a request is divided by tokens, cached ones included.
 */
export function sharesSent(accounts: readonly RequestAccount[]): readonly SentShare[] {
  const calls = new Map<string, number>();
  const costs = new Map<string, number>();
  for (const { shares, tokens, costUsd } of accounts) {
    for (const share of shares) {
      const key = keyOf(share);
      calls.set(key, (calls.get(key) ?? 0) + 1);
      if (costUsd !== undefined && tokens > 0)
        costs.set(key, (costs.get(key) ?? 0) + (costUsd * share.tokens) / tokens);
    }
  }
  return mergeShares(accounts.flatMap(({ shares }) => shares)).map((share) => {
    const costUsd = costs.get(keyOf(share));
    return { ...share, calls: calls.get(keyOf(share)) ?? 0, ...(costUsd === undefined ? {} : { costUsd }) };
  });
}

/** Returns the estimates of a run's requests for display. */
export function requestTokens(accounts: readonly RequestAccount[]): RequestTokens {
  const costUsd = costOf(accounts);
  const last = new Map<unknown, number>();
  const calls = accounts.map(({ request: { event, conversation }, shares, changes }): CallTokens => {
    const since = last.get(conversation);
    last.set(conversation, event.seq);
    if (since === undefined || changes === undefined) return { seq: event.seq, shares };
    const { system, opening, tools, messages } = changes;
    const texts = { ...(system && { system }), ...(opening && { opening }), ...(tools && { tools }) };
    return { seq: event.seq, shares, changes: { since, ...texts, messages: messages.length } };
  });
  return {
    calls,
    sent: sharesSent(accounts),
    ...(costUsd === undefined ? {} : { costUsd }),
    incomplete: accounts.filter(({ request }) => request.content === undefined).length,
  };
}

/** Returns the cost of all requests without the replies, in US dollars; undefined if none is known. */
export function costOf(accounts: readonly RequestAccount[]): number | undefined {
  const known = accounts.flatMap(({ costUsd }) => costUsd ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0);
}

/** Returns the sum of shares. */
export function sumOf(shares: readonly TokenShare[]): number {
  return shares.reduce((sum, { tokens }) => sum + tokens, 0);
}

function keyOf({ kind, name = '' }: TokenShare): string {
  return `${kind} ${name}`;
}

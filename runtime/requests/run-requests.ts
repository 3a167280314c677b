import { defined } from '../../skill/index.ts';
import { type List, mapList, type SpillFile } from '../journal/spilled-list.ts';
import type { RunEvent, Usage } from '../protocol/events.ts';
import type { CallTokens, RequestTokens, SentShare, TokenShare } from '../protocol/request-tokens.ts';
import { withPayloads } from '../run/restore.ts';
import { type RecordedRequest, requestReader, restoreRequests } from './recorded-requests.ts';
import { changesBetween, requestsBefore } from './request-changes.ts';
import { requestPricing } from './request-pricing.ts';
import { mergeShares, tokenShares } from './token-shares.ts';

/** A model call of a run, with an account of its request. */
export interface RequestAccount {
  readonly request: RecordedRequest;
  readonly shares: readonly TokenShare[];
  /** The sum of the shares, an estimate. */
  readonly tokens: number;
  /** The request before it in its loop; absent for the first one. */
  readonly before?: RecordedRequest;
  /** The usage that the provider reported, or the runtime's estimate; absent if there is no response. */
  readonly usage?: Usage;
  /** The cost of the request without the reply, in US dollars; absent if it is unknown. */
  readonly costUsd?: number;
}

/**
 * Returns the accounts of all model calls of a run, in order.
 * @param journal the events as read from the journal
 * @param spill the file for what does not fit into memory; by default everything is in memory
 */
export function runRequests(
  journal: List<RunEvent>,
  folder: string,
  spill?: SpillFile,
): Promise<readonly RequestAccount[]> {
  const events = mapList(journal, (event) => withPayloads(event, folder));
  return accountsOf(restoreRequests(events, requestReader(folder), spill), journal);
}

/** Returns the accounts of restored requests, in their order. */
export async function accountsOf(
  requests: readonly RecordedRequest[],
  events: Iterable<RunEvent>,
): Promise<readonly RequestAccount[]> {
  const shares = tokenShares(requests, events);
  const earlier = requestsBefore(requests);
  const usages = new Map<number, Usage>();
  for (const event of events) if (event.type === 'llm_response') usages.set(event.parent ?? 0, event.usage);
  const priceOf = await requestPricing(events);
  return requests.map((request, index) => {
    const own = shares[index] ?? [];
    const before = earlier[index];
    const usage = usages.get(request.event.seq);
    const costUsd = usage === undefined ? undefined : priceOf(usage, request.event.time);
    return defined({
      request,
      shares: own,
      tokens: sumOf(own),
      before,
      usage,
      costUsd,
    });
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
    return defined({ ...share, calls: calls.get(keyOf(share)) ?? 0, costUsd });
  });
}

/** Returns the estimates of a run's requests for display. */
export function requestTokens(accounts: readonly RequestAccount[]): RequestTokens {
  const costUsd = costOf(accounts);
  const calls = accounts.map(({ request, shares, before }): CallTokens => {
    const { seq } = request.event;
    if (before === undefined) return { seq, shares };
    const { system, opening, tools, messages, replaced } = changesBetween(before, request);
    return {
      seq,
      shares,
      changes: defined({
        since: before.event.seq,
        system,
        opening,
        tools,
        replaced: replaced || undefined,
        messages: messages.length,
      }),
    };
  });
  return defined({
    calls,
    sent: sharesSent(accounts),
    costUsd,
    incomplete: accounts.filter(({ request }) => request.content === undefined).length,
  });
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

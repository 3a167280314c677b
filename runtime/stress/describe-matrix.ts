/** Sentences about the matrix of clients. */
import { own } from '../../skill/index.ts';
import type { StressedWords, StressMatrix } from '../protocol/stress.ts';
import { formatCount, formatNumber } from '../text/count.ts';

/** Names the clients in which nothing is wasted, and those in which calls are. */
export function verdictByClient({ clients }: StressMatrix): string {
  const names = (wasteful: boolean): readonly string[] =>
    clients.filter(({ wastedCalls }) => wastedCalls > 0 === wasteful).map(({ client }) => client);
  const [good, bad] = [names(false), names(true)];
  if (bad.length === 0) return `Nothing was wasted in any of ${formatCount(clients.length, 'client')}.`;
  if (good.length === 0 && bad.length === 2) return 'Calls are wasted in both clients.';
  if (good.length === 0) return `Calls are wasted in all ${formatCount(clients.length, 'client')}.`;
  return `Calls are wasted in ${bad.join(', ')}, but not in ${good.join(', ')}.`;
}

/** Returns the effect of all fixes together; undefined if none was tried. */
export function verdictOfFixes({ clients }: StressMatrix): string | undefined {
  const tried = clients.filter(({ fixed }) => fixed !== undefined);
  if (tried.length === 0) return undefined;
  const before = tried.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
  const after = tried.reduce((sum, { fixed = 0 }) => sum + fixed, 0);
  const still = tried.filter(({ fixed = 0 }) => fixed > 0).map(({ client }) => client);
  const end = still.length === 0 ? '' : `; some remain in ${still.join(', ')}`;
  return `With all fixes, tried on a copy, the same runs waste ${formatCount(after, 'call')} instead of ${formatNumber(before)}${end}.`;
}

/** Formats `128 → 0`: the calls wasted now, and with the fixes if they were tried; empty if there are none. */
export function formatCell(calls: number | undefined, fixed: number | undefined): string {
  if (fixed !== undefined) return `${formatNumber(calls ?? 0)} → ${formatNumber(fixed)}`;
  return calls === undefined ? '' : formatNumber(calls);
}

/** Returns the cell of some words in a client. */
export function cellOf({ calls, fixed }: StressedWords, client: string): string {
  return formatCell(own(calls, client), own(fixed, client));
}

/** Texts of the report that the terminal and the page share. */

import { MISS_KINDS, own } from '../../../skill/index.ts';
import { knownClientName } from '../../protocol/client-name.ts';
import { formatCount, formatNumber, numberOrUnknown } from '../../text/count.ts';
import { FORMATS } from '../formats.ts';
import type { SkillLoaded } from '../log/session-event.ts';
import type { KindRate, MissRate } from './miss-rates.ts';
import type { SessionsReport, SkillReport } from './sessions-report.ts';
import type { ToldReport } from './told-tally.ts';

/** The ways in which a skill is loaded. */
export const LOADED_BY: Readonly<Record<SkillLoaded['by'], string>> = {
  tool: 'by its tool',
  read: 'by reading SKILL.md',
  shell: 'by a command',
  user: 'by the user',
  client: 'by the client',
};

/** Returns the period of the sessions. */
export function period({ start, end }: SessionsReport): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

/** The part of a report with tokens and costs. */
type UsageSum = Pick<SkillReport, 'usage' | 'estimatedCostUsd'>;

/** Returns the tokens and the cost of calls: the costs that sessions report, and estimates for the other sessions. */
export function usageText({ usage, estimatedCostUsd }: UsageSum): string {
  const { inputTokens, outputTokens, cacheReadTokens = 0, costUsd, costSource } = usage;
  const cached = cacheReadTokens === 0 ? '' : ` (${formatNumber(cacheReadTokens)} from the cache)`;
  // Skillwright's own runs have estimates, too.
  const known = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}${costSource === 'estimated' ? '' : ' reported'}`;
  const estimate = estimatedCostUsd === undefined ? '' : `, $${estimatedCostUsd.toFixed(2)} estimated by list prices`;
  const cost = `${known}${estimate}`;
  if (inputTokens === undefined && outputTokens === undefined) return `tokens unknown${cost}`;
  const input = inputTokens === undefined ? 'unknown tokens' : formatCount(inputTokens, 'token');
  return `${input} in${cached}, ${numberOrUnknown(outputTokens)} out${cost}`;
}

/**
 * Returns the name of a client or, for sessions that name none, of their format. Sessions do not say in which of its modes a
 * client ran.
 */
export function clientText(id: string): string {
  return knownClientName(id)?.replace(/ \([^()]*\)$/, '') ?? FORMATS.find((format) => format.id === id)?.title ?? id;
}

/** Returns the clients of the sessions with their numbers of sessions. */
export function clientsText({ clients }: SessionsReport): string {
  return clients.map(({ client, sessions }) => `${clientText(client)} ${formatNumber(sessions)}`).join(', ');
}

/** Describes what Skillwright's guards would have done, as a sentence without a period. */
export function guardsText({ guards: { stopped, refused, after } }: SessionsReport): string {
  if (stopped === 0 && refused === 0) return "Skillwright's guards would not have intervened";
  const denied = refused === 0 ? [] : [`would have denied ${formatCount(refused, 'call')}`];
  const { inputTokens = 0, outputTokens = 0, costUsd, costSource } = after.usage;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}${costSource === 'estimated' ? ' (est.)' : ''}`;
  const saved = `${formatCount(after.toolCalls, 'call')} and ${formatCount(inputTokens + outputTokens, 'token')}${cost}`;
  const ended = stopped === 0 ? [] : [`would have stopped ${formatCount(stopped, 'session')} and saved ${saved}`];
  return `Skillwright's guards ${[...ended, ...denied].join('; ')}`;
}

/** Describes the calls that brought nothing new, as a sentence without a period. */
export function wasteText({ steps, wasted }: Pick<SessionsReport, 'steps' | 'wasted'>): string {
  const { repeatedCalls, steps: wastedSteps, usage } = wasted;
  if (repeatedCalls === 0 && wastedSteps === 0) return 'No calls were repeated or wasted';
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const sum = tokens === 0 ? '' : ` (${formatCount(tokens, 'token')})`;
  const wastedText = `${formatNumber(wastedSteps)} of ${formatCount(steps, 'model call')} with failed calls only${sum}`;
  return `${formatCount(repeatedCalls, 'tool call')} repeated with the same result; ${wastedText}`;
}

/** Returns a number of misses per 100 requests with one digit, or two significant ones if it is small. */
const perHundred = (value: number): string => (value > 0 && value < 0.1 ? value.toFixed(2) : value.toFixed(1));

/** Returns misses per 100 requests with their interval: `0.8 (0.4–1.5)`. */
export function rateText({ per100 }: Pick<MissRate, 'per100'>): string {
  if (per100 === undefined) return 'not measured';
  const { value, low, high } = per100;
  return `${perHundred(value)} (${perHundred(low)}–${perHundred(high)})`;
}

/** Describes misses per 100 requests into skills with what they were counted in. */
export function missRateText(rate: MissRate): string {
  if (rate.per100 === undefined) return 'not measured';
  const { misses, requests, sessions } = rate;
  return `${rateText(rate)}, ${formatNumber(misses)} of ${formatCount(requests, 'request')} in ${formatCount(sessions, 'session')}`;
}

/** Returns the name of a kind of misses. */
export function kindText(kind: KindRate['kind']): string {
  return MISS_KINDS.find(({ id }) => id === kind)?.title ?? 'kind not known';
}

/** Describes how many sessions read all files that a skill tells them to read. */
export function toldText({ sessions, complete }: ToldReport): string {
  return `${formatNumber(complete)} of ${formatCount(sessions, 'session')} read all files that its texts tell to read`;
}

/** Describes how often a file was never read that a skill tells a model to read. */
export function lostFileText({ told, unread, missed }: ToldReport['files'][number]): string {
  return `never read in ${formatNumber(unread)} of ${formatCount(told, 'session')}${missed === 0 ? '' : `, missed in ${formatNumber(missed)}`}`;
}

/** Returns the ways in which a skill was loaded, with their numbers of sessions. */
export function waysText({ by }: SkillReport): string {
  return Object.entries(by)
    .map(([way, sessions]) => `${own(LOADED_BY, way)} ${sessions}`)
    .join(', ');
}

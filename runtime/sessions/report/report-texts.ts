/** Texts of the report that the terminal and the page share. */

import { knownClientName } from '../../protocol/client-name.ts';
import { formatCount, formatNumber } from '../../protocol/count.ts';
import type { Usage } from '../../protocol/events.ts';
import { FORMATS } from '../formats.ts';
import type { SkillLoaded } from '../log/session-event.ts';
import type { SessionsReport, SkillReport } from './sessions-report.ts';

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

/** Returns the tokens and the cost of calls; the cost is the part that sessions report. */
export function usageText({ inputTokens, outputTokens, cacheReadTokens = 0, costUsd }: Usage): string {
  const cached = cacheReadTokens === 0 ? '' : ` (${formatNumber(cacheReadTokens)} from the cache)`;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)} reported`;
  if (inputTokens === undefined && outputTokens === undefined) return `tokens unknown${cost}`;
  return `${formatCount(inputTokens ?? 0, 'token')} in${cached}, ${formatNumber(outputTokens ?? 0)} out${cost}`;
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
  const { inputTokens = 0, outputTokens = 0, costUsd } = after.usage;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}`;
  const saved = `${formatCount(after.toolCalls, 'call')} and ${formatCount(inputTokens + outputTokens, 'token')}${cost}`;
  const ended = stopped === 0 ? [] : [`would have stopped ${formatCount(stopped, 'session')} and saved ${saved}`];
  return `Skillwright's guards ${[...ended, ...denied].join('; ')}`;
}

/** Returns the ways in which a skill was loaded, with their numbers of sessions. */
export function waysText({ by }: SkillReport): string {
  return Object.entries(by)
    .map(([way, sessions]) => `${LOADED_BY[way as SkillLoaded['by']]} ${sessions}`)
    .join(', ');
}

/** Texts of the report that the terminal and the page share. */
import { knownClientName } from '../../protocol/client-name.ts';
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

export const number = (value: number): string => value.toLocaleString('en-US');

/** Returns `1 miss` or `2 misses`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
  return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** Returns the period of the sessions. */
export function period({ start, end }: SessionsReport): string {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

/** Returns the tokens and the cost of calls; the cost is the part that sessions report. */
export function usageText({ inputTokens, outputTokens, cacheReadTokens = 0, costUsd }: Usage): string {
  const cached = cacheReadTokens === 0 ? '' : ` (${number(cacheReadTokens)} from the cache)`;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)} reported`;
  if (inputTokens === undefined && outputTokens === undefined) return `tokens unknown${cost}`;
  return `${count(inputTokens ?? 0, 'token')} in${cached}, ${number(outputTokens ?? 0)} out${cost}`;
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
  return clients.map(({ client, sessions }) => `${clientText(client)} ${number(sessions)}`).join(', ');
}

/** Describes what Skillwright's guards would have done, as a sentence without a period. */
export function guardsText({ guards: { stopped, refused, after } }: SessionsReport): string {
  if (stopped === 0 && refused === 0) return "Skillwright's guards would not have intervened";
  const denied = refused === 0 ? [] : [`would have denied ${count(refused, 'call')}`];
  const { inputTokens = 0, outputTokens = 0, costUsd } = after.usage;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}`;
  const saved = `${count(after.toolCalls, 'call')} and ${count(inputTokens + outputTokens, 'token')}${cost}`;
  const ended = stopped === 0 ? [] : [`would have stopped ${count(stopped, 'session')} and saved ${saved}`];
  return `Skillwright's guards ${[...ended, ...denied].join('; ')}`;
}

/** Returns the ways in which a skill was loaded, with their numbers of sessions. */
export function waysText({ by }: SkillReport): string {
  return Object.entries(by)
    .map(([way, sessions]) => `${LOADED_BY[way as SkillLoaded['by']]} ${sessions}`)
    .join(', ');
}

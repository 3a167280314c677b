import { formatCount, formatNumber } from '../protocol/count.ts';
import type { Cause } from '../protocol/events.ts';
import { FORMATS } from '../sessions/formats.ts';
import type { GuardFindings, GuardStop, ImportFinished } from '../sessions/log/session-event.ts';
import { LOADED_BY } from '../sessions/report/report-texts.ts';
import { allSteps, type MissedFile, type SessionSummary } from '../sessions/session-summary.ts';
import { oneLine } from './plain-text.ts';
import { prettyCause } from './pretty-cause.ts';

/** Maximum number of files or misses that are listed. */
const MAX_LISTED = 10;

const MISSED = { resource: 'file', script: 'script', search: 'search' } as const;

/** Formats the summary of a session for the terminal. */
export function prettySession(summary: SessionSummary, finished: ImportFinished): string {
  const { imported, time, model, prompts, toolCalls, usage } = summary;
  const title = FORMATS.find(({ id }) => id === imported?.format)?.title ?? imported?.format ?? '';
  const date = imported?.untimed === true ? 'without times' : time.slice(0, 16).replace('T', ' ');
  const lines = [
    oneLine(imported?.file ?? ''),
    `  ${title}, ${date}, ${oneLine(model)}`,
    `  ${formatCount(prompts, 'prompt')}, ${formatCount(allSteps(finished), 'model call')}, ${formatCount(toolCalls, 'tool call')}`,
    `  tokens: ${formatTokens(usage)}`,
    ...formatList(
      'skills',
      summary.skills.map(({ skill, by }) => `${skill} (${by.map((one) => LOADED_BY[one]).join(', ')})`),
    ),
    ...formatList('files read', [...summary.filesRead]),
    ...formatList('scripts run', [...summary.scriptsRun]),
    ...formatList(
      'misses',
      [...summary.misses].map(([key, miss]) => prettyMiss(miss, summary.currentCauses.get(key))),
    ),
    ...guardLines(finished.guards),
    `  records: ${formatRecords(finished)}`,
  ];
  return lines.join('\n');
}

/** Formats a miss with the words that led to it, and their position in the current skill if it still contains them. */
function prettyMiss({ skill, path, kind, count: times, words }: MissedFile, current: Cause | undefined): string {
  const missed = `${skill}/${path} (${MISSED[kind]}${times === 1 ? '' : ` ×${times}`})`;
  const cause = current === undefined ? '' : prettyCause(current);
  const quoted = current === undefined && words !== undefined ? `“${words}”` : cause;
  return quoted === '' ? missed : `${missed}: ${quoted}`;
}

function formatRecords({ records: all, used, duplicate, metadata, raw, broken }: ImportFinished): string {
  return `${all.toLocaleString('en-US')}: ${used} used, ${duplicate} duplicate, ${metadata} metadata, ${raw} unknown, ${broken} broken`;
}

function guardLines(guards: GuardFindings | undefined): readonly string[] {
  if (guards === undefined) return [];
  const { refused, stops } = guards;
  const denied = refused === 0 ? [] : [`would have denied ${formatCount(refused, 'call')}`];
  const acts = [...denied, ...stops.map(prettyStop)];
  return acts.length === 0
    ? ["  Skillwright's guards would not have intervened"]
    : formatList("Skillwright's guards", acts);
}

/** Formats a point at which Skillwright's guards would have ended an agent. */
export function prettyStop({ rule, count: times, threshold, agent, time, tool, after }: GuardStop): string {
  const who = agent === 'agent' ? '' : ` ${agent}`;
  const tokensAfter = (after.usage.inputTokens ?? 0) + (after.usage.outputTokens ?? 0);
  const cost = after.usage.costUsd === undefined ? '' : `, $${after.usage.costUsd.toFixed(2)}`;
  const saved = `${formatCount(after.toolCalls, 'call')}, ${formatCount(tokensAfter, 'token')}${cost}`;
  return `would have stopped${who} at ${time.slice(11, 19)} (${rule} ${times}/${threshold}, ${tool}): ${saved}`;
}

function formatList(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [`  ${title}: none`];
  const more = entries.length > MAX_LISTED ? [`    and ${entries.length - MAX_LISTED} more`] : [];
  return [`  ${title}:`, ...entries.slice(0, MAX_LISTED).map((entry) => `    ${oneLine(entry)}`), ...more];
}

function formatTokens({
  inputTokens,
  outputTokens,
  cacheReadTokens = 0,
  cacheWriteTokens = 0,
}: SessionSummary['usage']): string {
  if (inputTokens === undefined && outputTokens === undefined) return 'unknown';
  const input = inputTokens ?? 0;
  const fresh = Math.max(0, input - cacheReadTokens - cacheWriteTokens);
  const parts = [`${formatNumber(fresh)} in`];
  // Many clients do not report them, so that 0 would be wrong.
  if (cacheReadTokens > 0) parts.push(`${formatNumber(cacheReadTokens)} from the cache`);
  if (cacheWriteTokens > 0) parts.push(`${formatNumber(cacheWriteTokens)} into the cache`);
  return [...parts, `${formatNumber(outputTokens ?? 0)} out`].join(', ');
}

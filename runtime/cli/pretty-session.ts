import { own } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';
import { FORMATS } from '../sessions/formats.ts';
import type { GuardFindings, GuardStop, ImportFinished } from '../sessions/log/session-event.ts';
import { LOADED_BY } from '../sessions/report/report-texts.ts';
import { allSteps, type MissedFile, type SessionSummary } from '../sessions/session-summary.ts';
import { formatCount, formatNumber, numberOrUnknown } from '../text/count.ts';
import { lostText } from '../text/lost-text.ts';
import { minuteOf } from '../text/minute-of.ts';
import { oneLine } from './plain-text.ts';
import { prettyCause } from './pretty-cause.ts';
import { prettyPlace, titleOf } from './pretty-place.ts';

/** Maximum number of files or misses that are listed. */
const MAX_LISTED = 10;

const MISSED = { resource: 'file', script: 'script', search: 'search', skill: 'by its name' } as const;

/** Formats the summary of a session for the terminal. */
export function prettySession(summary: SessionSummary, finished: ImportFinished): string {
  const { imported, time, model, prompts, toolCalls, usage } = summary;
  const title = FORMATS.find(({ id }) => id === imported?.format)?.title ?? imported?.format ?? '';
  const date = imported?.untimed === true ? 'without times' : minuteOf(time);
  const lines = [
    oneLine(imported?.file ?? ''),
    `  ${title}, ${date}, ${oneLine(model)}`,
    `  ${formatCount(prompts, 'prompt')}, ${formatCount(allSteps(finished), 'model call')}, ${formatCount(toolCalls, 'tool call')}`,
    `  tokens: ${formatTokens(usage)}`,
    `  cost: ${formatCost(summary)}`,
    ...formatList(
      'skills',
      summary.skills.map(({ skill, by, times }) => {
        const tokens = own(finished.skillTokens ?? {}, skill);
        const sum = tokens === undefined ? '' : `, about ${formatCount(tokens, 'token')} of its texts`;
        const repeated = times === undefined ? '' : `; loaded ${formatNumber(times)} times${sum}`;
        return `${skill} (${by.map((one) => LOADED_BY[one]).join(', ')}${repeated})`;
      }),
    ),
    ...formatList('files read', [...summary.filesRead]),
    ...formatList('scripts run', [...summary.scriptsRun]),
    ...(summary.requested.length === 0
      ? []
      : formatList('requested, with no result that shows them', summary.requested)),
    ...lostLines(finished),
    ...prettyMisses(summary),
    ...wasteLines(finished),
    ...guardLines(finished.guards),
    `  records: ${formatRecords(finished)}`,
  ];
  return lines.join('\n');
}

/** Formats the misses of a session or a run as a list. */
export function prettyMisses({
  misses,
  currentCauses,
}: Pick<SessionSummary, 'misses' | 'currentCauses'>): readonly string[] {
  return formatList(
    'misses',
    [...misses].map(([key, miss]) => prettyMiss(miss, currentCauses.get(key))),
  );
}

/** Formats a miss with the words that led to it, and their position in the current skill if it still contains them. */
function prettyMiss(miss: MissedFile, current: Cause | undefined): string {
  const { skill, path, kind, count: times, words } = miss;
  const name = kind === 'skill' ? skill : `${skill}/${path}`;
  const request = `${MISSED[kind]}${times === 1 ? '' : ` ×${times}`}`;
  const place = prettyPlace(miss);
  if (place !== undefined) return `${name} (${request})${place}`;
  const missed = `${name} (${miss.reason === undefined ? request : `${request}, ${titleOf(miss.reason)}`})`;
  const cause = current === undefined ? '' : prettyCause(current);
  const quoted = current === undefined && words !== undefined ? `“${words}”` : cause;
  return quoted === '' ? missed : `${missed}: ${quoted}`;
}

function formatRecords({ records: all, used, duplicate, metadata, raw, broken }: ImportFinished): string {
  return `${all.toLocaleString('en-US')}: ${used} used, ${duplicate} duplicate, ${metadata} metadata, ${raw} unknown, ${broken} broken`;
}

/** Formats the files that a loaded skill tells the model to read, if it has not read all of them. */
function lostLines({ instructed = [] }: ImportFinished): readonly string[] {
  const lost = instructed.filter(({ unread }) => unread.length > 0);
  if (lost.length === 0) return [];
  return formatList(
    'instructed to read',
    lost.map((told) => `${told.skill}: ${lostText(told)}`),
  );
}

/** Formats the calls that brought nothing new. */
function wasteLines({ wasted: { repeatedCalls, steps, usage }, ...counts }: ImportFinished): readonly string[] {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const sum = tokens === 0 ? '' : `: ${formatCount(tokens, 'token')}`;
  return formatList('repeated and wasted', [
    ...(repeatedCalls === 0 ? [] : [`${formatCount(repeatedCalls, 'tool call')} repeated with the same result`]),
    ...(steps === 0
      ? []
      : [`${formatNumber(steps)} of ${formatCount(allSteps(counts), 'model call')} with failed calls only${sum}`]),
  ]);
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
  const { costUsd, costSource } = after.usage;
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(2)}${costSource === 'estimated' ? ' (est.)' : ''}`;
  const saved = `${formatCount(after.toolCalls, 'call')}, ${formatCount(tokensAfter, 'token')}${cost}`;
  return `would have stopped${who} at ${time.slice(11, 19)} UTC (${rule} ${times}/${threshold}, ${tool}): ${saved}`;
}

function formatList(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [`  ${title}: none`];
  const more = entries.length > MAX_LISTED ? [`    and ${entries.length - MAX_LISTED} more`] : [];
  return [`  ${title}:`, ...entries.slice(0, MAX_LISTED).map((entry) => `    ${oneLine(entry)}`), ...more];
}

function formatCost({ usage, estimatedCostUsd }: SessionSummary): string {
  if (usage.costUsd !== undefined) return formatDollars(usage.costUsd);
  if (estimatedCostUsd === undefined) return 'unknown';
  return `${formatDollars(estimatedCostUsd)}, estimated by list prices`;
}

/** Formats an amount; a small one with more digits, so that it is not 0. */
function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
}

function formatTokens({
  inputTokens,
  outputTokens,
  cacheReadTokens = 0,
  cacheWriteTokens = 0,
}: SessionSummary['usage']): string {
  if (inputTokens === undefined && outputTokens === undefined) return 'unknown';
  const fresh = inputTokens === undefined ? undefined : Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const parts = [`${numberOrUnknown(fresh)} in`];
  // Many clients do not report them, so that 0 would be wrong.
  if (cacheReadTokens > 0) parts.push(`${formatNumber(cacheReadTokens)} from the cache`);
  if (cacheWriteTokens > 0) parts.push(`${formatNumber(cacheWriteTokens)} into the cache`);
  return [...parts, `${numberOrUnknown(outputTokens)} out`].join(', ');
}

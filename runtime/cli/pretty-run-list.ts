import { own } from '../../skill/index.ts';
import { knownClientName } from '../protocol/client-name.ts';
import type { RunReason } from '../protocol/events.ts';
import { formatCount } from '../text/count.ts';
import { minuteOf } from '../text/minute-of.ts';
import type { RunEntry, UnreadableRun } from './list-runs.ts';
import { oneLine } from './plain-text.ts';

/** Maximum length of a prompt, in UTF-16 units, and number of a run's skills that are listed by name. */
const MAX_PROMPT = 100;
const MAX_SKILLS = 5;

const OUTCOMES: Readonly<Partial<Record<RunEntry['outcome'], string>>> = {
  final: 'finished',
  guard: 'stopped by a guard',
  max_llm_calls: 'reached the limit of model calls',
  model_error: 'the model failed',
  paused: 'waiting for an answer',
  cancelled: 'stopped by you',
} satisfies Record<RunReason, string>;

/**
 * Formats a run for `skillwright runs`: its id, time (UTC) and outcome, its prompt, what ran, and its figures. An unreadable
 * one is one line.
 */
export function prettyRunEntry(entry: RunEntry | UnreadableRun): string {
  if (entry.kind === 'unreadable') return oneLine(`${entry.run}  unreadable: ${entry.problem}`);
  const { run, time, prompt, prompts, outcome, forked, damage } = entry;
  const more = prompts > 1 ? ` (and ${formatCount(prompts - 1, 'more prompt')})` : '';
  return [
    `${run}  ${minuteOf(time)}  ${own(OUTCOMES, outcome) ?? oneLine(outcome)}`,
    `  ${cut(prompt) || '(no prompt)'}${more}`,
    `  ${setupOf(entry)}`,
    `  ${figuresOf(entry)}`,
    ...(forked === undefined ? [] : [`  fork of ${forked.run} at ${forked.at}`]),
    ...(damage === undefined ? [] : [`  damaged journal: ${damage}`]),
  ]
    .map(oneLine)
    .join('\n');
}

/** Returns the agent, the skills, the client and the model. */
function setupOf({ agent, skills, client, model, stress }: RunEntry): string {
  const more = skills.length > MAX_SKILLS ? ` and ${skills.length - MAX_SKILLS} more` : '';
  return [
    ...(agent === undefined ? [] : [`agent ${agent}`]),
    skills.length === 0 ? 'no skills' : `skills: ${skills.slice(0, MAX_SKILLS).join(', ')}${more}`,
    ...(client === undefined ? [] : [`as ${knownClientName(client) ?? client}`]),
    model,
    ...(stress === true ? ['stress test'] : []),
  ].join('; ');
}

function figuresOf({ llmCalls, misses, inputTokens, outputTokens, estimated }: RunEntry): string {
  const isKnown = inputTokens !== undefined || outputTokens !== undefined;
  const tokens = `${estimated === true ? 'about ' : ''}${formatCount((inputTokens ?? 0) + (outputTokens ?? 0), 'token')}`;
  return [
    formatCount(llmCalls, 'model call'),
    misses === 0 ? 'no misses' : formatCount(misses, 'miss', 'misses'),
    ...(isKnown ? [tokens] : []),
  ].join(', ');
}

/** Returns the start of a prompt on one line. */
function cut(prompt: string): string {
  const line = prompt
    .slice(0, MAX_PROMPT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  // Not in the middle of a character.
  return line.length > MAX_PROMPT ? `${line.slice(0, MAX_PROMPT).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

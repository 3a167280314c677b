import type { RunEvent } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { importOf } from './imported.ts';

/** The figures of a run. An absent figure is unknown, never zero. */
export interface RunTotals {
  readonly run: string;
  readonly model: string;
  readonly client?: string;
  /** The reason for the end; absent for a run that has not ended. */
  readonly reason?: string;
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Calls that requested a file of a skill that does not exist. */
  readonly misses: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly costUsd?: number;
  /** Milliseconds from the first event to the last, including waits for the user. */
  readonly durationMs?: number;
  readonly answer: string;
}

const SUMS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'costUsd'] as const;

/** Codes of ADK's tools, also of a miss that a guard answered. */
const MISS = /^(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?$/;

/**
 * Returns the figures of a run with all its prompts.
 * @param events all events, with their payloads
 */
export function totalsOf(run: string, events: readonly RunEvent[]): RunTotals {
  const sums: { -readonly [name in (typeof SUMS)[number]]?: number } = {};
  let llmCalls = 0;
  let toolCalls = 0;
  let misses = 0;
  for (const event of events) {
    if (event.type === 'llm_request') llmCalls++;
    else if (event.type === 'tool_call') toolCalls++;
    else if (event.type === 'tool_result') {
      if (event.miss !== undefined || MISS.test(event.error_code ?? '')) misses++;
    } else if (event.type === 'llm_response')
      for (const name of SUMS) {
        const value = event.usage?.[name];
        if (value !== undefined) sums[name] = (sums[name] ?? 0) + value;
      }
  }
  const started = events.findLast((event) => event.type === 'run_started');
  const ended = events.findLast((event) => event.type === 'run_finished');
  const imported = importOf(started);
  const client = imported?.client ?? started?.client;
  const [first, last] = [events[0], events.at(-1)].map((event) => Date.parse(event?.time ?? ''));
  return {
    run,
    model: started?.model ?? '',
    ...(client === undefined ? {} : { client }),
    ...(ended === undefined ? {} : { reason: ended.reason }),
    llmCalls,
    toolCalls,
    misses,
    ...sums,
    ...(imported?.untimed === true ? {} : { durationMs: Math.max(0, (last ?? 0) - (first ?? 0)) || 0 }),
    answer: inlineText(ended?.text ?? ''),
  };
}

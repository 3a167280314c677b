import { addUsage } from '../models/usage.ts';
import type { RunTotals } from '../protocol/compare.ts';
import type { RunEvent, ToolResult, Usage } from '../protocol/events.ts';
import { inlineText } from '../protocol/inline-text.ts';
import { importOf } from './imported.ts';

const SUMS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'costUsd'] as const;

/** Codes of ADK's tools, also of a miss that a guard answered. */
const MISS = /^(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?$/;

/** Returns true if a call requested a file of a skill that does not exist. */
export function isMiss({ miss, error_code: code = '' }: ToolResult): boolean {
  return miss !== undefined || MISS.test(code);
}

/**
 * Returns the figures of a run with all its prompts.
 * @param events all events, with their payloads
 */
export function totalsOf(run: string, events: readonly RunEvent[]): RunTotals {
  const sums: { -readonly [name in (typeof SUMS)[number]]?: number } = {};
  // The client of a session may report totals of a prompt that its model calls do not account for.
  let reported: Usage = {};
  let llmCalls = 0;
  let toolCalls = 0;
  let misses = 0;
  let isEstimated = false;
  let costIsEstimated = false;
  for (const event of events) {
    if (event.type === 'llm_request') llmCalls++;
    else if (event.type === 'tool_call') toolCalls++;
    else if (event.type === 'tool_result') {
      if (isMiss(event)) misses++;
    } else if (event.type === 'llm_response') {
      for (const name of SUMS) {
        const value = event.usage?.[name];
        if (value !== undefined) sums[name] = (sums[name] ?? 0) + value;
      }
      isEstimated ||= event.usage?.estimated === true;
      costIsEstimated ||= event.usage?.costUsd !== undefined && event.usage.costSource === 'estimated';
    } else if (event.type === 'run_finished') reported = addUsage(reported, event.usage ?? {});
  }
  const started = events.findLast((event) => event.type === 'run_started');
  const ended = events.findLast((event) => event.type === 'run_finished');
  const imported = importOf(started);
  const client = imported?.client ?? started?.client;
  if (imported !== undefined && !imported.format.startsWith('skillwright')) {
    for (const name of SUMS) {
      const value = reported[name] ?? sums[name];
      if (value !== undefined) sums[name] = value;
    }
    if (reported.costUsd !== undefined) costIsEstimated = reported.costSource === 'estimated';
  }
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
    ...(isEstimated ? { estimated: true } : {}),
    ...(costIsEstimated ? { costEstimated: true } : {}),
    ...(imported?.untimed === true ? {} : { durationMs: Math.max(0, (last ?? 0) - (first ?? 0)) || 0 }),
    answer: inlineText(ended?.text ?? ''),
  };
}

/** The figures of a run that a comparison shows. */

import { defined } from '../../skill/index.ts';
import { addUsage } from '../models/prices/usage.ts';
import type { RunTotals } from '../protocol/compare.ts';
import type { LlmResponse, RunEvent, RunFinished, RunStarted, ToolResult, Usage } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import { importOf } from './imported.ts';

const SUMS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'costUsd'] as const;

/** Codes of ADK's tools, also of a miss that a guard answered. */
const MISS = /^(?:(?:RESOURCE|SCRIPT)_NOT_FOUND(?:_FATAL)?|INVALID_RESOURCE_PATH)$/;

/** Returns true if a call requested a file of a skill that does not exist. */
export function isMiss({ miss, error_code: code = '' }: ToolResult): boolean {
  return miss !== undefined || MISS.test(code);
}

/**
 * Returns the figures of a run with all its prompts.
 * @param events all events, with their payloads
 */
export function totalsOf(run: string, events: Iterable<RunEvent>): RunTotals {
  const totals = new TotalsLog();
  for (const event of events) totals.add(event);
  return totals.totals(run);
}

/** Adds up the figures of a run, one event at a time. */
export class TotalsLog {
  private readonly sums: { -readonly [name in (typeof SUMS)[number]]?: number } = {};
  // The client of a session may report totals of a prompt that its model calls do not account for.
  private reported: Usage = {};
  private llmCalls = 0;
  private toolCalls = 0;
  private misses = 0;
  private isEstimated = false;
  private costIsEstimated = false;
  private firstTime: string | undefined;
  private lastTime: string | undefined;
  private started: RunStarted | undefined;
  private ended: RunFinished | undefined;

  /** Adds the next event, with its payloads. */
  add(event: RunEvent): void {
    this.firstTime ??= event.time;
    this.lastTime = event.time;
    if (event.type === 'llm_request') this.llmCalls++;
    else if (event.type === 'tool_call') this.toolCalls++;
    else if (event.type === 'tool_result') {
      if (isMiss(event)) this.misses++;
      // What the run created itself was not missed.
      for (const { created } of event.later ?? []) if (created === true) this.misses--;
    } else if (event.type === 'llm_response') this.addUsage(event);
    else if (event.type === 'run_started') this.started = event;
    else if (event.type === 'run_finished') {
      this.ended = event;
      this.reported = addUsage(this.reported, event.usage ?? {});
    }
  }

  private addUsage({ usage }: LlmResponse): void {
    const { sums } = this;
    for (const name of SUMS) {
      const value = usage?.[name];
      if (value !== undefined) sums[name] = (sums[name] ?? 0) + value;
    }
    this.isEstimated ||= usage?.estimated === true;
    this.costIsEstimated ||= usage?.costUsd !== undefined && usage.costSource === 'estimated';
  }

  /** Returns the figures of all events so far. */
  totals(run: string): RunTotals {
    const { started, ended, reported, llmCalls, toolCalls, misses } = this;
    const sums = { ...this.sums };
    let { costIsEstimated } = this;
    const imported = importOf(started);
    const client = imported?.client ?? started?.client;
    if (imported !== undefined && !imported.format.startsWith('skillwright')) {
      for (const name of SUMS) {
        const value = reported[name] ?? sums[name];
        if (value !== undefined) sums[name] = value;
      }
      if (reported.costUsd !== undefined) costIsEstimated = reported.costSource === 'estimated';
    }
    const [first, last] = [this.firstTime, this.lastTime].map((time) => Date.parse(time ?? ''));
    return defined({
      run,
      model: started?.model ?? '',
      client,
      reason: ended?.reason,
      llmCalls,
      toolCalls,
      misses,
      ...sums,
      estimated: this.isEstimated || undefined,
      costEstimated: costIsEstimated || undefined,
      durationMs: imported?.untimed === true ? undefined : Math.max(0, (last ?? 0) - (first ?? 0)) || 0,
      answer: inlineText(ended?.text ?? ''),
    });
  }
}

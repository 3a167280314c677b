import type { RunEvent } from '../../protocol/events.ts';
import { endsInvocation } from '../history/final-event.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import { CallExecution } from './call-execution.ts';
import type { CallOptions } from './call-options.ts';
import { StepBarrier } from './step-barrier.ts';

/** Options for `runStep`. */
export interface StepOptions extends CallOptions {
  readonly calls: readonly ParsedCall[];
  /** True if a guard ended the invocation in this step before the earlier process was killed. */
  readonly stopped?: boolean;
}

/** The end of a step. */
export interface StepEnd {
  /** A guard ended the invocation. */
  readonly stopped: boolean;
  /** Some calls wait for a user who is not present. */
  readonly paused: boolean;
  /** A result is final, so no model call follows. */
  readonly final: boolean;
}

/**
 * Executes the calls of one step in parallel. Every call gets exactly one result, whatever its tool does and even if the
 * run is cancelled. Only calls that wait for the user are left without one.
 */
export async function runStep(options: StepOptions): Promise<StepEnd> {
  const results: RunEvent[] = [];
  const onResult = (event: RunEvent): void => {
    results.push(event);
    options.onResult(event);
  };
  const barrier = new StepBarrier(options.calls.length);
  const shared: CallOptions = { ...options, onResult };
  const runs = options.calls.map((call) => new CallExecution(shared, call, barrier));
  const ends = await Promise.all(runs.map((run) => run.run()));
  const stopped = options.stopped === true || ends.includes('stopped');
  const waiting = runs.filter((_, index) => ends[index] === 'paused');
  // The closing round needs a result for every call, and one that still waits for the user will not run any more.
  if (stopped) for (const run of waiting) run.skip();
  else if (options.signal.aborted) for (const run of waiting) run.abandon();
  const paused = !stopped && !options.signal.aborted && waiting.length > 0;
  return { stopped, paused, final: endsInvocation(results) };
}

/** Answers each call as cancelled, without executing any. */
export function abandonStep(options: StepOptions): void {
  const barrier = new StepBarrier(options.calls.length);
  for (const call of options.calls) new CallExecution(options, call, barrier).abandon();
}

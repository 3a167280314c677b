import type { RunEvent } from '../protocol/events.ts';
import { Beside } from './beside.ts';
import type { CallOptions } from './call-options.ts';
import { CallRun } from './call-run.ts';
import { endsInvocation } from './final.ts';
import type { ReadCall } from './read-call.ts';

export interface StepOptions extends CallOptions {
  readonly calls: readonly ReadCall[];
  /** A guard ended the invocation in this step before the process did. */
  readonly stopped?: boolean;
}

export interface StepEnd {
  /** A guard ended the invocation. */
  readonly stopped: boolean;
  /** Some calls wait for a person who is not there. */
  readonly paused: boolean;
  /** No model call follows: a result is the last word. */
  readonly final: boolean;
}

/**
 * Answers the calls of one step, all at once. Every call gets exactly one result, whatever its tool does and also when
 * the run is cancelled; only calls that wait for a person have none yet.
 */
export async function runStep(options: StepOptions): Promise<StepEnd> {
  const results: RunEvent[] = [];
  const onResult = (event: RunEvent): void => {
    results.push(event);
    options.onResult(event);
  };
  const beside = new Beside(options.calls.length);
  const shared: CallOptions = { ...options, onResult };
  const runs = options.calls.map((call) => new CallRun(shared, call, beside));
  const ends = await Promise.all(runs.map((run) => run.run()));
  const stopped = options.stopped === true || ends.includes('stopped');
  const waiting = runs.filter((_, index) => ends[index] === 'paused');
  // The closing round needs an answer to every call; one that still waits for a person will not run any more.
  if (stopped) for (const run of waiting) run.giveUp();
  else if (options.signal.aborted) for (const run of waiting) run.abandon();
  const paused = !stopped && !options.signal.aborted && waiting.length > 0;
  return { stopped, paused, final: endsInvocation(results) };
}

/** Gives each call the result that it was cancelled, without carrying any out. */
export function abandonStep(options: StepOptions): void {
  const beside = new Beside(options.calls.length);
  for (const call of options.calls) new CallRun(options, call, beside).abandon();
}

import type { RunEvent } from '../protocol/events.ts';
import { CallRun } from './call-run.ts';
import type { Desk } from './desk.ts';
import { endsInvocation } from './final.ts';
import type { History } from './history.ts';
import type { ToolHook } from './hooks.ts';
import type { PastCall } from './past.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import type { JsonObject, Tool } from './tools.ts';

/** A call with its arguments read. */
export interface ReadCall {
  readonly id: string;
  readonly tool: string;
  readonly args:
    | { readonly kind: 'object'; readonly value: JsonObject }
    | { readonly kind: 'broken'; readonly raw: string };
  /** What an earlier process did about it. */
  readonly past?: PastCall;
}

export interface StepOptions {
  readonly calls: readonly ReadCall[];
  /** Calls that the model asked for in this step, those included that have their result from an earlier process. */
  readonly asked: number;
  readonly tools: readonly Tool[];
  readonly hooks: readonly ToolHook[];
  readonly scope: Scope;
  readonly state: SessionState;
  readonly desk: Desk;
  readonly history: History;
  readonly signal: AbortSignal;
  /** Number of the model call that asked. */
  readonly step: number;
  /** `seq` of its `llm_request`. */
  readonly parent: number;
  /** A guard ended the invocation in this step before the process did. */
  readonly stopped?: boolean;
  /** Told of every result as it is emitted, with its payload whole. */
  readonly onResult: (event: RunEvent) => void;
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
  const runs = options.calls.map((call) => new CallRun({ ...options, onResult }, call, beside));
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

/** What the calls of a step know of each other. */
export class Beside {
  /** Resolves when a guard's question was left: calls that guards still look at wait for its answer too. */
  readonly held: Promise<void>;
  hold: () => void = () => undefined;
  private working: number;
  private waiters: (() => void)[] = [];

  constructor(calls: number) {
    this.working = calls;
    this.held = new Promise((resolve) => {
      this.hold = resolve;
    });
  }

  /** A call has its result, or waits for a person. */
  rest(): void {
    this.working--;
    if (this.working > 0) return;
    for (const resolve of this.waiters) resolve();
    this.waiters = [];
  }

  /** Resolves when no call of the step is at work any more. */
  quiet(): Promise<void> {
    return this.working <= 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve));
  }
}

import type { GuardEvent, JsonObject } from '../protocol/events.ts';
import type { EventBody, Scope } from './scope.ts';
import type { StateScope } from './state.ts';
import type { ResultOutcome } from './tools.ts';

/** A call of a tool as the seams around it see it. */
export interface CallView {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The arguments as written, where they are no JSON object; `args` is empty then. */
  readonly broken?: string;
  /** Number of the model call that asked for it: calls of one step share it. */
  readonly step: number;
  readonly state: StateScope;
  /** Asks the person at the run; `unanswered` where nobody is there. Where they left, the run pauses and this never resolves. */
  ask(hint: string): Promise<GuardAnswer>;
}

/** What is said to a guard's question; `ignore`: go on, and leave this tool alone from now on. */
export type GuardAnswer = 'continue' | 'stop' | 'ignore' | 'unanswered';

/** A guard's decision before the journal knows it. */
export type Decision = Omit<GuardEvent, 'type' | 'seq' | 'time' | 'invocation' | 'agent' | 'parent'>;

/** What a hook does to a call: the result that the model gets, and the decisions behind it. */
export interface Intervention {
  readonly outcome: ResultOutcome;
  /**
   * Called once with the seq of the call's `tool_result`, so that a decision can name it among its evidence. A decision
   * with the verdict `stop` ends the invocation after the step.
   */
  readonly decide: (resultSeq: number) => readonly Decision[];
}

/**
 * A seam around every call of a tool. Guards are hooks; so is the debugger. Hooks run in the order they are given in.
 * `before` may deny the call, which then never runs; the first hook that denies wins, and `after` hooks do not see the
 * call. `after` may replace the result.
 */
export interface ToolHook {
  readonly name: string;
  before?(call: CallView): Intervention | undefined | Promise<Intervention | undefined>;
  after?(call: CallView, outcome: ResultOutcome): Intervention | undefined;
  /** Told of every result as the model gets it, denied ones too, with the seq of its `tool_result`. */
  observe?(call: CallView, outcome: ResultOutcome, seq: number): void;
}

export function guardBody(decision: Decision, parent: number): EventBody {
  return { type: 'guard', ...decision, parent };
}

/** What the hooks make of a tool's result, each of what the one before it left, and how they came to it. */
export function afterHooks(
  hooks: readonly ToolHook[],
  call: CallView,
  given: ResultOutcome,
): { readonly outcome: ResultOutcome; readonly interventions: readonly Intervention[] } {
  let outcome = given;
  const interventions: Intervention[] = [];
  for (const hook of hooks) {
    const intervention = hook.after?.(call, outcome);
    if (intervention === undefined) continue;
    interventions.push(intervention);
    outcome = intervention.outcome;
  }
  return { outcome, interventions };
}

/**
 * Writes down what was decided about a result.
 * @param result `seq` of the `tool_result`
 * @param call `seq` of the `tool_call` that the decisions stand under
 * @returns whether one of them ends the invocation
 */
export function emitDecisions(
  scope: Scope,
  interventions: readonly Intervention[],
  result: number,
  call: number,
): boolean {
  let stopped = false;
  for (const intervention of interventions) {
    for (const decision of intervention.decide(result)) {
      scope.emit(guardBody(decision, call));
      if (decision.verdict === 'stop') stopped = true;
    }
  }
  return stopped;
}

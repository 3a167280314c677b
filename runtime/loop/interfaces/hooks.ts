/** The interface of guards: hooks before and after each tool call. */
import type { GuardEvent, JsonObject } from '../../protocol/events.ts';
import type { EventBody, Scope } from './scope.ts';
import type { StateScope } from './state.ts';
import type { ResultOutcome } from './tools.ts';

/** A tool call as hooks see it. */
export interface CallView {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The arguments as the model wrote them, if they are not a JSON object; `args` is then empty. */
  readonly broken?: string;
  /** Number of the model call that requested it, shared by all calls of one step. */
  readonly step: number;
  readonly state: StateScope;
  /**
   * Asks the user. Resolves to `unanswered` if no user is present; if they leave, the run pauses and this never resolves.
   */
  ask(hint: string): Promise<GuardAnswer>;
}

/** The reply to a guard's question. `ignore`: continue, and no longer guard this tool. */
export type GuardAnswer = 'continue' | 'stop' | 'ignore' | 'unanswered';

/** A guard's decision, before it becomes an event. */
export type Decision = Omit<GuardEvent, 'type' | 'seq' | 'time' | 'invocation' | 'agent' | 'parent'>;

/** A hook's intervention in a call: the result that the model gets, and the decisions that explain it. */
export interface Intervention {
  readonly outcome: ResultOutcome;
  /**
   * Called once with the `seq` of the call's `tool_result`, so that a decision can list it as evidence. A decision with the
   * verdict `stop` ends the invocation after the step.
   */
  readonly decide: (resultSeq: number) => readonly Decision[];
}

/**
 * A hook around every tool call: guards. Hooks run in the given order. `before` may deny
 * the call, which then never runs: the first hook that denies it wins, and `after` hooks do not see the call. `after` may
 * replace the result.
 */
export interface ToolHook {
  readonly name: string;
  before?(call: CallView): Intervention | undefined | Promise<Intervention | undefined>;
  after?(call: CallView, outcome: ResultOutcome): Intervention | undefined;
  /** Called with every result as the model gets it, including those of denied calls, and the `seq` of its `tool_result`. */
  observe?(call: CallView, outcome: ResultOutcome, seq: number): void;
}

/** Creates the `guard` event of a decision. */
export function guardBody(decision: Decision, parent: number): EventBody {
  return { type: 'guard', ...decision, parent };
}

/** Passes a tool's result through the `after` hooks, each of which sees the result left by the one before it. */
export function afterHooks(
  hooks: readonly ToolHook[],
  call: CallView,
  initial: ResultOutcome,
): { readonly outcome: ResultOutcome; readonly interventions: readonly Intervention[] } {
  let outcome = initial;
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
 * Emits the decisions about a result.
 * @param result `seq` of the `tool_result`
 * @param call `seq` of the `tool_call`, the parent of the decisions
 * @returns true if one of them ends the invocation
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

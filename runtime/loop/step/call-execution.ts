import type { Json, RunEvent } from '../../protocol/events.ts';
import { limitDepth, MAX_LEVELS } from '../../text/json-depth.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import { type Settled, untilAborted } from '../interfaces/abort.ts';
import { findTool } from '../interfaces/find-tool.ts';
import { afterHooks, type CallView, emitDecisions, type GuardAnswer, type Intervention } from '../interfaces/hooks.ts';
import type { ResultOutcome, Tool } from '../interfaces/tools.ts';
import { Prompter, pauseIdPrefix } from '../prompts/prompter.ts';
import type { CallOptions } from './call-options.ts';
import { CallStops } from './call-stops.ts';
import { callView } from './call-view.ts';
import { settlePastCall } from './settle-past-call.ts';
import type { StepBarrier } from './step-barrier.ts';
import { ToolExecution } from './tool-execution.ts';
import {
  ARGUMENTS_LOST,
  CANCELLED,
  type ExecutionOutcome,
  INTERRUPTED,
  invalidArguments,
  NOT_RUN,
  resultBody,
  toolNotFound,
} from './tool-results.ts';

/** The end of a call: a guard ended the invocation (`stopped`), or it waits for an absent user (`paused`). */
export type CallEnd = 'answered' | 'stopped' | 'paused';

const NEVER = new Promise<never>(() => undefined);

/** Executes one call from its `tool_call` to its `tool_result`, or from the point where an earlier process left it. */
export class CallExecution {
  private readonly options: CallOptions;
  /** The call, with the arguments that the user gave it while debugging. */
  private call: ParsedCall;
  private readonly barrier: StepBarrier;
  private readonly tool: Tool | undefined;
  private startedAt = performance.now();
  private seq = 0;
  /** The call as hooks see it; absent until it starts. */
  private view: CallView | undefined;
  /** The running tool; absent until it runs. */
  private toolExecution: ToolExecution | undefined;
  private hasArrived = false;
  private readonly stops: CallStops;
  /** With a result that the user wrote: the result of the tool, or undefined if it did not run. */
  private edited: { readonly returned: Json | undefined } | undefined;

  constructor(options: CallOptions, call: ParsedCall, barrier: StepBarrier) {
    this.options = options;
    this.stops = new CallStops(options);
    this.call = call;
    this.barrier = barrier;
    this.tool = findTool(options.tools, call.tool);
  }

  /** Executes the call. Never rejects, whatever the tool does. */
  async run(): Promise<CallEnd> {
    const end = await this.handle();
    this.arrive();
    return end;
  }

  /** Answers the call without running it, because a guard ended the run while it waited for the user. */
  skip(): void {
    this.answer(NOT_RUN, [], true);
  }

  /** Answers the call as cancelled, because the run was cancelled before it could be executed. */
  abandon(): void {
    this.begin();
    this.answer(this.call.past?.started === 'yes' ? INTERRUPTED : CANCELLED, [], false);
  }

  /** Writes the `tool_call` to the journal, unless it is there already. */
  private begin(): void {
    if (this.seq > 0) return;
    const { scope, parent } = this.options;
    const { id, tool, args, past } = this.call;
    const journaled = args.kind === 'object' ? args.value : args.raw;
    const requested = this.stops.requested === undefined ? {} : { requested: this.stops.requested };
    this.seq = past?.seq ?? scope.emit({ type: 'tool_call', id, tool, args: journaled, ...requested, parent }).seq;
  }

  /** Lets the controller stop the run before this call. Returns false if the run is cancelled first. */
  private async stopBefore(): Promise<boolean> {
    const call = await this.stops.before(this.call);
    this.startedAt = performance.now();
    if (call === 'aborted') return false;
    this.call = call;
    return true;
  }

  /** Lets the controller stop the run after this call. Returns the result that the model gets. */
  private async stopAfter(outcome: ResultOutcome): Promise<ResultOutcome> {
    const waitsFrom = performance.now();
    const edited = await this.stops.after(this.call, this.seq, outcome);
    this.startedAt += performance.now() - waitsFrom;
    if (edited !== undefined) this.edited = { returned: outcome.value };
    return edited ?? outcome;
  }

  private async handle(): Promise<CallEnd> {
    const { past } = this.call;
    if (this.stops.isActive && !(await this.stopBefore())) {
      this.begin();
      return this.cancel();
    }
    this.begin();
    const prompter = this.createPrompter();
    const view = callView(this.call, this.options, (hint) => this.askForGuard(prompter, hint));
    this.view = view;
    if (past !== undefined) {
      const settled = await settlePastCall(past, prompter, this.tool, this.options.signal);
      if (settled !== undefined) return this.end(view, settled);
    }
    for (const hook of this.options.hooks) {
      const intervention = hook.before?.(view);
      if (intervention === undefined) continue;
      const denied = await this.untilPaused(intervention);
      if (denied.kind === 'aborted') return this.cancel();
      if (denied.kind === 'paused') return 'paused';
      if (denied.kind === 'done' && denied.value !== undefined)
        return this.answer(denied.value.outcome, [denied.value], true);
    }
    return this.end(view, await this.execute(prompter));
  }

  private createPrompter(): Prompter {
    const { prompts, scope, signal } = this.options;
    const { id, past } = this.call;
    return new Prompter({
      prompts,
      scope,
      signal,
      parent: this.seq,
      callId: id,
      idPrefix: pauseIdPrefix(id, this.seq),
      pastQuestions: past?.questions ?? [],
      siblingsIdle: () => {
        this.arrive();
        return this.barrier.whenIdle();
      },
    });
  }

  private async untilPaused<T>(work: PromiseLike<T> | T): Promise<Settled<T> | { readonly kind: 'paused' }> {
    const paused = this.barrier.paused.then(() => ({ kind: 'paused' as const }));
    return Promise.race([untilAborted(() => work, this.options.signal), paused]);
  }

  private async askForGuard(prompter: Prompter, hint: string): Promise<GuardAnswer> {
    const outcome = await prompter.ask({ kind: 'guard', hint });
    if (outcome.kind === 'unavailable') return 'unanswered';
    if (outcome.kind === 'answered')
      return outcome.answer === 'approve' ? 'continue' : outcome.answer === 'deny' ? 'stop' : outcome.answer;
    if (!this.options.signal.aborted) this.barrier.pauseOthers();
    return NEVER;
  }

  private execute(prompter: Prompter): ExecutionOutcome | Promise<ExecutionOutcome> {
    const { tools, missOfTool, scope, state, signal, history, requested } = this.options;
    const { call, tool, seq } = this;
    const { madeUp } = this.stops;
    if (madeUp !== undefined) {
      this.edited = { returned: undefined };
      return { kind: 'result', ...madeUp, changes: false };
    }
    if (tool === undefined) return toolNotFound(call, tools, missOfTool?.(call.tool));
    if (call.args.kind === 'broken') return invalidArguments(call.args.raw);
    const args = call.args.value;
    if (args.error_code === 'PAYLOAD_LOST') return ARGUMENTS_LOST;
    const parallel = requested > 1;
    this.toolExecution = new ToolExecution({
      call,
      tool,
      args,
      seq,
      prompter,
      parallel,
      scope,
      state,
      history,
      signal,
      scriptDebugger: this.stops.scriptDebugger,
    });
    return this.toolExecution.run();
  }

  private end(view: CallView, outcome: ExecutionOutcome): CallEnd | Promise<CallEnd> {
    switch (outcome.kind) {
      case 'cancelled':
        return this.cancel();
      case 'paused':
        return 'paused';
      case 'result':
        return this.stops.isActive
          ? this.stopAfter(this.options.prompts.redact(this.bounded(outcome))).then((edited) =>
              this.finish(view, edited),
            )
          : this.finish(view, this.bounded(outcome));
    }
  }

  /** Cuts a result before anything walks it: guards, redaction, the debugger and the journal. */
  private bounded(outcome: ResultOutcome): ResultOutcome {
    return { ...outcome, value: limitDepth(outcome.value, MAX_LEVELS), changes: this.mayHaveChanged(outcome) };
  }

  private cancel(): CallEnd {
    this.answer(CANCELLED, [], false);
    return 'answered';
  }

  private finish(view: CallView, outcome: ResultOutcome): CallEnd {
    const { hooks, prompts } = this.options;
    const { outcome: result, interventions } = afterHooks(hooks, view, prompts.redact(outcome));
    return this.answer(result, interventions, false);
  }

  /** True if a successful call may have changed something. */
  private mayHaveChanged(outcome: ResultOutcome): boolean {
    if (outcome.errorCode !== undefined || this.toolExecution === undefined) return false;
    return outcome.changes ?? (this.tool?.readOnly !== true && !this.toolExecution.actions.readOnly);
  }

  /** Writes the result to the journal, followed by the decisions that guards made about it. */
  private answer(outcome: ResultOutcome, interventions: readonly Intervention[], denied: boolean): CallEnd {
    const { scope, hooks, onResult } = this.options;
    this.toolExecution?.detach();
    const body = resultBody(this.call, outcome, {
      denied,
      skipSummarization: this.toolExecution?.actions.skipSummarization === true,
      longRunning: this.tool?.longRunning === true,
      edited: this.edited,
      ms: performance.now() - this.startedAt,
      parent: this.seq,
    });
    const event = scope.emit(body);
    onResult({ ...event, ...body } as RunEvent);
    if (this.view !== undefined) for (const hook of hooks) hook.observe?.(this.view, outcome, event.seq);
    return emitDecisions(scope, interventions, event.seq, this.seq) ? 'stopped' : 'answered';
  }

  private arrive(): void {
    if (this.hasArrived) return;
    this.hasArrived = true;
    this.barrier.arrive();
  }
}

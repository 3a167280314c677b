import { defined } from '../../../skill/index.ts';
import type { JsonObject, RunEvent } from '../../protocol/events.ts';
import { EMPTY_HISTORY, type History } from '../history/history.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import { attempt, type Settled, untilAborted } from '../interfaces/abort.ts';
import type { Scope } from '../interfaces/scope.ts';
import type { ScriptDebugger } from '../interfaces/script-debugger.ts';
import type { SessionState, StateScope } from '../interfaces/state.ts';
import type { ConfirmationAnswer, Tool, ToolActions, ToolContext, ToolOutcome } from '../interfaces/tools.ts';
import type { Prompter, Question } from '../prompts/prompter.ts';
import { EXECUTION_CANCELLED, type ExecutionOutcome, PAUSED, REJECTED, toolError } from './tool-results.ts';

/** Options for `ToolExecution`. */
export interface ToolExecutionOptions {
  readonly call: ParsedCall;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** `seq` of its `tool_call`. */
  readonly seq: number;
  readonly prompter: Prompter;
  /** True if other calls run at the same time. */
  readonly parallel: boolean;
  readonly scope: Scope;
  readonly state: SessionState;
  readonly history: History;
  readonly signal: AbortSignal;
  readonly scriptDebugger: ScriptDebugger | undefined;
}

const NEVER = new Promise<never>(() => undefined);

/** Executes the tool of one call: waits for approval, provides the tool's context, and waits for its result. */
export class ToolExecution {
  readonly actions: ToolActions = { skipSummarization: false, readOnly: false };
  private readonly options: ToolExecutionOptions;
  /** True if the call has its result: a tool that continues after it was abandoned can no longer emit events. */
  private isOver = false;
  /** Number of answers at the time when `tool_started` was last written. */
  private startedAfter = -1;
  private settle: (settled: Settled<ToolOutcome>) => void = () => undefined;

  constructor(options: ToolExecutionOptions) {
    this.options = options;
  }

  /** Returns the tool's result, or the one that the user's decision stands for. Never rejects. */
  async run(): Promise<ExecutionOutcome> {
    const { tool, args, seq, scope, state, signal, parallel } = this.options;
    const tracked = state.track();
    const context = this.context(tracked);
    const refusal =
      tool.needsApproval === undefined ? undefined : await this.approval(tool.needsApproval, args, context);
    if (refusal !== undefined) return refusal;
    if (tool.asksFirst !== true) this.reportStart(parallel || asksFirst(tool));
    const ran = await this.execute(context);
    if (ran.kind === 'done' && ran.value.kind === 'paused') return signal.aborted ? EXECUTION_CANCELLED : PAUSED;
    const delta = tracked.takeDelta();
    // Written before the result, so that a change of state survives if the process is killed in between.
    if (delta !== undefined) scope.emit({ type: 'state', delta, parent: seq });
    if (ran.kind === 'aborted') return EXECUTION_CANCELLED;
    return ran.kind === 'threw' ? toolError(ran.error) : ran.value;
  }

  /** Reports that the call has its result, whatever the tool still does. */
  detach(): void {
    this.isOver = true;
  }

  private context(state: StateScope): ToolContext {
    const { call, seq, scope, signal, history, scriptDebugger } = this.options;
    return defined({
      callId: call.id,
      seq,
      invocation: scope.invocation,
      agent: scope.agent,
      state,
      signal,
      actions: this.actions,
      emit: (body) => (this.isOver ? ({ seq } as RunEvent) : scope.emit({ ...body, parent: seq })),
      isPreapproved: this.options.prompter.isPreapproved,
      ask: (question) => this.ask(question),
      requestConfirmation: async (hint) => {
        const answer = await this.ask({ kind: 'confirmation', hint });
        if (answer === 'deny') this.decide(REJECTED);
        else if (answer === 'unanswered') this.decide(PAUSED);
        if (answer !== 'approve') await NEVER;
      },
      requestCredential: ({ key, hint }) => this.askForCredential(key, hint),
      history: call.past === undefined ? EMPTY_HISTORY : history.insideCall(seq),
      scriptDebugger,
    });
  }

  /** Asks for approval if the tool requires it. Returns undefined if the tool may run. */
  private async approval(
    needs: NonNullable<Tool['needsApproval']>,
    args: JsonObject,
    context: ToolContext,
  ): Promise<ExecutionOutcome | undefined> {
    const { tool, signal } = this.options;
    if (needs !== true) {
      const required = await untilAborted(() => needs(args, context), signal);
      if (required.kind === 'aborted') return EXECUTION_CANCELLED;
      if (required.kind === 'threw') return toolError(required.error);
      if (required.value !== true) return undefined;
    }
    const given = Object.keys(args).length === 0 ? '' : `\n${JSON.stringify(args)}`;
    const answer = await this.ask({ kind: 'confirmation', hint: `Run the tool '${tool.name}'?${given}` });
    if (signal.aborted) return EXECUTION_CANCELLED;
    if (answer === 'unanswered') return PAUSED;
    return answer === 'deny' ? REJECTED : undefined;
  }

  /** Emits `tool_started` if the journal does not otherwise show that the tool runs. */
  private reportStart(required: boolean): void {
    const { call, tool, seq, scope, prompter } = this.options;
    if (tool.repeatable === true || this.isOver || this.startedAfter === prompter.answers) return;
    this.startedAfter = prompter.answers;
    if (required || prompter.hasAsked) scope.emit({ type: 'tool_started', id: call.id, tool: call.tool, parent: seq });
  }

  /**
   * Waits for the tool's result, or for the one that the user's decision stands for. When the run is cancelled the tool is
   * abandoned, unless its own inner calls must get their results first.
   */
  private execute(context: ToolContext): Settled<ToolOutcome> | Promise<Settled<ToolOutcome>> {
    const { tool, args } = this.options;
    const signal = tool.runsToCompletion === true ? new AbortController().signal : this.options.signal;
    const ran = attempt(() => tool.execute(args, context), signal);
    if ('kind' in ran) return ran;
    return new Promise((resolve) => {
      // Bare `resolve`: a closure around it would keep the call in memory until the next full collection.
      this.settle = resolve;
      ran.then(resolve);
    });
  }

  /** Ends the wait for the tool with this outcome. */
  private decide(outcome: ToolOutcome): void {
    if (!this.options.signal.aborted) this.settle({ kind: 'done', value: outcome });
  }

  private async ask(question: Question): Promise<ConfirmationAnswer> {
    if (this.isOver) return 'unanswered';
    const outcome = await this.options.prompter.ask(question);
    if (outcome.kind !== 'answered') return 'unanswered';
    if (outcome.answer === 'approve') this.reportStart(this.options.tool.asksFirst === true);
    return outcome.answer === 'approve' ? 'approve' : 'deny';
  }

  private async askForCredential(
    key: string,
    hint = `The tool '${this.options.tool.name}' requires '${key}'.`,
  ): Promise<string> {
    const outcome = this.isOver ? PAUSED : await this.options.prompter.ask({ kind: 'credential', hint, key });
    if (outcome.kind === 'credential') {
      this.reportStart(false);
      return outcome.secret;
    }
    this.decide(outcome.kind === 'answered' ? REJECTED : PAUSED);
    return NEVER;
  }
}

/** True if the user is asked before the tool does anything. */
export function asksFirst(tool: Tool): boolean {
  return tool.needsApproval !== undefined || tool.asksFirst === true;
}

import type { JsonObject, RunEvent } from '../protocol/events.ts';
import { attempt, type Settled, untilAborted } from './abort.ts';
import type { Asker, Question } from './asking.ts';
import { type History, NO_HISTORY } from './history.ts';
import { LEFT, REJECTED, toolError, WORK_CANCELLED, type WorkOutcome } from './outcomes.ts';
import type { ReadCall } from './read-call.ts';
import type { Scope } from './scope.ts';
import type { SessionState, StateScope } from './state.ts';
import type { Answer, Tool, ToolActions, ToolContext, ToolOutcome } from './tools.ts';

export interface ToolRunOptions {
  readonly call: ReadCall;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** `seq` of its `tool_call`. */
  readonly seq: number;
  readonly asker: Asker;
  /** Other calls are at work at the same time. */
  readonly together: boolean;
  readonly scope: Scope;
  readonly state: SessionState;
  readonly history: History;
  readonly signal: AbortSignal;
}

const NEVER = new Promise<never>(() => undefined);

/** The tool of one call at work: held until a person agrees, given its context, waited for. */
export class ToolRun {
  readonly actions: ToolActions = { skipSummarization: false, readOnly: false };
  private readonly o: ToolRunOptions;
  /** The call has its result: a tool that goes on after it was given up reports to no one. */
  private over = false;
  /** How many answers there were when `tool_started` was last written. */
  private startedAfter = -1;
  private settle: (settled: Settled<ToolOutcome>) => void = () => undefined;

  constructor(options: ToolRunOptions) {
    this.o = options;
  }

  /** What the tool answers, or what a person's decision answers for it. Never rejects. */
  async run(): Promise<WorkOutcome> {
    const { tool, args, seq, scope, state, signal, together } = this.o;
    const tracked = state.track();
    const context = this.context(tracked);
    const held = tool.needsApproval === undefined ? undefined : await this.approval(tool.needsApproval, args, context);
    if (held !== undefined) return held;
    if (tool.asksFirst !== true) this.started(together || asksFirst(tool));
    const ran = await this.untilOver(context);
    if (ran.kind === 'done' && ran.value.kind === 'paused') return signal.aborted ? WORK_CANCELLED : LEFT;
    const delta = tracked.takeDelta();
    // Before the result: what it changed is not forgotten where the process is killed in between.
    if (delta !== undefined) scope.emit({ type: 'state', delta, parent: seq });
    if (ran.kind === 'aborted') return WORK_CANCELLED;
    return ran.kind === 'threw' ? toolError(ran.error) : ran.value;
  }

  /** The call has its result, whatever the tool still does. */
  leave(): void {
    this.over = true;
  }

  private context(state: StateScope): ToolContext {
    const { call, seq, scope, signal, history } = this.o;
    return {
      callId: call.id,
      seq,
      invocation: scope.invocation,
      agent: scope.agent,
      state,
      signal,
      actions: this.actions,
      emit: (body) => (this.over ? ({ seq } as RunEvent) : scope.emit({ ...body, parent: seq })),
      ask: (question) => this.ask(question),
      requestConfirmation: async (hint) => {
        const answer = await this.ask({ kind: 'confirmation', hint });
        if (answer === 'deny') this.decide(REJECTED);
        else if (answer === 'unanswered') this.decide(LEFT);
        if (answer !== 'approve') await NEVER;
      },
      requestCredential: ({ key, hint }) => this.askForCredential(key, hint),
      history: call.past === undefined ? NO_HISTORY : history.under(seq),
    };
  }

  /** Holds the tool until a person agrees, where it says so; undefined where it may run. */
  private async approval(
    needs: NonNullable<Tool['needsApproval']>,
    args: JsonObject,
    context: ToolContext,
  ): Promise<WorkOutcome | undefined> {
    const { tool, signal } = this.o;
    if (needs !== true) {
      const asked = await untilAborted(() => needs(args, context), signal);
      if (asked.kind === 'aborted') return WORK_CANCELLED;
      if (asked.kind === 'threw') return toolError(asked.error);
      if (asked.value !== true) return undefined;
    }
    const answer = await this.ask({ kind: 'confirmation', hint: `Run the tool '${tool.name}'?` });
    if (signal.aborted) return WORK_CANCELLED;
    if (answer === 'unanswered') return LEFT;
    return answer === 'deny' ? REJECTED : undefined;
  }

  /** Writes down that the tool goes to work, where the journal does not say so yet. */
  private started(worthSaying: boolean): void {
    const { call, tool, seq, scope, asker } = this.o;
    if (tool.repeatable === true || this.over || this.startedAfter === asker.answers) return;
    this.startedAfter = asker.answers;
    if (worthSaying || asker.asked) scope.emit({ type: 'tool_started', id: call.id, tool: call.tool, parent: seq });
  }

  /**
   * The tool's answer, or the one that a person's decision gives for it. It is left to itself when the run is cancelled,
   * but for one whose own calls need their results first.
   */
  private untilOver(context: ToolContext): Settled<ToolOutcome> | Promise<Settled<ToolOutcome>> {
    const { tool, args } = this.o;
    const signal = tool.settles === true ? new AbortController().signal : this.o.signal;
    const ran = attempt(() => tool.execute(args, context), signal);
    if ('kind' in ran) return ran;
    return new Promise((resolve) => {
      // The bare `resolve`: a function around it would keep the whole call in memory until the next full collection.
      this.settle = resolve;
      ran.then(resolve);
    });
  }

  /** Ends the wait for the tool's own answer with this one. */
  private decide(outcome: ToolOutcome): void {
    if (!this.o.signal.aborted) this.settle({ kind: 'done', value: outcome });
  }

  private async ask(question: Question): Promise<Answer> {
    if (this.over) return 'unanswered';
    const said = await this.o.asker.ask(question);
    if (said.kind !== 'said') return 'unanswered';
    if (said.answer === 'approve') this.started(this.o.tool.asksFirst === true);
    return said.answer === 'approve' ? 'approve' : 'deny';
  }

  private async askForCredential(
    key: string,
    hint = `The tool '${this.o.tool.name}' asks for '${key}'.`,
  ): Promise<string> {
    const said = this.over ? LEFT : await this.o.asker.ask({ kind: 'credential', hint, key });
    if (said.kind === 'credential') {
      this.started(false);
      return said.secret;
    }
    this.decide(said.kind === 'said' ? REJECTED : LEFT);
    return NEVER;
  }
}

/** Whether a person is asked before the tool does anything. */
export function asksFirst(tool: Tool): boolean {
  return tool.needsApproval !== undefined || tool.asksFirst === true;
}

import { MOST_LEVELS, shallow } from '../protocol/levels.ts';
import { type Settled, untilAborted } from './abort.ts';
import { Asker, pauseName } from './asking.ts';
import type { Beside } from './beside.ts';
import type { CallOptions } from './call-options.ts';
import { afterHooks, type CallView, emitDecisions, type GuardAnswer, type Intervention } from './hooks.ts';
import {
  ARGUMENTS_LOST,
  CANCELLED,
  INTERRUPTED,
  invalidArguments,
  LEFT,
  NOT_RUN,
  REJECTED,
  resultBody,
  toolNotFound,
  WORK_CANCELLED,
  type WorkOutcome,
} from './outcomes.ts';
import type { PastCall, ReadCall } from './read-call.ts';
import { asksFirst, ToolRun } from './tool-run.ts';
import type { ResultOutcome, Tool } from './tools.ts';

/** `stopped`: a guard ended the invocation; `paused`: it waits for a person who is not there. */
export type CallEnd = 'answered' | 'stopped' | 'paused';

const NEVER = new Promise<never>(() => undefined);

/** One call from its `tool_call` to its `tool_result`, or from where an earlier process left it. */
export class CallRun {
  private readonly o: CallOptions;
  private readonly call: ReadCall;
  private readonly beside: Beside;
  private readonly tool: Tool | undefined;
  private readonly begun = performance.now();
  private seq = 0;
  /** What hooks see of the call; absent until it began. */
  private view: CallView | undefined;
  /** The tool at work; absent until it is. */
  private work: ToolRun | undefined;
  private resting = false;

  constructor(options: CallOptions, call: ReadCall, beside: Beside) {
    this.o = options;
    this.call = call;
    this.beside = beside;
    this.tool = options.tools.find((tool) => tool.name === call.tool);
  }

  /** Carries the call out. Never rejects, whatever the tool does. */
  async run(): Promise<CallEnd> {
    const end = await this.pass();
    this.rest();
    return end;
  }

  /** A guard ended the run while the call waited for a person. */
  giveUp(): void {
    this.answer(NOT_RUN, [], true);
  }

  /** Not carried out any more, as the run was cancelled; it has its result all the same. */
  abandon(): void {
    this.begin();
    this.answer(this.call.past?.begun === 'yes' ? INTERRUPTED : CANCELLED, [], false);
  }

  /** Writes down that the call is taken up, where the journal does not say so yet. */
  private begin(): void {
    if (this.seq > 0) return;
    const { scope, parent } = this.o;
    const { id, tool, args, past } = this.call;
    const asked = args.kind === 'object' ? args.value : args.raw;
    this.seq = past?.seq ?? scope.emit({ type: 'tool_call', id, tool, args: asked, parent }).seq;
  }

  private async pass(): Promise<CallEnd> {
    const { past } = this.call;
    this.begin();
    const asker = this.asker();
    const view = this.viewOf(asker);
    this.view = view;
    if (past !== undefined) {
      const settled = await this.settlePast(past, asker);
      if (settled !== undefined) return this.end(view, settled);
    }
    for (const hook of this.o.hooks) {
      const given = hook.before?.(view);
      if (given === undefined) continue;
      const denied = await this.untilHeld(given);
      if (denied.kind === 'aborted') return this.cancelled();
      if (denied.kind === 'held') return 'paused';
      if (denied.kind === 'done' && denied.value !== undefined)
        return this.answer(denied.value.outcome, [denied.value], true);
    }
    return this.end(view, await this.execute(asker));
  }

  private asker(): Asker {
    const { desk, scope, signal } = this.o;
    const { id, past } = this.call;
    return new Asker({
      desk,
      scope,
      signal,
      parent: this.seq,
      call: id,
      name: pauseName(id, this.seq),
      past: past?.questions ?? [],
      beside: () => {
        this.rest();
        return this.beside.quiet();
      },
    });
  }

  private viewOf(asker: Asker): CallView {
    const { step, state } = this.o;
    const { id, tool, args } = this.call;
    return {
      id,
      tool,
      args: args.kind === 'object' ? args.value : {},
      ...(args.kind === 'broken' ? { broken: args.raw } : {}),
      step,
      state,
      ask: (hint) => this.askForGuard(asker, hint),
    };
  }

  /** What an earlier process asked: who has not been answered is asked again; a refusal is the answer of the call. */
  private async settlePast({ questions, begun }: PastCall, asker: Asker): Promise<WorkOutcome | undefined> {
    const { tool } = this;
    const asks = tool !== undefined && asksFirst(tool);
    const interrupted = begun === 'yes' || (begun === 'unless-it-asks' && !asks);
    if (interrupted && tool !== undefined && tool.repeatable !== true) return INTERRUPTED;
    if (questions.length === 0) return undefined;
    const said = await asker.settle();
    if (said === 'left') return this.o.signal.aborted ? WORK_CANCELLED : LEFT;
    return said === 'deny' ? REJECTED : undefined;
  }

  private async untilHeld<T>(work: PromiseLike<T> | T): Promise<Settled<T> | { readonly kind: 'held' }> {
    const held = this.beside.held.then(() => ({ kind: 'held' as const }));
    return Promise.race([untilAborted(() => work, this.o.signal), held]);
  }

  private async askForGuard(asker: Asker, hint: string): Promise<GuardAnswer> {
    const said = await asker.ask({ kind: 'guard', hint });
    if (said.kind === 'nobody') return 'unanswered';
    if (said.kind === 'said')
      return said.answer === 'approve' ? 'continue' : said.answer === 'deny' ? 'stop' : said.answer;
    if (!this.o.signal.aborted) this.beside.hold();
    return NEVER;
  }

  private execute(asker: Asker): WorkOutcome | Promise<WorkOutcome> {
    const { tools, scope, state, signal, history, asked } = this.o;
    const { call, tool, seq } = this;
    if (tool === undefined) return toolNotFound(call, tools);
    if (call.args.kind === 'broken') return invalidArguments(call.args.raw);
    const args = call.args.value;
    if (args.error_code === 'PAYLOAD_LOST') return ARGUMENTS_LOST;
    const together = asked > 1;
    this.work = new ToolRun({ call, tool, args, seq, asker, together, scope, state, history, signal });
    return this.work.run();
  }

  private end(view: CallView, outcome: WorkOutcome): CallEnd {
    switch (outcome.kind) {
      case 'cancelled':
        return this.cancelled();
      case 'paused':
        return 'paused';
      case 'result':
        return this.finish(view, outcome);
    }
  }

  private cancelled(): CallEnd {
    this.answer(CANCELLED, [], false);
    return 'answered';
  }

  private finish(view: CallView, outcome: ResultOutcome): CallEnd {
    // Cut before anything walks it: guards, redaction, the journal.
    const bounded = { ...outcome, value: shallow(outcome.value, MOST_LEVELS), changes: this.changes(outcome) };
    const { outcome: result, interventions } = afterHooks(this.o.hooks, view, this.o.desk.clean(bounded));
    return this.answer(result, interventions, false);
  }

  /** Whether a call that went well may have changed something. */
  private changes(outcome: ResultOutcome): boolean {
    if (outcome.errorCode !== undefined || this.work === undefined) return false;
    return outcome.changes ?? (this.tool?.readOnly !== true && !this.work.actions.readOnly);
  }

  /** Writes the result down, then what the guards decided about it. */
  private answer(outcome: ResultOutcome, interventions: readonly Intervention[], denied: boolean): CallEnd {
    const { scope, hooks, onResult } = this.o;
    this.work?.leave();
    const body = resultBody(this.call, outcome, {
      denied,
      skipSummarization: this.work?.actions.skipSummarization === true,
      longRunning: this.tool?.longRunning === true,
      ms: performance.now() - this.begun,
      parent: this.seq,
    });
    const event = scope.emit(body);
    onResult({ ...event, ...body });
    if (this.view !== undefined) for (const hook of hooks) hook.observe?.(this.view, outcome, event.seq);
    return emitDecisions(scope, interventions, event.seq, this.seq) ? 'stopped' : 'answered';
  }

  private rest(): void {
    if (this.resting) return;
    this.resting = true;
    this.beside.rest();
  }
}

import { messageOf } from '../errors.ts';
import type { RunEvent } from '../protocol/events.ts';
import { attempt, type Settled, untilAborted } from './abort.ts';
import { Asker, type Question } from './asking.ts';
import { NO_HISTORY } from './history.ts';
import { type CallView, type GuardAnswer, guardBody, type Intervention } from './hooks.ts';
import type { PastCall } from './past.ts';
import type { Beside, ReadCall, StepOptions } from './step.ts';
import {
  type Answer,
  failure,
  type JsonObject,
  type ResultOutcome,
  type Tool,
  type ToolActions,
  type ToolContext,
  type ToolOutcome,
} from './tools.ts';

export type CallEnd = 'answered' | 'stopped' | 'paused';

const NEVER = new Promise<never>(() => undefined);
const LEFT = { kind: 'paused' } as const;
const REJECTED = failure('REJECTED', 'The user rejected this call.');

const PLAIN_ID = /^[\w.:=+/@-]{1,100}$/;

/** One call from its `tool_call` to its `tool_result`, or from where an earlier process left it. */
export class CallRun {
  private readonly o: StepOptions;
  private readonly call: ReadCall;
  private readonly beside: Beside;
  private readonly tool: Tool | undefined;
  private readonly begun = performance.now();
  private readonly actions: ToolActions = { skipSummarization: false };
  private seq = 0;
  /** What hooks see of the call; absent until it began. */
  private view: CallView | undefined;
  private asker: Asker | undefined;
  /** A tool that goes on after it was given up reports to no one. */
  private over = false;
  private resting = false;
  /** How many answers there were when `tool_started` was last written. */
  private startedAfter = -1;
  private settle: (settled: Settled<ToolOutcome>) => void = () => undefined;

  constructor(options: StepOptions, call: ReadCall, beside: Beside) {
    this.o = options;
    this.call = call;
    this.beside = beside;
    this.tool = options.tools.find((tool) => tool.name === call.tool);
  }

  async run(): Promise<CallEnd> {
    const end = await this.pass();
    this.rest();
    return end;
  }

  giveUp(): void {
    this.answer(failure('NOT_RUN', 'Not run: a guard ended the run while this call waited for approval.'), [], true);
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
    const { hooks } = this.o;
    const { id, tool, args, past } = this.call;
    this.begin();
    const view: CallView = {
      id,
      tool,
      args: args.kind === 'object' ? args.value : {},
      ...(args.kind === 'broken' ? { broken: args.raw } : {}),
      step: this.o.step,
      state: this.o.state,
      ask: (hint) => this.askForGuard(hint),
    };
    this.view = view;
    if (past !== undefined) {
      const settled = await this.settlePast(past);
      if (settled?.kind === 'paused') return 'paused';
      if (settled !== undefined) return settled === CANCELLED ? this.cancelled() : this.finish(view, settled);
    }
    for (const hook of hooks) {
      const given = hook.before?.(view);
      if (given === undefined) continue;
      const denied = await this.untilHeld(given);
      if (denied.kind === 'aborted') return this.cancelled();
      if (denied.kind === 'held') return 'paused';
      if (denied.kind === 'done' && denied.value !== undefined)
        return this.answer(denied.value.outcome, [denied.value], true);
    }
    const outcome = await this.execute();
    if (outcome === 'cancelled') return this.cancelled();
    return outcome.kind === 'paused' ? 'paused' : this.finish(view, outcome);
  }

  /** What an earlier process asked: who has not been answered is asked again; a refusal is the answer of the call. */
  private async settlePast({ questions, begun }: PastCall): Promise<ToolOutcome | undefined> {
    const interrupted = begun === 'yes' || (begun === 'unless-it-asks' && !this.asksFirst());
    if (interrupted && this.tool !== undefined && this.tool.repeatable !== true) return INTERRUPTED;
    if (questions.length === 0) return undefined;
    const said = await this.questions().settle();
    if (said === 'left') return this.o.signal.aborted ? CANCELLED : LEFT;
    return said === 'deny' ? REJECTED : undefined;
  }

  private finish(view: CallView, outcome: ResultOutcome): CallEnd {
    let result = this.o.desk.clean(outcome);
    const interventions: Intervention[] = [];
    for (const hook of this.o.hooks) {
      const intervention = hook.after?.(view, result);
      if (intervention === undefined) continue;
      interventions.push(intervention);
      result = intervention.outcome;
    }
    return this.answer(result, interventions, false);
  }

  private cancelled(): CallEnd {
    this.answer(CANCELLED, [], false);
    return 'answered';
  }

  private async execute(): Promise<ToolOutcome | 'cancelled'> {
    const { tools, scope, state, signal } = this.o;
    const { args } = this.call;
    const { tool } = this;
    if (tool === undefined) {
      const available = tools.map((candidate) => candidate.name);
      return failure('TOOL_NOT_FOUND', `There is no tool named '${this.call.tool}'.`, { available });
    }
    if (args.kind === 'broken')
      return failure('INVALID_ARGUMENTS', 'The arguments are not a JSON object. Send them again as a JSON object.');
    if (args.value.error_code === 'PAYLOAD_LOST')
      return failure('PAYLOAD_LOST', 'The arguments of this call are lost.');
    const tracked = state.track();
    const context: ToolContext = {
      callId: this.call.id,
      seq: this.seq,
      invocation: scope.invocation,
      agent: scope.agent,
      state: tracked,
      signal,
      actions: this.actions,
      emit: (body) => (this.over ? ({ seq: this.seq } as RunEvent) : scope.emit({ ...body, parent: this.seq })),
      ask: (question) => this.askForTool(question),
      requestConfirmation: async (hint) => {
        const answer = await this.askForTool({ kind: 'confirmation', hint });
        if (answer === 'deny') this.decide(REJECTED);
        else if (answer === 'unanswered') this.decide(LEFT);
        if (answer !== 'approve') await NEVER;
      },
      requestCredential: ({ key, hint }) => this.askForCredential(key, hint),
      history: this.call.past === undefined ? NO_HISTORY : this.o.history.under(this.seq),
    };
    const held =
      tool.needsApproval === undefined ? undefined : await this.approval(tool.needsApproval, args.value, context);
    if (held !== undefined) return held;
    if (tool.asksFirst !== true) this.started(this.o.asked > 1 || this.asksFirst());
    const ran = await this.untilOver(tool, args.value, context);
    if (ran.kind === 'done' && ran.value.kind === 'paused') return signal.aborted ? 'cancelled' : LEFT;
    const delta = tracked.takeDelta();
    // Before the result: what it changed is not forgotten where the process is killed in between.
    if (delta !== undefined) scope.emit({ type: 'state', delta, parent: this.seq });
    if (ran.kind === 'aborted') return 'cancelled';
    if (ran.kind === 'threw') return failure('TOOL_ERROR', messageOf(ran.error).slice(0, 2000));
    return ran.value;
  }

  /** Holds the tool until a person agrees, where it says so; undefined where it may run. */
  private async approval(
    needs: NonNullable<Tool['needsApproval']>,
    args: CallView['args'],
    context: ToolContext,
  ): Promise<ToolOutcome | 'cancelled' | undefined> {
    if (needs !== true) {
      const asked = await untilAborted(() => needs(args, context), this.o.signal);
      if (asked.kind === 'aborted') return 'cancelled';
      if (asked.kind === 'threw') return failure('TOOL_ERROR', messageOf(asked.error).slice(0, 2000));
      if (asked.value !== true) return undefined;
    }
    const answer = await this.askForTool({ kind: 'confirmation', hint: `Run the tool '${this.call.tool}'?` });
    if (this.o.signal.aborted) return 'cancelled';
    if (answer === 'unanswered') return LEFT;
    return answer === 'deny' ? REJECTED : undefined;
  }

  private asksFirst(): boolean {
    return this.tool?.needsApproval !== undefined || this.tool?.asksFirst === true;
  }

  /** Writes down that the tool goes to work, where the journal does not say so yet. */
  private started(beside: boolean): void {
    const answers = this.asker?.answers ?? 0;
    if (this.tool?.repeatable === true || this.over || this.startedAfter === answers) return;
    this.startedAfter = answers;
    if (beside || this.asker?.asked === true)
      this.o.scope.emit({ type: 'tool_started', id: this.call.id, tool: this.call.tool, parent: this.seq });
  }

  /**
   * The tool's answer, or the one that a person's decision gives for it. It is left to itself when the run is cancelled,
   * but for one whose own calls need their results first.
   */
  private untilOver(
    tool: Tool,
    args: JsonObject,
    context: ToolContext,
  ): Settled<ToolOutcome> | Promise<Settled<ToolOutcome>> {
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

  private async untilHeld<T>(work: PromiseLike<T> | T): Promise<Settled<T> | { readonly kind: 'held' }> {
    const held = this.beside.held.then(() => ({ kind: 'held' as const }));
    return Promise.race([untilAborted(() => work, this.o.signal), held]);
  }

  private questions(): Asker {
    const { desk, scope, signal } = this.o;
    this.asker ??= new Asker({
      desk,
      scope,
      signal,
      parent: this.seq,
      call: this.call.id,
      // An id that cannot be typed on a command line is no use there.
      name: `pause-${PLAIN_ID.test(this.call.id) ? this.call.id : this.seq}`,
      past: this.call.past?.questions ?? [],
      beside: () => {
        this.rest();
        return this.beside.quiet();
      },
    });
    return this.asker;
  }

  private async askForTool(question: Question): Promise<Answer> {
    if (this.over) return 'unanswered';
    const said = await this.questions().ask(question);
    if (said.kind !== 'said') return 'unanswered';
    if (said.answer === 'approve') this.started(this.tool?.asksFirst === true);
    return said.answer === 'approve' ? 'approve' : 'deny';
  }

  private async askForCredential(
    key: string,
    hint = `The tool '${this.call.tool}' asks for '${key}'.`,
  ): Promise<string> {
    const said = this.over ? LEFT : await this.questions().ask({ kind: 'credential', hint, key });
    if (said.kind === 'credential') {
      this.started(false);
      return said.secret;
    }
    this.decide(said.kind === 'said' ? REJECTED : LEFT);
    return NEVER;
  }

  private async askForGuard(hint: string): Promise<GuardAnswer> {
    const said = await this.questions().ask({ kind: 'guard', hint });
    if (said.kind === 'nobody') return 'unanswered';
    if (said.kind === 'said')
      return said.answer === 'approve' ? 'continue' : said.answer === 'deny' ? 'stop' : said.answer;
    if (!this.o.signal.aborted) this.beside.hold();
    return NEVER;
  }

  private rest(): void {
    if (this.resting) return;
    this.resting = true;
    this.beside.rest();
  }

  private answer(outcome: ResultOutcome, interventions: readonly Intervention[], denied: boolean): CallEnd {
    const { id, tool } = this.call;
    this.over = true;
    const body = {
      type: 'tool_result' as const,
      id,
      tool,
      result: outcome.value,
      ...(outcome.errorCode === undefined ? {} : { error_code: outcome.errorCode }),
      ...(denied ? { denied: true } : {}),
      // Only a result that is one: an error is for the model to read.
      ...(this.actions.skipSummarization === true && outcome.errorCode === undefined
        ? { skipSummarization: true }
        : {}),
      ...(this.tool?.longRunning === true && outcome.errorCode === undefined ? { longRunning: true } : {}),
      durationMs: Math.round((performance.now() - this.begun) * 10) / 10,
      parent: this.seq,
    };
    const event = this.o.scope.emit(body);
    this.o.onResult({ ...event, ...body });
    if (this.view !== undefined) for (const hook of this.o.hooks) hook.observe?.(this.view, outcome, event.seq);
    let stopped = false;
    for (const intervention of interventions) {
      for (const decision of intervention.decide(event.seq)) {
        this.o.scope.emit(guardBody(decision, this.seq));
        if (decision.verdict === 'stop') stopped = true;
      }
    }
    return stopped ? 'stopped' : 'answered';
  }
}

const CANCELLED = failure('CANCELLED', 'The run was cancelled.');
const INTERRUPTED = failure(
  'INTERRUPTED',
  'The process was killed while this call was at work. Whether it took effect is not known, so it was not run again.',
);

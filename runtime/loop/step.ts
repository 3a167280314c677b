import { messageOf } from '../errors.ts';
import type { PauseEvent, RunEvent } from '../protocol/events.ts';
import { type Settled, untilAborted } from './abort.ts';
import { type CallView, guardBody, type Intervention, type ToolHook } from './hooks.ts';
import type { Host } from './host.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import { type Answer, failure, type JsonObject, type ResultOutcome, type Tool, type ToolOutcome } from './tools.ts';

/** A call with its arguments read. */
export interface ReadCall {
  readonly id: string;
  readonly tool: string;
  readonly args:
    | { readonly kind: 'object'; readonly value: JsonObject }
    | { readonly kind: 'broken'; readonly raw: string };
}

export interface StepOptions {
  readonly calls: readonly ReadCall[];
  readonly tools: readonly Tool[];
  readonly hooks: readonly ToolHook[];
  readonly scope: Scope;
  readonly state: SessionState;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Number of the model call that asked. */
  readonly step: number;
  /** `seq` of its `llm_request`. */
  readonly parent: number;
  /** Told of every result as it is emitted, with its payload whole. */
  readonly onResult: (event: RunEvent) => void;
}

export interface StepEnd {
  /** A guard ended the invocation. */
  readonly stopped: boolean;
  /** Calls that wait for a person who is not there. */
  readonly paused: readonly string[];
}

/**
 * Answers the calls of one step, all at once. Every call gets exactly one result, whatever its tool does and also when
 * the run is cancelled; only calls that wait for a person have none yet.
 */
export async function runStep(options: StepOptions): Promise<StepEnd> {
  const questions: Questions = { last: Promise.resolve() };
  const ends = await Promise.all(options.calls.map((call) => new CallRun(options, call, questions).run()));
  const stopped = ends.includes('stopped');
  const waiting = options.calls.filter((_, index) => ends[index] === 'paused');
  if (!stopped) return { stopped, paused: waiting.map((call) => call.id) };
  // The closing round needs an answer to every call; one that still waits for a person will not run any more.
  for (const call of waiting) new CallRun(options, call, questions).giveUp();
  return { stopped, paused: [] };
}

/** A person is asked one thing at a time, also where several calls of a step wait. */
interface Questions {
  last: Promise<unknown>;
}

class CallRun {
  private readonly questions: Questions;
  private readonly o: StepOptions;
  private readonly call: ReadCall;
  private readonly started = performance.now();
  private seq = 0;
  /** What hooks see of the call; absent until it began. */
  private view: CallView | undefined;
  /** A tool that goes on after it was given up reports to no one. */
  private over = false;

  constructor(options: StepOptions, call: ReadCall, questions: Questions) {
    this.o = options;
    this.call = call;
    this.questions = questions;
  }

  async run(): Promise<'answered' | 'stopped' | 'paused'> {
    const { scope, parent, hooks, signal } = this.o;
    const { id, tool, args } = this.call;
    const asked = args.kind === 'object' ? args.value : args.raw;
    this.seq = scope.emit({ type: 'tool_call', id, tool, args: asked, parent }).seq;
    const view: CallView = {
      id,
      tool,
      args: args.kind === 'object' ? args.value : {},
      ...(args.kind === 'broken' ? { broken: args.raw } : {}),
      step: this.o.step,
      state: this.o.state,
      ask: (hint) => this.ask({ kind: 'guard', hint }),
    };
    this.view = view;
    for (const hook of hooks) {
      const denied = await untilAborted(() => hook.before?.(view), signal);
      if (denied.kind === 'aborted') return this.cancelled();
      if (denied.kind === 'done' && denied.value !== undefined)
        return this.answer(denied.value.outcome, [denied.value], true);
    }
    const outcome = await this.execute();
    if (outcome === 'cancelled') return this.cancelled();
    if (outcome.kind === 'paused') return 'paused';
    let result = outcome;
    const interventions: Intervention[] = [];
    for (const hook of hooks) {
      const intervention = hook.after?.(view, result);
      if (intervention === undefined) continue;
      interventions.push(intervention);
      result = intervention.outcome;
    }
    return this.answer(result, interventions, false);
  }

  giveUp(): void {
    this.answer(failure('NOT_RUN', 'Not run: a guard ended the run while this call waited for approval.'), [], true);
  }

  private cancelled(): 'answered' {
    return this.answer(failure('CANCELLED', 'The run was cancelled.'), [], false) && 'answered';
  }

  private async execute(): Promise<ToolOutcome | 'cancelled'> {
    const { tools, signal, scope, state } = this.o;
    const { args } = this.call;
    const tool = tools.find((candidate) => candidate.name === this.call.tool);
    if (tool === undefined) {
      const available = tools.map((candidate) => candidate.name);
      return failure('TOOL_NOT_FOUND', `There is no tool named '${this.call.tool}'.`, { available });
    }
    if (args.kind === 'broken')
      return failure('INVALID_ARGUMENTS', 'The arguments are not a JSON object. Send them again as a JSON object.');
    const tracked = state.track();
    const ran = await this.untilOver(
      tool,
      () =>
        tool.execute(args.value, {
          callId: this.call.id,
          seq: this.seq,
          invocation: scope.invocation,
          agent: scope.agent,
          state: tracked,
          signal,
          emit: (body) => (this.over ? ({ seq: this.seq } as RunEvent) : scope.emit({ ...body, parent: this.seq })),
          ask: (pause) => this.ask(pause),
        }),
    );
    const delta = tracked.takeDelta();
    // Before the result: a run that is killed in between calls the tool again rather than forgetting what it did.
    if (delta !== undefined) scope.emit({ type: 'state', delta, parent: this.seq });
    if (ran.kind === 'aborted') return 'cancelled';
    if (ran.kind === 'threw') return failure('TOOL_ERROR', messageOf(ran.error).slice(0, 2000));
    return ran.value;
  }

  /** A tool is left to itself when the run is cancelled, but for one whose own calls need their results first. */
  private untilOver<T>(tool: Tool, work: () => T | PromiseLike<T>): Promise<Settled<T>> {
    return untilAborted(work, tool.settles === true ? new AbortController().signal : this.o.signal);
  }

  private ask(pause: Pick<PauseEvent, 'kind' | 'hint' | 'script'>): Promise<Answer> {
    const { host } = this.o;
    if (host.preapproves(pause.kind)) return Promise.resolve('approve');
    if (pause.kind === 'guard' && !host.present) return Promise.resolve('unanswered');
    const answer = this.questions.last.then(() => this.askNow(pause));
    this.questions.last = answer;
    return answer;
  }

  private async askNow(pause: Pick<PauseEvent, 'kind' | 'hint' | 'script'>): Promise<Answer> {
    const { host, scope, signal } = this.o;
    if (signal.aborted || this.over) return 'unanswered';
    const id = `pause-${this.call.id}`;
    const event = scope.emit({ type: 'pause', id, call: this.call.id, parent: this.seq, ...pause });
    if (event.type !== 'pause') return 'unanswered';
    const answered = await untilAborted(() => host.answer(event, signal), signal);
    if (answered.kind !== 'done' || answered.value === 'unanswered') return 'unanswered';
    scope.emit({ type: 'answer', id, answer: answered.value, parent: this.seq });
    return answered.value;
  }

  private answer(
    outcome: ResultOutcome,
    interventions: readonly Intervention[],
    denied: boolean,
  ): 'answered' | 'stopped' {
    const { id, tool } = this.call;
    this.over = true;
    const body = {
      type: 'tool_result' as const,
      id,
      tool,
      result: outcome.value,
      ...(outcome.errorCode === undefined ? {} : { error_code: outcome.errorCode }),
      ...(denied ? { denied: true } : {}),
      durationMs: Math.round((performance.now() - this.started) * 10) / 10,
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

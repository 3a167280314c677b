import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LlmResponse, RunEvent, RunReason, Usage } from '../protocol/events.ts';
import { wholeText } from '../protocol/whole.ts';
import { turn } from './abort.ts';
import type { Budget, CapReached } from './budget.ts';
import type { CallReader } from './call-reader.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import { endsInvocation } from './final.ts';
import { type History, NO_HISTORY } from './history.ts';
import { guardBody, type ToolHook } from './hooks.ts';
import {
  CAP_SENTENCE,
  CLOSING_INSTRUCTION,
  CLOSING_SENTENCE,
  cutOff,
  limitReached,
  nothingSaid,
} from './last-words.ts';
import type { ModelLimits } from './limits.ts';
import { callModel } from './model-call.ts';
import type { ModelReply } from './model-reply.ts';
import { type NotOffered, Offering } from './offering.ts';
import { type Past, pastOf } from './past.ts';
import { Prompt } from './prompt.ts';
import type { ReadCall } from './read-call.ts';
import { replayHooks } from './replay.ts';
import { partsWithIds } from './response-parts.ts';
import type { Scope } from './scope.ts';
import type { SessionState } from './state.ts';
import { abandonStep, runStep, type StepEnd, type StepOptions } from './step.ts';
import type { Prepared, Tool, Toolset } from './tools.ts';

export interface LoopOptions {
  readonly model: LanguageModelV4;
  readonly limits: ModelLimits;
  /** The agent's own instruction, before that of the toolset. */
  readonly instruction: string;
  readonly toolset: Toolset;
  readonly hooks: readonly ToolHook[];
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly desk: Desk;
  readonly signal: AbortSignal;
  /** Shared with the loops of sub-agents and skills as tools. */
  readonly budget: Budget;
  /** Knows all ids of calls that the session holds; shared as the budget is. */
  readonly reader: CallReader;
  /** `seq` of the span that its model calls stand under: `run_started`, or the `tool_call` that runs a loop of its own. */
  readonly root: number;
  /**
   * What this loop did in earlier processes: it goes on from there. `conversation` and `state` must hold it already.
   * Absent where the loop begins; a loop inside a call gets that of its `ToolContext`.
   */
  readonly history?: History;
  /** Model calls of this loop alone, before a closing round without tools ends it; a skill as a tool has such a cap. */
  readonly maxIterations?: number;
}

export interface LoopEnd {
  readonly reason: RunReason;
  readonly text: string;
  readonly llmCalls: number;
  readonly usage: Usage;
  readonly error?: string;
  /** The text is ours, not the model's. */
  readonly synthetic?: boolean;
  /** `maxIterations` ended it. */
  readonly iterationCap?: boolean;
}

/**
 * Asks the model, answers its calls, and again, until it calls no tool or something ends the run. Never throws:
 * every way to end is a reason.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  return new Loop(options).run();
}

class Loop {
  private readonly o: LoopOptions;
  /** Number of the model call under way, among all of the run. */
  private call = 0;
  private iterations = 0;
  private text = '';
  private readonly history: History;
  private readonly prompt: Prompt;
  private readonly offering: Offering;

  constructor(options: LoopOptions) {
    this.o = options;
    this.prompt = new Prompt(options.conversation.messages);
    this.history = options.history ?? NO_HISTORY;
    this.offering = new Offering({ ...options, history: this.history });
  }

  async run(): Promise<LoopEnd> {
    const { signal } = this.o;
    if (this.history.own.length > 0) {
      const end = await this.goOn(pastOf(this.history));
      if (end !== undefined) return end;
    }
    while (!signal.aborted) {
      // A model that answers at once would keep timers, signals and the channel to the editor waiting for ever.
      await turn();
      if (signal.aborted) break;
      const cap = this.o.budget.reached();
      if (cap !== undefined) return this.capped(cap);
      if (this.iterations === this.o.maxIterations) return this.iterationCap();
      const prepared = await this.offering.prepare();
      if ('reason' in prepared) return this.notOffered(prepared);
      const { request, reply } = await this.ask(prepared);
      if (reply.kind === 'cancelled') {
        this.respond(request.seq, { error: 'Cancelled.', finish: 'error' });
        break;
      }
      if (reply.kind === 'failed') {
        this.respond(request.seq, { ...said(reply), error: reply.message, finish: 'error' });
        return this.end('model_error', { error: reply.message });
      }
      const calls = this.o.reader.read(reply.calls);
      if (calls.length === 0 && reply.text.trim() === '') {
        const error = nothingSaid(reply.finish);
        this.respond(request.seq, { ...said(reply), error, finish: reply.finish });
        return this.end('model_error', { error });
      }
      const toolCalls = calls.map(({ id, tool, args }) => ({
        id,
        tool,
        args: args.kind === 'object' ? args.value : args.raw,
      }));
      const ids = calls.map(({ id }) => id);
      const content = reply.parts === undefined ? {} : { content: partsWithIds(reply.parts, ids) };
      this.respond(request.seq, { ...said(reply), toolCalls, ...content, finish: reply.finish });
      if (calls.length === 0) return this.final(reply.finish);
      const step = await this.step(calls, calls.length, prepared.tools, this.call, request.seq);
      const end = await this.afterStep(step);
      if (end !== undefined) return end;
    }
    return this.end('cancelled');
  }

  /** Goes on where an earlier process ended; undefined where the model is to be asked next. */
  private async goOn(past: Past): Promise<LoopEnd | undefined> {
    const owed = await replayHooks(this.o.hooks, this.history, this.o.state);
    for (const { decision, call } of owed) this.o.scope.emit(guardBody(decision, call));
    const stopped = past.stopped || owed.some(({ decision }) => decision.verdict === 'stop');
    this.iterations = past.iterations;
    this.text = past.text;
    if (past.said !== undefined && !past.closed) return this.final(past.said.finish);
    if (past.said !== undefined) {
      const capped = past.iterations === this.o.maxIterations ? { iterationCap: true } : {};
      return { ...this.end('guard', past.said.synthetic === true ? { synthetic: true } : {}), ...capped };
    }
    if (past.step === undefined) return stopped ? this.close() : undefined;
    const { request, calls, open, results } = past.step;
    const done = { stopped, paused: false, final: endsInvocation(results) };
    if (open.length === 0) return this.afterStep(done);
    const prepared = await this.offering.prepare();
    if ('reason' in prepared) {
      abandonStep(this.stepOptions(open, calls, [], request.call, request.seq));
      return this.notOffered(prepared);
    }
    const step = await this.step(open, calls, prepared.tools, request.call, request.seq, stopped);
    return this.afterStep({ ...step, final: step.final || done.final });
  }

  private step(...step: Parameters<Loop['stepOptions']>): Promise<StepEnd> {
    return runStep(this.stepOptions(...step));
  }

  private stepOptions(
    calls: readonly ReadCall[],
    asked: number,
    tools: readonly Tool[],
    step: number,
    parent: number,
    stopped = false,
  ): StepOptions {
    const { hooks, scope, state, desk, signal, conversation } = this.o;
    const { history } = this;
    const onResult = (event: RunEvent): void => conversation.apply(event);
    return { calls, asked, tools, hooks, scope, state, desk, history, signal, step, parent, stopped, onResult };
  }

  /** How the step ends the loop, if it does. */
  private async afterStep(step: StepEnd): Promise<LoopEnd | undefined> {
    if (this.o.signal.aborted) return this.end('cancelled');
    if (step.stopped) return this.close();
    if (step.paused) return this.end('paused');
    return step.final ? this.end('final') : undefined;
  }

  private capped(cap: CapReached): LoopEnd {
    // A process that was killed right after has written it already.
    const told = this.history.own.some((event) => event.type === 'guard' && event.rule === cap.rule);
    if (!told) this.o.scope.emit(guardBody({ ...cap, verdict: 'stop', evidence: [] }, this.o.root));
    return this.end(cap.rule === 'max_llm_calls' ? 'max_llm_calls' : 'guard', { error: limitReached(cap) });
  }

  /** The cap of this loop alone: a last round without tools, as after a guard's stop. */
  private async iterationCap(): Promise<LoopEnd> {
    const { maxIterations: threshold = 0, scope, root } = this.o;
    const decision = { rule: 'iteration_cap', verdict: 'stop' as const, count: this.iterations, threshold };
    scope.emit(guardBody({ ...decision, evidence: [] }, root));
    return { ...(await this.close(CAP_SENTENCE)), iterationCap: true };
  }

  private final(finish: string): LoopEnd {
    const cut = cutOff(finish);
    if (cut !== undefined) this.note(cut);
    return this.end('final');
  }

  private notOffered({ reason, error }: NotOffered): LoopEnd {
    return this.end(reason, error === undefined ? {} : { error });
  }

  private async ask(prepared: Prepared, closing = false): Promise<{ request: RunEvent; reply: ModelReply }> {
    const { scope, model, limits, signal, root, instruction } = this.o;
    const call = this.o.budget.begin();
    this.call = call;
    this.iterations++;
    const { names, declarations } = this.offering.told(prepared.tools);
    const request = scope.emit({
      type: 'llm_request',
      call,
      tools: names,
      ...(closing ? { closing } : {}),
      parent: root,
    });
    const system = [instruction, prepared.instruction].filter((part) => part.trim() !== '').join('\n\n');
    const reply = await callModel({
      model,
      request: {
        prompt: this.prompt.of(system, prepared.append),
        ...(names.length === 0 ? {} : { tools: declarations }),
      },
      limits,
      signal,
      onRetry: (message) => scope.emit({ type: 'note', message, parent: request.seq }),
    });
    return { request, reply };
  }

  private respond(parent: number, body: Partial<LlmResponse> & { readonly finish: string }): void {
    const whole = {
      type: 'llm_response' as const,
      call: this.call,
      text: body.text ?? '',
      ...(body.reasoning ? { reasoning: body.reasoning } : {}),
      toolCalls: body.toolCalls ?? [],
      ...(body.content === undefined ? {} : { content: body.content }),
      usage: body.usage ?? {},
      finish: body.finish,
      ...(body.error === undefined ? {} : { error: body.error }),
      ...(body.synthetic === true ? { synthetic: true } : {}),
      parent,
    };
    const event = this.o.scope.emit(whole);
    // The event as it was before blobs and redaction: the model goes on with what it really said.
    this.o.conversation.apply({ ...event, ...whole });
    this.o.budget.add(whole.usage);
    if (whole.text !== '') this.text = wholeText(whole.text);
  }

  /**
   * A guard stopped the run: one last model call without tools, so that the user gets an answer. It counts as a call and
   * is skipped at the cap; tool calls in it are ignored; where it has no text, the sentence is ours and labelled so.
   */
  private async close(sentence = CLOSING_SENTENCE): Promise<LoopEnd> {
    const synthetic = { text: sentence, synthetic: true };
    if (this.o.budget.reached() !== undefined) return this.end('guard', synthetic);
    const prepared: Prepared = { tools: [], instruction: CLOSING_INSTRUCTION };
    const { request, reply } = await this.ask(prepared, true);
    if (reply.kind === 'cancelled') {
      this.respond(request.seq, { error: 'Cancelled.', finish: 'error' });
      return this.end('cancelled');
    }
    const ignored = reply.kind === 'reply' ? reply.calls.length : 0;
    if (ignored > 0) this.note(`The closing round asked for ${ignored} tool call(s) all the same; they were ignored.`);
    const finish = reply.kind === 'reply' ? reply.finish : 'error';
    const error = reply.kind === 'failed' ? { error: reply.message } : {};
    const silent = reply.kind === 'failed' || reply.text.trim() === '';
    this.respond(request.seq, { ...said(reply), ...error, finish, ...(silent ? synthetic : {}) });
    return this.end('guard', silent ? synthetic : {});
  }

  private note(message: string): void {
    this.o.scope.emit({ type: 'note', message, parent: this.o.root });
  }

  private end(reason: RunReason, more: { text?: string; error?: string; synthetic?: boolean } = {}): LoopEnd {
    const { calls: llmCalls, usage } = this.o.budget;
    return { reason, text: this.text, llmCalls, usage, ...more };
  }
}

function said(reply: Exclude<ModelReply, { kind: 'cancelled' }>): Pick<LlmResponse, 'text' | 'reasoning' | 'usage'> {
  return { text: reply.text, reasoning: reply.reasoning, usage: reply.usage };
}

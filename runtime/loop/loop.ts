import type { RunEvent, RunReason } from '../protocol/events.ts';
import { turn } from './abort.ts';
import type { CapReached } from './budget.ts';
import { type Asked, Exchange } from './exchange.ts';
import { endsInvocation } from './final.ts';
import { type History, NO_HISTORY } from './history.ts';
import { guardBody } from './hooks.ts';
import {
  CAP_SENTENCE,
  CLOSING_INSTRUCTION,
  CLOSING_SENTENCE,
  cutOff,
  limitReached,
  nothingSaid,
} from './last-words.ts';
import type { LoopEnd, LoopOptions } from './loop-options.ts';
import { type NotOffered, Offering } from './offering.ts';
import { type Past, pastOf } from './past.ts';
import type { ReadCall } from './read-call.ts';
import { replayHooks } from './replay.ts';
import { partsWithIds } from './response-parts.ts';
import { abandonStep, runStep, type StepEnd, type StepOptions } from './step.ts';
import type { Prepared, Tool } from './tools.ts';

/**
 * Asks the model, answers its calls, and again, until it calls no tool or something ends the run. Never throws:
 * every way to end is a reason.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  return new Loop(options).run();
}

class Loop {
  private readonly o: LoopOptions;
  private readonly history: History;
  private readonly offering: Offering;
  private readonly exchange: Exchange;

  constructor(options: LoopOptions) {
    this.o = options;
    this.history = options.history ?? NO_HISTORY;
    this.offering = new Offering({ ...options, history: this.history });
    this.exchange = new Exchange(options, this.offering);
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
      const end = await this.round();
      if (end !== undefined) return end;
    }
    return this.end('cancelled');
  }

  /** One model call, and the step that it asks for; how that ends the loop, if it does. */
  private async round(): Promise<LoopEnd | undefined> {
    const { budget, maxIterations } = this.o;
    const cap = budget.reached();
    if (cap !== undefined) return this.capped(cap);
    if (this.exchange.iterations === maxIterations) return this.iterationCap();
    const prepared = await this.offering.prepare();
    if ('reason' in prepared) return this.notOffered(prepared);
    const asked = await this.exchange.ask(prepared);
    return asked === undefined ? this.end('cancelled') : this.answer(asked, prepared.tools);
  }

  /** Answers what the model said: its calls, or nothing where they are its last words. */
  private async answer(asked: Asked, tools: readonly Tool[]): Promise<LoopEnd | undefined> {
    const { reply, call, request } = asked;
    if (reply.kind === 'failed') {
      this.exchange.respond(asked, { error: reply.message, finish: 'error' });
      return this.end('model_error', { error: reply.message, ...(reply.needsKey && { needsKey: reply.needsKey }) });
    }
    const { finish } = reply;
    const calls = this.o.reader.read(reply.calls);
    if (calls.length === 0 && reply.text.trim() === '') {
      const error = nothingSaid(finish);
      this.exchange.respond(asked, { error, finish });
      return this.end('model_error', { error });
    }
    const toolCalls = calls.map(({ id, tool, args }) => ({
      id,
      tool,
      args: args.kind === 'object' ? args.value : args.raw,
    }));
    const ids = calls.map(({ id }) => id);
    const content = reply.parts === undefined ? {} : { content: partsWithIds(reply.parts, ids) };
    this.exchange.respond(asked, { toolCalls, ...content, finish });
    if (calls.length === 0) return this.final(finish);
    return this.afterStep(await runStep(this.stepOptions(calls, calls.length, tools, call, request)));
  }

  /** Goes on where an earlier process ended; undefined where the model is to be asked next. */
  private async goOn(past: Past): Promise<LoopEnd | undefined> {
    const owed = await replayHooks(this.o.hooks, this.history, this.o.state);
    for (const { decision, call } of owed) this.o.scope.emit(guardBody(decision, call));
    const stopped = past.stopped || owed.some(({ decision }) => decision.verdict === 'stop');
    this.exchange.iterations = past.iterations;
    this.exchange.text = past.text;
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
    const step = await runStep(this.stepOptions(open, calls, prepared.tools, request.call, request.seq, stopped));
    return this.afterStep({ ...step, final: step.final || done.final });
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
    const decision = { rule: 'iteration_cap', verdict: 'stop' as const, count: this.exchange.iterations, threshold };
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

  /**
   * A guard stopped the run: one last model call without tools, so that the user gets an answer. It counts as a call and
   * is skipped at the cap; tool calls in it are ignored; where it has no text, the sentence is ours and labelled so.
   */
  private async close(sentence = CLOSING_SENTENCE): Promise<LoopEnd> {
    const synthetic = { text: sentence, synthetic: true };
    if (this.o.budget.reached() !== undefined) return this.end('guard', synthetic);
    const prepared: Prepared = { tools: [], instruction: CLOSING_INSTRUCTION };
    const asked = await this.exchange.ask(prepared, true);
    if (asked === undefined) return this.end('cancelled');
    const { reply } = asked;
    const ignored = reply.kind === 'reply' ? reply.calls.length : 0;
    if (ignored > 0) this.note(`The closing round asked for ${ignored} tool call(s) all the same; they were ignored.`);
    const finish = reply.kind === 'reply' ? reply.finish : 'error';
    const error = reply.kind === 'failed' ? { error: reply.message } : {};
    const silent = reply.kind === 'failed' || reply.text.trim() === '';
    this.exchange.respond(asked, { ...error, finish, ...(silent ? synthetic : {}) });
    return this.end('guard', silent ? synthetic : {});
  }

  private note(message: string): void {
    this.o.scope.emit({ type: 'note', message, parent: this.o.root });
  }

  private end(
    reason: RunReason,
    more: Partial<Pick<LoopEnd, 'text' | 'error' | 'needsKey' | 'synthetic'>> = {},
  ): LoopEnd {
    const { calls: llmCalls, usage } = this.o.budget;
    return { reason, text: this.exchange.text, llmCalls, usage, ...more };
  }
}

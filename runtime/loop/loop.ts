import { defined } from '../../skill/index.ts';
import type { RunEvent, RunReason } from '../protocol/events.ts';
import { formatCount } from '../text/count.ts';
import { AvailableTools, type ToolsUnavailable } from './available-tools.ts';
import type { CapReached } from './budget.ts';
import {
  CAP_SENTENCE,
  CLOSING_INSTRUCTION,
  CLOSING_SENTENCE,
  callInText,
  emptyResponse,
  limitReached,
  truncatedResponse,
} from './closing-messages.ts';
import { Exchange, type PendingResponse } from './exchange.ts';
import { replayHooks } from './guard-replay.ts';
import { endsInvocation } from './history/final-event.ts';
import { EMPTY_HISTORY, type History } from './history/history.ts';
import type { ParsedCall } from './history/parsed-call.ts';
import { type ResumePoint, resumePointOf } from './history/resume-point.ts';
import { yieldToEventLoop } from './interfaces/abort.ts';
import { waitAt } from './interfaces/controller.ts';
import { guardBody } from './interfaces/hooks.ts';
import type { Prepared, Tool } from './interfaces/tools.ts';
import type { LoopEnd, LoopOptions } from './loop-options.ts';
import { toolCalledInText } from './model-call/call-in-text.ts';
import type { ModelReply } from './model-call/model-reply.ts';
import { partsWithIds } from './model-call/response-parts.ts';
import { abandonStep, runStep, type StepEnd, type StepOptions } from './step/step.ts';

/** The tools of a step that is abandoned. */
const NO_TOOLS: Pick<Prepared, 'tools'> = { tools: [] };

/**
 * Runs the agent loop: calls the model, executes its tool calls, and repeats until it makes none or something ends the run.
 * Never throws: every end has a reason.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  return new Loop(options).run();
}

class Loop {
  private readonly options: LoopOptions;
  private readonly history: History;
  private readonly availableTools: AvailableTools;
  private readonly exchange: Exchange;

  constructor(options: LoopOptions) {
    this.options = options;
    this.history = options.history ?? EMPTY_HISTORY;
    this.availableTools = new AvailableTools({ ...options, history: this.history });
    this.exchange = new Exchange(options, this.availableTools);
  }

  async run(): Promise<LoopEnd> {
    const end = await this.runToEnd();
    const { controller, scope, root, state, signal } = this.options;
    const { reason, error } = end;
    if (controller?.isActive === true && error !== undefined && !signal.aborted)
      await waitAt(() => controller.beforeEnd({ scope, parent: root, state, reason, error }), signal);
    return end;
  }

  private async runToEnd(): Promise<LoopEnd> {
    const { signal } = this.options;
    if (this.history.ownEvents.length > 0) {
      const end = await this.resume(resumePointOf(this.history));
      if (end !== undefined) return end;
    }
    while (!signal.aborted) {
      // With a model that replies synchronously, timers, signals and the channel to the editor would starve.
      await yieldToEventLoop();
      if (signal.aborted) break;
      const end = await this.round();
      if (end !== undefined) return end;
    }
    return this.end('cancelled');
  }

  /** Makes one model call and runs the step that it requests. Returns the end of the loop, if this was it. */
  private async round(): Promise<LoopEnd | undefined> {
    const { budget, maxIterations } = this.options;
    const cap = budget.reached();
    if (cap !== undefined) return this.endAtCap(cap);
    if (this.exchange.iterations === maxIterations) return this.endAtIterationCap();
    const prepared = await this.availableTools.prepare();
    if ('reason' in prepared) return this.endWithoutTools(prepared);
    const pending = await this.exchange.send(prepared);
    if (pending === undefined) return this.end('cancelled');
    return 'rule' in pending ? this.endAtCap(pending) : this.handleReply(pending, prepared);
  }

  /** Executes the calls of a reply, or ends the loop if it has none. */
  private async handleReply(pending: PendingResponse, prepared: Prepared): Promise<LoopEnd | undefined> {
    const { reply, call, request } = pending;
    if (reply.kind === 'failed') {
      this.exchange.recordResponse(pending, { error: reply.message, finish: 'error' });
      return this.end('model_error', defined({ error: reply.message, needsKey: reply.needsKey }));
    }
    const { finish } = reply;
    const calls = this.options.callParser.parse(reply.calls);
    const error = calls.length === 0 ? noAnswer(reply, prepared.tools) : undefined;
    if (error !== undefined) {
      this.exchange.recordResponse(pending, { error, finish });
      return this.end('model_error', { error });
    }
    const toolCalls = calls.map(({ id, tool, args }) => ({
      id,
      tool,
      args: args.kind === 'object' ? args.value : args.raw,
    }));
    const ids = calls.map(({ id }) => id);
    const content = reply.parts === undefined ? {} : { content: partsWithIds(reply.parts, ids) };
    this.exchange.recordResponse(pending, { toolCalls, ...content, finish });
    if (calls.length === 0) return this.endWithResponse(finish);
    return this.afterStep(await runStep(this.stepOptions(calls, calls.length, prepared, call, request)));
  }

  /** Continues where an earlier process ended. Returns undefined if a model call comes next. */
  private async resume(point: ResumePoint): Promise<LoopEnd | undefined> {
    const owed = await replayHooks(this.options.hooks, this.history, this.options.state);
    for (const { decision, call } of owed) this.options.scope.emit(guardBody(decision, call));
    const stopped = point.stopped || owed.some(({ decision }) => decision.verdict === 'stop');
    this.exchange.iterations = point.iterations;
    this.exchange.text = point.text;
    if (point.final !== undefined && !point.closed) return this.endWithResponse(point.final.finish);
    if (point.final !== undefined) {
      const capped = point.iterations === this.options.maxIterations ? { iterationCap: true } : {};
      return { ...this.end('guard', point.final.synthetic === true ? { synthetic: true } : {}), ...capped };
    }
    if (point.step === undefined) return stopped ? this.runClosingRound() : undefined;
    const { request, calls, open, results } = point.step;
    const done = { stopped, paused: false, final: endsInvocation(results) };
    if (open.length === 0) return this.afterStep(done);
    const prepared = await this.availableTools.prepare();
    if ('reason' in prepared) {
      abandonStep(this.stepOptions(open, calls, NO_TOOLS, request.call, request.seq));
      return this.endWithoutTools(prepared);
    }
    const step = await runStep(this.stepOptions(open, calls, prepared, request.call, request.seq, stopped));
    return this.afterStep({ ...step, final: step.final || done.final });
  }

  private stepOptions(
    calls: readonly ParsedCall[],
    requested: number,
    { tools, missOfTool }: Pick<Prepared, 'tools' | 'missOfTool'>,
    step: number,
    parent: number,
    stopped = false,
  ): StepOptions {
    const { hooks, controller, scope, state, prompts, signal, conversation } = this.options;
    const { history } = this;
    const onResult = (event: RunEvent): void => conversation.apply(event);
    const shared = { hooks, controller, scope, state, prompts, history, signal, onResult };
    return defined({ ...shared, calls, requested, tools, missOfTool, step, parent, stopped });
  }

  /** Returns the end of the loop, if the step ends it. */
  private async afterStep(step: StepEnd): Promise<LoopEnd | undefined> {
    if (this.options.signal.aborted) return this.end('cancelled');
    if (step.stopped) return this.runClosingRound();
    if (step.paused) return this.end('paused');
    return step.final ? this.end('final') : undefined;
  }

  private endAtCap(cap: CapReached): LoopEnd {
    // A process that was killed right afterwards has already written it.
    const journaled = this.history.ownEvents.some((event) => event.type === 'guard' && event.rule === cap.rule);
    if (!journaled) this.options.scope.emit(guardBody({ ...cap, verdict: 'stop', evidence: [] }, this.options.root));
    return this.end(cap.rule === 'max_llm_calls' ? 'max_llm_calls' : 'guard', { error: limitReached(cap) });
  }

  /** Ends the loop at its own limit of model calls, with a closing round as after a guard's stop. */
  private async endAtIterationCap(): Promise<LoopEnd> {
    const { maxIterations: threshold = 0, scope, root } = this.options;
    const decision = { rule: 'iteration_cap', verdict: 'stop' as const, count: this.exchange.iterations, threshold };
    scope.emit(guardBody({ ...decision, evidence: [] }, root));
    return { ...(await this.runClosingRound(CAP_SENTENCE)), iterationCap: true };
  }

  private endWithResponse(finish: string): LoopEnd {
    const truncated = truncatedResponse(finish);
    if (truncated !== undefined) this.note(truncated);
    return this.end('final');
  }

  private endWithoutTools({ reason, error }: ToolsUnavailable): LoopEnd {
    return this.end(reason, error === undefined ? {} : { error });
  }

  /**
   * Runs the closing round after a guard stopped the run: one last model call without tools, so that the user gets an
   * answer. It counts as a model call and is skipped if the budget is used up. Tool calls in it are ignored. If it has no
   * text, `sentence` takes its place, marked as synthetic.
   */
  private async runClosingRound(sentence = CLOSING_SENTENCE): Promise<LoopEnd> {
    const synthetic = { text: sentence, synthetic: true };
    if (this.options.budget.reached() !== undefined) return this.end('guard', synthetic);
    const prepared: Prepared = { tools: [], instruction: CLOSING_INSTRUCTION };
    const pending = await this.exchange.send(prepared, true);
    if (pending === undefined) return this.end('cancelled');
    if ('rule' in pending) return this.end('guard', synthetic);
    const { reply } = pending;
    const ignored = reply.kind === 'reply' ? reply.calls.length : 0;
    if (ignored > 0)
      this.note(`Ignored ${formatCount(ignored, 'tool call')} of the closing round, which has no tools.`);
    const finish = reply.kind === 'reply' ? reply.finish : 'error';
    const error = reply.kind === 'failed' ? { error: reply.message } : {};
    const silent = reply.kind === 'failed' || reply.text.trim() === '';
    this.exchange.recordResponse(pending, { ...error, finish, ...(silent ? synthetic : undefined) });
    return this.end('guard', silent ? synthetic : {});
  }

  private note(message: string): void {
    this.options.scope.emit({ type: 'note', message, parent: this.options.root });
  }

  private end(
    reason: RunReason,
    more: Partial<Pick<LoopEnd, 'text' | 'error' | 'needsKey' | 'synthetic'>> = {},
  ): LoopEnd {
    const { calls: llmCalls, usage } = this.options.budget;
    return { reason, text: this.exchange.text, llmCalls, usage, ...more };
  }
}

/** Returns what is wrong with a reply without calls that is no answer: it is empty, or has a call written as text. */
function noAnswer(
  { text, reasoning, finish }: Extract<ModelReply, { kind: 'reply' }>,
  tools: readonly Tool[],
): string | undefined {
  const isEmpty = text.trim() === '';
  const tool = toolCalledInText(
    isEmpty ? reasoning : text,
    tools.map(({ name }) => name),
  );
  if (tool !== undefined) return callInText(tool);
  return isEmpty ? emptyResponse(finish) : undefined;
}

import type { LanguageModelV4, LanguageModelV4Message } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import type { LlmResponse, Usage } from '../protocol/events.ts';
import { inlineText } from '../text/inline-text.ts';
import type { AvailableTools } from './available-tools.ts';
import type { Budget, CapReached } from './budget.ts';
import { type LoopController, type ModelEdit, waitAt } from './interfaces/controller.ts';
import type { BodyOf, Scope } from './interfaces/scope.ts';
import type { SessionState } from './interfaces/state.ts';
import type { Prepared } from './interfaces/tools.ts';
import type { Conversation } from './model-call/conversation.ts';
import type { ModelLimits } from './model-call/limits.ts';
import { callModel } from './model-call/model-call.ts';
import type { ModelReply } from './model-call/model-reply.ts';
import { RequestDescriber } from './model-call/request-content.ts';
import { RequestMessages } from './model-call/request-messages.ts';

/** Options for an `Exchange`. */
export interface ExchangeOptions {
  readonly model: LanguageModelV4;
  readonly limits: ModelLimits;
  readonly instruction: string;
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
  readonly budget: Budget;
  readonly root: number;
  readonly prompt?: string;
  readonly state: SessionState;
  readonly controller?: LoopController;
}

/** A model call whose `llm_request` is in the journal and whose `llm_response` is not. */
export interface PendingResponse {
  /** Its number among all model calls of the run. */
  readonly call: number;
  /** `seq` of its `llm_request`. */
  readonly request: number;
  readonly reply: Exclude<ModelReply, { kind: 'cancelled' }>;
}

/** The model calls of one loop, each from its `llm_request` to its `llm_response`. */
export class Exchange {
  /** Number of model calls of this loop alone, including a closing round. */
  iterations = 0;
  /** The most recent text of the model that was not empty. */
  text = '';
  private readonly options: ExchangeOptions;
  private readonly availableTools: AvailableTools;
  private readonly messages: RequestMessages;
  private readonly describer: RequestDescriber;

  constructor(options: ExchangeOptions, availableTools: AvailableTools) {
    this.options = options;
    this.availableTools = availableTools;
    this.messages = new RequestMessages(options.conversation);
    this.describer = new RequestDescriber(options.prompt);
  }

  /**
   * Calls the model with these tools. Pass the reply to `recordResponse`. Returns undefined if the run was cancelled, which
   * is then already in the journal, and the limit if other loops used up the budget while this one waited.
   */
  async send(prepared: Prepared, closing = false): Promise<PendingResponse | CapReached | undefined> {
    const { scope, model, limits, signal, root, instruction, budget, controller } = this.options;
    const { names, declarations } = this.availableTools.declare(prepared.tools);
    let system = [instruction, prepared.instruction].filter((part) => part.trim() !== '').join('\n\n');
    let prompt = this.messages.build(system, prepared.append, prepared.opening);
    let edit: ModelEdit | undefined;
    if (controller?.isActive === true) {
      const reply = await this.stop(controller, prepared, prompt, closing);
      if (reply === 'aborted') return undefined;
      edit = reply;
    }
    // Again and with nothing awaited until it is counted: loops that run at the same time share the budget.
    const cap = budget.reached();
    if (cap !== undefined) return cap;
    if (edit !== undefined) {
      system = edit.system ?? system;
      for (const { index, text } of edit.messages ?? []) {
        const body = { type: 'message_edited' as const, message: index, text, parent: root };
        // Without blobs and redaction, like a response.
        this.options.conversation.apply({ ...scope.emit(body), ...body });
      }
      prompt = this.messages.build(system, prepared.append, prepared.opening);
    }
    const call = budget.begin();
    this.iterations++;
    const body = defined<BodyOf<'llm_request'>>({
      type: 'llm_request',
      call,
      tools: names,
      closing: closing || undefined,
      edited: edit?.system === undefined ? undefined : true,
      messages: prompt.length,
      parent: root,
    });
    const { seq: request } = scope.emit(body, this.describer.describe(system, declarations, prepared));
    const reply = await callModel({
      model,
      request: defined({
        prompt,
        tools: names.length === 0 ? undefined : declarations,
      }),
      limits,
      signal,
      onRetry: (message) => scope.emit({ type: 'note', message, parent: request }),
    });
    if (reply.kind !== 'cancelled') return { call, request, reply };
    this.write(call, request, { error: 'Cancelled.', finish: 'error' });
    return undefined;
  }

  /** Lets the controller stop the run before a model call. */
  private stop(
    controller: LoopController,
    { tools, opening = '' }: Prepared,
    prompt: readonly LanguageModelV4Message[],
    closing: boolean,
  ): Promise<ModelEdit | 'aborted' | undefined> {
    const { scope, root, state, budget, signal, conversation } = this.options;
    const { declarations } = this.availableTools.declare(tools);
    const start = (prompt[0]?.role === 'system' ? 1 : 0) + (opening === '' ? 0 : 1);
    const boundary = {
      scope,
      parent: root,
      state,
      call: budget.calls + 1,
      closing,
      prompt,
      tools: declarations,
      conversation: { start, length: conversation.messages.length },
    };
    return waitAt(() => controller.beforeModelCall(boundary), signal);
  }

  /** Writes the reply to the journal. Fields of `body` override those of the reply. */
  recordResponse(
    { call, request, reply }: PendingResponse,
    body: Partial<LlmResponse> & { readonly finish: string },
  ): void {
    const { text, reasoning, usage } = reply;
    this.write(call, request, { text, reasoning, usage, ...body });
  }

  private write(call: number, parent: number, body: Partial<LlmResponse> & { readonly finish: string }): void {
    const usage: Usage = body.usage ?? {};
    const response = defined<BodyOf<'llm_response'>>({
      type: 'llm_response',
      call,
      text: body.text ?? '',
      reasoning: body.reasoning || undefined,
      toolCalls: body.toolCalls ?? [],
      content: body.content,
      usage,
      finish: body.finish,
      error: body.error,
      synthetic: body.synthetic || undefined,
      parent,
    });
    const event = this.options.scope.emit(response);
    // The event without blobs and redaction: the conversation continues with what the model really wrote.
    this.options.conversation.apply({ ...event, ...response });
    this.options.budget.add(usage);
    if (response.text !== '') this.text = inlineText(response.text);
  }
}

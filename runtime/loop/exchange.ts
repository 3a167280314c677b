import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LlmResponse, Usage } from '../protocol/events.ts';
import { wholeText } from '../protocol/whole.ts';
import type { Budget } from './budget.ts';
import type { Conversation } from './conversation.ts';
import type { ModelLimits } from './limits.ts';
import { callModel } from './model-call.ts';
import type { ModelReply } from './model-reply.ts';
import type { Offering } from './offering.ts';
import { Prompt } from './prompt.ts';
import type { Scope } from './scope.ts';
import type { Prepared } from './tools.ts';

export interface ExchangeOptions {
  readonly model: LanguageModelV4;
  readonly limits: ModelLimits;
  readonly instruction: string;
  readonly scope: Scope;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
  readonly budget: Budget;
  readonly root: number;
}

/** A model call that is written down and not answered in the journal yet. */
export interface Asked {
  /** Its number among all model calls of the run. */
  readonly call: number;
  /** `seq` of its `llm_request`. */
  readonly request: number;
  readonly reply: Exclude<ModelReply, { kind: 'cancelled' }>;
}

/** The model calls of one loop, each from its `llm_request` to its `llm_response`. */
export class Exchange {
  /** Model calls of this loop alone, a closing round included. */
  iterations = 0;
  /** The last words of the model that were any. */
  text = '';
  private readonly o: ExchangeOptions;
  private readonly offering: Offering;
  private readonly prompt: Prompt;

  constructor(options: ExchangeOptions, offering: Offering) {
    this.o = options;
    this.offering = offering;
    this.prompt = new Prompt(options.conversation.messages);
  }

  /** Asks the model with these tools. What it says is for `respond`; undefined where the run was cancelled, which is written down. */
  async ask(prepared: Prepared, closing = false): Promise<Asked | undefined> {
    const { scope, model, limits, signal, root, instruction, budget } = this.o;
    const call = budget.begin();
    this.iterations++;
    const { names, declarations } = this.offering.told(prepared.tools);
    const { seq: request } = scope.emit({
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
      onRetry: (message) => scope.emit({ type: 'note', message, parent: request }),
    });
    if (reply.kind !== 'cancelled') return { call, request, reply };
    this.write(call, request, { error: 'Cancelled.', finish: 'error' });
    return undefined;
  }

  /** Writes down what the model said, with what differs from its reply or stands beside it. */
  respond({ call, request, reply }: Asked, body: Partial<LlmResponse> & { readonly finish: string }): void {
    const { text, reasoning, usage } = reply;
    this.write(call, request, { text, reasoning, usage, ...body });
  }

  private write(call: number, parent: number, body: Partial<LlmResponse> & { readonly finish: string }): void {
    const usage: Usage = body.usage ?? {};
    const whole = {
      type: 'llm_response' as const,
      call,
      text: body.text ?? '',
      ...(body.reasoning ? { reasoning: body.reasoning } : {}),
      toolCalls: body.toolCalls ?? [],
      ...(body.content === undefined ? {} : { content: body.content }),
      usage,
      finish: body.finish,
      ...(body.error === undefined ? {} : { error: body.error }),
      ...(body.synthetic === true ? { synthetic: true } : {}),
      parent,
    };
    const event = this.o.scope.emit(whole);
    // The event as it was before blobs and redaction: the model goes on with what it really said.
    this.o.conversation.apply({ ...event, ...whole });
    this.o.budget.add(usage);
    if (whole.text !== '') this.text = wholeText(whole.text);
  }
}

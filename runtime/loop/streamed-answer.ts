import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { messageOf } from '../errors.ts';
import { costOf, usageOf } from '../models/usage.ts';
import type { Usage } from '../protocol/events.ts';
import type { ModelReply, Said, Tried, WrittenCall } from './model-reply.ts';
import { shortName } from './names.ts';
import { ReplyParts } from './response-parts.ts';
import { explainBreak, isTransient } from './retry.ts';

const NO_STREAM =
  "The endpoint's answer holds nothing of a model's: it may be a web page, or JSON that is no stream. Check the base URL (most end in /v1), and that the endpoint streams its answers.";

/** Gathers the parts of one stream, and says at its end what they come to. */
export class StreamedAnswer {
  private readonly most: number;
  /** Characters of text, reasoning and what stands beside them. */
  private told = 0;
  /** Characters of calls as they were streamed, and as they came whole: mostly the same ones twice. */
  private readonly inputs = { streamed: 0, whole: 0 };
  private readonly text: string[] = [];
  private readonly reasoning: string[] = [];
  private readonly calls: WrittenCall[] = [];
  private readonly parts = new ReplyParts();
  private usage: Usage = {};
  private finish: string | undefined;
  /** Why it finished in the provider's own word. */
  private ended: string | undefined;
  private error: unknown;

  /** @param most characters of the answer, of which no more are kept */
  constructor(most: number) {
    this.most = most;
  }

  /** What is wrong with the answer so far, so that it is not read any further. */
  get excess(): string | undefined {
    return this.size > this.most
      ? `The model's answer is longer than ${this.most} characters; it was cut off.`
      : undefined;
  }

  /** Characters that came so far, whatever they are part of. It grows with every part that holds something. */
  get received(): number {
    return this.told + this.inputs.streamed + this.inputs.whole;
  }

  /** Characters of the answer. */
  private get size(): number {
    return this.told + Math.max(this.inputs.streamed, this.inputs.whole);
  }

  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        this.beside('text', part.id, part.providerMetadata);
        return;
      case 'text-delta':
        this.text.push(this.fitting(part.delta));
        this.beside('text', part.id, part.providerMetadata, part.delta);
        return;
      case 'reasoning-start':
      case 'reasoning-end':
        this.beside('reasoning', part.id, part.providerMetadata);
        return;
      case 'reasoning-delta':
        this.reasoning.push(this.fitting(part.delta));
        this.beside('reasoning', part.id, part.providerMetadata, part.delta);
        return;
      case 'tool-input-start':
        this.inputs.streamed += part.id.length + part.toolName.length;
        return;
      case 'tool-input-delta':
        // Streamed arguments come again, whole, in the call: counted here so that an endless one is cut, kept there.
        this.inputs.streamed += part.delta.length;
        return;
      case 'tool-call':
        if (part.providerExecuted === true) return;
        this.inputs.whole += part.toolCallId.length + part.toolName.length + part.input.length;
        this.told += this.parts.call(this.calls.length, part.providerMetadata);
        this.calls.push({ id: part.toolCallId, tool: shortName(part.toolName), input: part.input });
        return;
      case 'error':
        this.error ??= part.error ?? 'an error without a message';
        return;
      case 'finish':
        this.finish = part.finishReason.unified;
        this.ended = part.finishReason.raw;
        this.usage = { ...usageOf(part.usage), ...costOf(part.providerMetadata) };
    }
  }

  said(): Said {
    return { text: this.text.join(''), reasoning: this.reasoning.join(''), usage: this.usage };
  }

  /** An error part spoils the answer, even where the stream then claims to have stopped by itself. */
  end(): Tried {
    // Nothing was said yet: it is as if the request had been turned away.
    if (this.size === 0 && isTransient(this.error)) return { kind: 'rejected', error: this.error };
    const failed = (message: string): ModelReply => ({ kind: 'failed', message, ...this.said() });
    if (this.isNoStream()) return failed(NO_STREAM);
    if (this.error !== undefined) return failed(explainBreak(this.error));
    if (this.finish === undefined) return failed("The model's answer ended without a finish.");
    if (this.finish === 'error' || this.finish === 'interrupted') return failed("The model's answer broke off.");
    const parts = this.parts.end();
    return {
      kind: 'reply',
      calls: this.calls,
      finish: this.finish,
      ...this.said(),
      ...(parts === undefined ? {} : { parts }),
    };
  }

  /** Nothing at all came that a model's stream has, and the provider's package tells no more than that it has ended. */
  private isNoStream(): boolean {
    if (this.size > 0 || this.calls.length > 0 || this.ended !== undefined) return false;
    if (this.error !== undefined) return /ended without a finish/.test(messageOf(this.error));
    return this.finish === undefined || this.finish === 'error' || this.finish === 'interrupted';
  }

  /** As much of a piece as the answer may still have. */
  private fitting(delta: string): string {
    const room = Math.max(0, this.most - this.size);
    if (delta.length <= room) return delta;
    // Half of a character is none.
    return delta.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  }

  private beside(
    type: 'text' | 'reasoning',
    id: string,
    metadata: SharedV4ProviderMetadata | undefined,
    delta = '',
  ): void {
    this.told += delta.length + this.parts.block(type, id, delta, metadata);
  }
}

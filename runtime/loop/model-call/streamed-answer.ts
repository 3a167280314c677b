import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { messageOf } from '../../errors.ts';
import { costOf, usageOf } from '../../models/prices/usage.ts';
import type { Usage } from '../../protocol/events.ts';
import { formatCount } from '../../text/count.ts';
import type { AttemptResult, ModelReply, PartialReply, WrittenCall } from './model-reply.ts';
import { describeInterruption, isTransient } from './model-retry.ts';
import { ReplyParts } from './response-parts.ts';
import { truncateName } from './tool-names.ts';

const NOT_A_MODEL_STREAM =
  'Check the base URL (most end in /v1) and that the endpoint streams: its response contains nothing from a model and may be a web page, or JSON that is not a stream.';

/** Collects the parts of a stream and builds the reply at its end. */
export class StreamedAnswer {
  private readonly maxCharacters: number;
  /** Characters of text, reasoning and metadata. */
  private contentSize = 0;
  /** Characters of calls, as streamed and as received complete: usually the same ones twice. */
  private readonly inputs = { streamed: 0, complete: 0 };
  private readonly text: string[] = [];
  private readonly reasoning: string[] = [];
  private readonly calls: WrittenCall[] = [];
  private readonly parts = new ReplyParts();
  private usage: Usage = {};
  private finish: string | undefined;
  /** The finish reason in the provider's own words. */
  private rawFinish: string | undefined;
  private error: unknown;

  /** @param maxCharacters maximum size of the response; anything beyond it is dropped */
  constructor(maxCharacters: number) {
    this.maxCharacters = maxCharacters;
  }

  /** The error message if the response is too long, in which case it is not read any further. */
  get excess(): string | undefined {
    return this.size > this.maxCharacters
      ? `The model's response is longer than ${formatCount(this.maxCharacters, 'character')}; it was truncated.`
      : undefined;
  }

  /** Characters received so far, of any kind. Grows with every part that has content. */
  get received(): number {
    return this.contentSize + this.inputs.streamed + this.inputs.complete;
  }

  /** Characters of the response. */
  private get size(): number {
    return this.contentSize + Math.max(this.inputs.streamed, this.inputs.complete);
  }

  /** Adds the next part of the stream. */
  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        this.addBlock('text', part.id, part.providerMetadata);
        return;
      case 'text-delta':
        this.text.push(this.truncate(part.delta));
        this.addBlock('text', part.id, part.providerMetadata, part.delta);
        return;
      case 'reasoning-start':
      case 'reasoning-end':
        this.addBlock('reasoning', part.id, part.providerMetadata);
        return;
      case 'reasoning-delta':
        this.reasoning.push(this.truncate(part.delta));
        this.addBlock('reasoning', part.id, part.providerMetadata, part.delta);
        return;
      case 'tool-input-start':
        this.inputs.streamed += part.id.length + part.toolName.length;
        return;
      case 'tool-input-delta':
        // Only counted, so that an endless one is cut off: the complete arguments arrive again in the `tool-call`.
        this.inputs.streamed += part.delta.length;
        return;
      case 'tool-call':
        if (part.providerExecuted === true) return;
        this.inputs.complete += part.toolCallId.length + part.toolName.length + part.input.length;
        this.contentSize += this.parts.call(this.calls.length, part.providerMetadata);
        this.calls.push({ id: part.toolCallId, tool: truncateName(part.toolName), input: part.input });
        return;
      case 'error':
        this.error ??= part.error ?? 'an error without a message';
        return;
      case 'finish':
        this.finish = part.finishReason.unified;
        this.rawFinish = part.finishReason.raw;
        this.usage = { ...usageOf(part.usage), ...costOf(part.providerMetadata) };
    }
  }

  /** The content received so far. */
  partial(): PartialReply {
    return { text: this.text.join(''), reasoning: this.reasoning.join(''), usage: this.usage };
  }

  /** Returns the reply. An error part fails it, even if the stream then claims to have stopped normally. */
  end(): AttemptResult {
    // Nothing was received yet, so this is equivalent to a rejected request.
    if (this.size === 0 && isTransient(this.error)) return { kind: 'rejected', error: this.error };
    const failed = (message: string): ModelReply => ({ kind: 'failed', message, ...this.partial() });
    if (this.isNotAModelStream()) return failed(NOT_A_MODEL_STREAM);
    if (this.error !== undefined) return failed(describeInterruption(this.error));
    if (this.finish === undefined) return failed("The model's response ended without a finish reason.");
    if (this.finish === 'error' || this.finish === 'interrupted')
      return failed("The model's response was interrupted.");
    const parts = this.parts.end();
    return defined({
      kind: 'reply',
      calls: this.calls,
      finish: this.finish,
      ...this.partial(),
      parts,
    });
  }

  /** True if nothing was received that a model's stream contains, and the provider's package only reports its end. */
  private isNotAModelStream(): boolean {
    if (this.size > 0 || this.calls.length > 0 || this.rawFinish !== undefined) return false;
    if (this.error !== undefined) return /ended without a finish/.test(messageOf(this.error));
    return this.finish === undefined || this.finish === 'error' || this.finish === 'interrupted';
  }

  /** Truncates a piece of text to the characters that the response has left. */
  private truncate(delta: string): string {
    const room = Math.max(0, this.maxCharacters - this.size);
    if (delta.length <= room) return delta;
    // Do not split a surrogate pair.
    return delta.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  }

  private addBlock(
    type: 'text' | 'reasoning',
    id: string,
    metadata: SharedV4ProviderMetadata | undefined,
    delta = '',
  ): void {
    this.contentSize += delta.length + this.parts.block(type, id, delta, metadata);
  }
}

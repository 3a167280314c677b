import type { LanguageModelV4Message, SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Json, LlmResponse, ResponsePart } from '../../protocol/events.ts';
import { inlineText } from '../../text/inline-text.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** A part of a reply, before its calls have unique ids: `call` is the index among the calls. */
export type ReplyPart =
  | Exclude<ResponsePart, { type: 'call' }>
  | { readonly type: 'call'; readonly call: number; readonly metadata?: NonNullable<ResponsePart['metadata']> };

interface Block {
  readonly type: 'text' | 'reasoning';
  readonly id: string;
  readonly text: string[];
  metadata?: SharedV4ProviderMetadata;
}

interface CallBlock {
  readonly type: 'call';
  readonly call: number;
  metadata?: SharedV4ProviderMetadata;
}

/**
 * Collects the parts of a reply in the order in which they arrive. Metadata that a provider attaches to them (signatures of
 * reasoning, ids of items) must be sent back unchanged, or the provider rejects the next request or repeats its reasoning.
 */
export class ReplyParts {
  private readonly parts: (Block | CallBlock)[] = [];

  /**
   * Adds a piece to a block, which is created if needed. The last metadata wins. Returns the size of the metadata, in
   * characters.
   */
  block(type: Block['type'], id: string, delta: string, metadata: SharedV4ProviderMetadata | undefined): number {
    const last = this.parts.findLast((part) => part.type === type && part.id === id) as Block | undefined;
    // Text can continue after reasoning under the same id. It is then another block, so that the order is preserved.
    const continues = last !== undefined && (delta === '' || this.parts.at(-1) === last);
    const block: Block = continues ? last : { type, id, text: [] };
    if (!continues) this.parts.push(block);
    if (delta !== '') block.text.push(delta);
    return setMetadata(block, metadata);
  }

  /** Adds a call by its index. Returns the size of the metadata, in characters. */
  call(call: number, metadata: SharedV4ProviderMetadata | undefined): number {
    const part: CallBlock = { type: 'call', call };
    this.parts.push(part);
    return setMetadata(part, metadata);
  }

  /** Returns the parts, or undefined if reasoning, text and calls in that order represent the reply completely. */
  end(): readonly ReplyPart[] | undefined {
    if (this.isUsual()) return undefined;
    return this.parts.flatMap((part): ReplyPart[] => {
      if (isEmpty(part)) return [];
      const metadata = part.metadata === undefined ? {} : { metadata: jsonOf(part.metadata) };
      if (part.type === 'call') return [{ type: 'call', call: part.call, ...metadata }];
      return [{ type: part.type, text: part.text.join(''), ...metadata }];
    });
  }

  private isUsual(): boolean {
    let last = 0;
    for (const part of this.parts) {
      if (isEmpty(part)) continue;
      if (part.metadata !== undefined || ORDER[part.type] < last) return false;
      last = ORDER[part.type];
    }
    return true;
  }
}

/** True for a part without content. Hidden reasoning may consist of its signature alone. */
function isEmpty(part: Block | CallBlock): boolean {
  return part.type !== 'call' && part.text.length === 0 && (part.type === 'text' || part.metadata === undefined);
}

const ORDER = { reasoning: 0, text: 1, call: 2 } as const;

function setMetadata(
  part: { metadata?: SharedV4ProviderMetadata },
  metadata: SharedV4ProviderMetadata | undefined,
): number {
  if (metadata === undefined) return 0;
  part.metadata = metadata;
  return JSON.stringify(metadata).length;
}

/** Drops the `undefined` values that providers leave in. */
function jsonOf(metadata: SharedV4ProviderMetadata): { [provider: string]: Json } {
  return JSON.parse(JSON.stringify(metadata)) as { [provider: string]: Json };
}

/** Converts the parts to the form of the journal, which refers to calls by id. */
export function partsWithIds(parts: readonly ReplyPart[], ids: readonly string[]): readonly ResponsePart[] {
  return parts.flatMap((part): ResponsePart[] => {
    if (part.type !== 'call') return [part];
    const { call, ...rest } = part;
    const id = ids[call];
    return id === undefined ? [] : [{ ...rest, id }];
  });
}

/**
 * Converts a response to the form in which it is sent back to the provider. All its calls are included, whatever `content`
 * in the journal lists: providers reject results without their call.
 */
export function assistantParts(event: LlmResponse): AssistantPart[] {
  const calls = new Map(event.toolCalls.map((call) => [call.id, call]));
  const callPart = (id: string, options: Options): AssistantPart[] => {
    const call = calls.get(id);
    calls.delete(id);
    if (call === undefined) return [];
    // Arguments that are a string were not valid JSON. If they were sent back, providers would encode them a second time.
    const input = isObject(call.args) ? call.args : {};
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.tool, input, ...options }];
  };
  const ordered: readonly ResponsePart[] = Array.isArray(event.content) ? event.content : inUsualOrder(event);
  const parts = ordered.flatMap((part): AssistantPart[] => {
    if (!isObject(part)) return [];
    const { type } = part as { readonly type?: unknown };
    if (part.type === 'call') return callPart(part.id, optionsOf(part.metadata));
    if ((type !== 'text' && type !== 'reasoning') || typeof part.text !== 'string') return [];
    return [{ type, text: part.text, ...optionsOf(part.metadata) }];
  });
  return [...parts, ...[...calls.keys()].flatMap((id) => callPart(id, {}))];
}

function inUsualOrder(event: LlmResponse): readonly ResponsePart[] {
  const reasoning = inlineText(event.reasoning ?? '');
  const text = inlineText(event.text);
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ];
}

type Options = { providerOptions?: SharedV4ProviderOptions };

function optionsOf(metadata: unknown): Options {
  if (!isObject(metadata) || !Object.values(metadata).every(isObject)) return {};
  return { providerOptions: metadata as SharedV4ProviderOptions };
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

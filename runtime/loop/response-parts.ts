import type { LanguageModelV4Message, SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Json, LlmResponse, ResponsePart } from '../protocol/events.ts';
import { wholeText } from '../protocol/whole.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** A part of an answer, before its calls have ids of their own: `call` is the place among the calls. */
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
 * Gathers an answer part by part, in the order in which they came. What a provider says beside them (signatures of
 * reasoning, ids of items) must go back to it unchanged, or it refuses the next request or thinks anew.
 */
export class ReplyParts {
  private readonly parts: (Block | CallBlock)[] = [];

  /** A piece of a block; it opens the block, too. The last metadata counts. Answers the size of what is kept beside text. */
  block(type: Block['type'], id: string, delta: string, metadata: SharedV4ProviderMetadata | undefined): number {
    const last = this.parts.findLast((part) => part.type === type && part.id === id) as Block | undefined;
    // A text can go on after reasoning under the same id: it is another block then, in its own place.
    const goesOn = last !== undefined && (delta === '' || this.parts.at(-1) === last);
    const block: Block = goesOn ? last : { type, id, text: [] };
    if (!goesOn) this.parts.push(block);
    if (delta !== '') block.text.push(delta);
    return keep(block, metadata);
  }

  call(call: number, metadata: SharedV4ProviderMetadata | undefined): number {
    const part: CallBlock = { type: 'call', call };
    this.parts.push(part);
    return keep(part, metadata);
  }

  /** The parts, or undefined where reasoning, text and calls tell it all. */
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

/** Reasoning that is not shown has its signature alone; an empty text has nothing. No empty piece is ever kept. */
function isEmpty(part: Block | CallBlock): boolean {
  return part.type !== 'call' && part.text.length === 0 && (part.type === 'text' || part.metadata === undefined);
}

const ORDER = { reasoning: 0, text: 1, call: 2 } as const;

function keep(part: { metadata?: SharedV4ProviderMetadata }, metadata: SharedV4ProviderMetadata | undefined): number {
  if (metadata === undefined) return 0;
  part.metadata = metadata;
  return JSON.stringify(metadata).length;
}

/** Without the `undefined`s that providers leave in. */
function jsonOf(metadata: SharedV4ProviderMetadata): { [provider: string]: Json } {
  return JSON.parse(JSON.stringify(metadata)) as { [provider: string]: Json };
}

/** The parts as the journal has them: calls by their ids. */
export function partsWithIds(parts: readonly ReplyPart[], ids: readonly string[]): readonly ResponsePart[] {
  return parts.flatMap((part): ResponsePart[] => {
    if (part.type !== 'call') return [part];
    const { call, ...rest } = part;
    const id = ids[call];
    return id === undefined ? [] : [{ ...rest, id }];
  });
}

/**
 * An answer as it is sent back. Every call of it is there, whatever a journal's `content` says: providers refuse results
 * without their call.
 */
export function assistantParts(event: LlmResponse): AssistantPart[] {
  const calls = new Map(event.toolCalls.map((call) => [call.id, call]));
  const callPart = (id: string, options: Options): AssistantPart[] => {
    const call = calls.get(id);
    calls.delete(id);
    if (call === undefined) return [];
    // A string is what was not JSON: sent back as it was, providers would encode it a second time.
    const input = isObject(call.args) ? call.args : {};
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.tool, input, ...options }];
  };
  const told: readonly ResponsePart[] = Array.isArray(event.content) ? event.content : inUsualOrder(event);
  const parts = told.flatMap((part): AssistantPart[] => {
    if (!isObject(part)) return [];
    const { type } = part as { readonly type?: unknown };
    if (part.type === 'call') return callPart(part.id, optionsOf(part.metadata));
    if ((type !== 'text' && type !== 'reasoning') || typeof part.text !== 'string') return [];
    return [{ type, text: part.text, ...optionsOf(part.metadata) }];
  });
  return [...parts, ...[...calls.keys()].flatMap((id) => callPart(id, {}))];
}

function inUsualOrder(event: LlmResponse): readonly ResponsePart[] {
  const reasoning = wholeText(event.reasoning ?? '');
  const text = wholeText(event.text);
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

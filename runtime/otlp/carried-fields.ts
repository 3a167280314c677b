/**
 * Fields of events that attributes of the conventions contain: prompts, replies, arguments, results and tokens. The
 * attributes are written and read here, so that no content is exported twice.
 */

import { isDeepStrictEqual } from 'node:util';
import { own, setOwn } from '../../skill/index.ts';
import { jsonText } from '../journal/json-line.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { type Attribute, attribute } from './attributes.ts';
import { finishReason, GEN_AI } from './conventions.ts';
import { type AnyEvent, type EventFields, parseText } from './event-fields.ts';
import { type Message, type MessagePart, userMessage } from './messages.ts';

/** Attributes that contain fields of an event, and the names of these fields. */
export interface CarriedFields {
  readonly attributes: readonly Attribute[];
  readonly fields: ReadonlySet<string>;
}

const TOKENS = {
  inputTokens: GEN_AI.inputTokens,
  outputTokens: GEN_AI.outputTokens,
  cacheReadTokens: GEN_AI.cacheReadTokens,
  cacheWriteTokens: GEN_AI.cacheWriteTokens,
  reasoningTokens: GEN_AI.reasoningTokens,
} as const;

/** Returns the figures of an event's usage that attributes contain: of an agent only the totals. */
function tokensOf(type: string): readonly (readonly [string, string])[] {
  if (type === 'llm_response') return Object.entries(TOKENS);
  if (type !== 'run_finished') return [];
  return [
    ['inputTokens', TOKENS.inputTokens],
    ['outputTokens', TOKENS.outputTokens],
  ];
}

/** Returns the attributes of the conventions for an event's content. A field of an unexpected form is not carried. */
export function carriedFields(event: AnyEvent): CarriedFields {
  const written = writeContent(event);
  const read: EventFields = {};
  readContent(event.type, attributeMap(written), read);
  const fields = new Set(Object.keys(read).filter((field) => isDeepStrictEqual(own(read, field), own(event, field))));
  const usage = isObject(event.usage) ? event.usage : {};
  const counts = tokensOf(event.type).filter(([field]) => Number.isSafeInteger(own(usage, field)));
  for (const [field] of counts) fields.add(`usage.${field}`);
  const attributes = counts.flatMap(([field, key]) => attribute(key, Number(own(usage, field))));
  return { attributes: [...written, ...attributes], fields };
}

/** Restores the carried fields of an event of this type. */
export function restoreCarried(type: string, attributes: ReadonlyMap<string, Json>, fields: EventFields): void {
  const found: EventFields = {};
  readContent(type, attributes, found);
  for (const [field, value] of Object.entries(found)) setOwn(fields, field, own(fields, field) ?? value);
  const usage: Record<string, Json> = {};
  for (const [field, key] of tokensOf(type)) {
    const count = attributes.get(key);
    if (count !== undefined) setOwn(usage, field, count);
  }
  if (Object.keys(usage).length > 0)
    fields.usage = { ...usage, ...(isObject(fields.usage) ? fields.usage : undefined) };
}

function writeContent(event: AnyEvent): Attribute[] {
  switch (event.type) {
    case 'run_started':
      return typeof event.prompt === 'string'
        ? attribute(GEN_AI.inputMessages, jsonText([userMessage(event.prompt)]))
        : [];
    case 'run_finished':
      return typeof event.text === 'string'
        ? attribute(GEN_AI.outputMessages, jsonText([assistantMessage(event)]))
        : [];
    case 'llm_response':
      return typeof event.text === 'string' && Array.isArray(event.toolCalls)
        ? attribute(GEN_AI.outputMessages, jsonText([assistantMessage(event)]))
        : [];
    case 'tool_call':
      return event.args === undefined ? [] : attribute(GEN_AI.toolArguments, jsonText(event.args));
    case 'tool_result':
      return event.result === undefined ? [] : attribute(GEN_AI.toolResult, jsonText(event.result));
    default:
      return [];
  }
}

/** Returns the message of a reply, which also becomes a part of later requests. */
export function assistantMessage({ text, reasoning, toolCalls, finish }: AnyEvent): Message {
  const parts: MessagePart[] = [];
  if (typeof reasoning === 'string') parts.push({ type: 'reasoning', content: reasoning });
  if (typeof text === 'string' && text !== '') parts.push({ type: 'text', content: text });
  for (const call of Array.isArray(toolCalls) ? toolCalls : []) {
    if (!isObject(call) || typeof call.id !== 'string' || typeof call.tool !== 'string') continue;
    parts.push({ type: 'tool_call', id: call.id, name: call.tool, arguments: call.args ?? null });
  }
  return { role: 'assistant', parts, finish_reason: finishReason(typeof finish === 'string' ? finish : 'stop') };
}

function readContent(type: string, attributes: ReadonlyMap<string, Json>, fields: EventFields): void {
  const json = (key: string): Json | undefined => parseText(attributes.get(key));
  if (type === 'run_started') {
    const text = partsOf(json(GEN_AI.inputMessages)).find((part) => part.type === 'text')?.content;
    if (text !== undefined) fields.prompt = text;
  } else if (type === 'run_finished' || type === 'llm_response') {
    const messages = json(GEN_AI.outputMessages);
    if (messages === undefined) return;
    const parts = partsOf(messages);
    fields.text = parts.find((part) => part.type === 'text')?.content ?? '';
    if (type === 'run_finished') return;
    const reasoning = parts.find((part) => part.type === 'reasoning')?.content;
    if (reasoning !== undefined) fields.reasoning = reasoning;
    fields.toolCalls = parts
      .filter((part) => part.type === 'tool_call')
      .map((part) => ({ id: part.id ?? '', tool: part.name ?? '', args: part.arguments ?? null }));
  } else if (type === 'tool_call') {
    const args = json(GEN_AI.toolArguments);
    if (args !== undefined) fields.args = args;
  } else if (type === 'tool_result') {
    const result = json(GEN_AI.toolResult);
    if (result !== undefined) fields.result = result;
  }
}

/** Returns the parts of the first message. */
function partsOf(messages: Json | undefined): readonly JsonObject[] {
  const first: Json | undefined = Array.isArray(messages) ? (messages[0] as Json | undefined) : undefined;
  if (!isObject(first) || !Array.isArray(first.parts)) return [];
  return (first.parts as readonly Json[]).filter(isObject);
}

function attributeMap(attributes: readonly Attribute[]): ReadonlyMap<string, Json> {
  return new Map(
    attributes.flatMap(({ key, value }) => ('stringValue' in value ? [[key, value.stringValue] as const] : [])),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

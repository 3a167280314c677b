/** Reads the attributes of spans by their current and older names. */
import { defined, own, setOwn } from '../../../skill/index.ts';
import type { Usage } from '../../protocol/events.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  jsonOf,
  listOf,
  parseJsonOrText,
  textOf,
} from '../../text/values.ts';
import { type Message, messageOf, messagesOf } from '../messages/message.ts';
import { instructionsText } from '../messages/tools.ts';
import { inOrder, openInferenceMessages } from './openinference.ts';
import type { RecordedSpan, SpanEvent } from './span.ts';

/** Returns the first attribute that is a non-empty string. */
export function textAt(attributes: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(own(attributes, name));
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

/** Returns the first attribute that is present and not empty; JSON text is parsed. */
export function jsonAt(attributes: Fields, ...names: readonly string[]) {
  const name = names.find((one) => own(attributes, one) !== undefined && own(attributes, one) !== '');
  if (name === undefined) return undefined;
  const value = own(attributes, name);
  return typeof value === 'string' ? parseJsonOrText(value) : jsonOf(value);
}

function countAt(attributes: Fields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = own(attributes, name);
    const count = countOf(typeof value === 'string' && value !== '' ? Number(value) : value);
    if (count !== undefined) return count;
  }
  return undefined;
}

/** Returns the usage of a model call; undefined if the span has none. Its input tokens include those of the cache. */
export function spanUsage(attributes: Fields): Usage | undefined {
  const usage = 'gen_ai.usage.';
  const input = countAt(
    attributes,
    `${usage}input_tokens`,
    `${usage}prompt_tokens`,
    'ai.usage.promptTokens',
    'ai.usage.inputTokens',
    'llm.token_count.prompt',
  );
  const output = countAt(
    attributes,
    ...[`${usage}output_tokens`, `${usage}completion_tokens`, 'ai.usage.completionTokens', 'ai.usage.outputTokens'],
    'llm.token_count.completion',
  );
  if (input === undefined && output === undefined) return undefined;
  const details = 'llm.token_count.prompt_details.';
  const read = countAt(
    attributes,
    ...[`${usage}cache_read.input_tokens`, `${usage}cache_read_input_tokens`, 'ai.usage.cachedInputTokens'],
    `${details}cache_read`,
  );
  const written = countAt(
    attributes,
    ...['cache_write.input_tokens', 'cache_creation.input_tokens', 'cache_creation_input_tokens'].map(
      (name) => usage + name,
    ),
    `${details}cache_write`,
  );
  const reasoning = countAt(
    attributes,
    ...[`${usage}reasoning.output_tokens`, `${usage}reasoning_tokens`, 'ai.usage.reasoningTokens'],
    'llm.token_count.completion_details.reasoning',
  );
  const cached = (read ?? 0) + (written ?? 0);
  return defined({
    // Some instrumentations report the input tokens of an API that excludes cached ones.
    inputTokens: input === undefined ? undefined : cached > input ? input + cached : input,
    outputTokens: output,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: reasoning,
  });
}

/** Returns the tool declarations of a model call as JSON text; undefined if the span has none. */
export function toolsAttribute({ attributes }: RecordedSpan): string | undefined {
  const config = fieldsOf(fieldsOf(jsonAt(attributes, 'gcp.vertex.agent.llm_request')).config);
  const value = attributes['gen_ai.tool.definitions'] ?? attributes['ai.prompt.tools'] ?? config.tools;
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the instructions of a model call apart from its messages; '' if the span has none. */
export function systemInstructions({ attributes }: RecordedSpan): string {
  const config = fieldsOf(fieldsOf(jsonAt(attributes, 'gcp.vertex.agent.llm_request')).config);
  return instructionsText(
    attributes['gen_ai.system_instructions'] ?? config.system_instruction ?? config.systemInstruction,
  );
}

/** Returns the events of a span: its own, and those that Logfire has in an attribute. */
function eventsOf({ attributes, events }: RecordedSpan): readonly SpanEvent[] {
  const listed = listOf(attributes.events === undefined ? undefined : jsonAt(attributes, 'events')).filter(isFields);
  return [...events, ...listed.map((one) => ({ name: textOf(one['event.name']) ?? '', attributes: one }))];
}

/** Returns the messages sent in a model call, as far as the span contains them. */
export function inputMessages(span: RecordedSpan): readonly Message[] {
  const { attributes } = span;
  const own = jsonAt(attributes, 'gen_ai.input.messages', 'gen_ai.prompt', 'ai.prompt.messages', 'ai.prompt');
  if (own !== undefined) return messagesOf(own);
  const contents = fieldsOf(jsonAt(attributes, 'gcp.vertex.agent.llm_request')).contents;
  if (contents !== undefined) return messagesOf(contents);
  const indexed = indexedMessages(attributes, 'gen_ai.prompt.');
  if (indexed.length > 0) return indexed;
  const listed = openInferenceMessages(attributes, 'llm.input_messages.');
  if (listed.length > 0) return listed;
  return eventsOf(span).flatMap(({ name, attributes: inner }) => {
    const details = jsonAt(inner, 'gen_ai.input.messages', 'gen_ai.prompt');
    if (details !== undefined) return messagesOf(details);
    const [, role] = /^gen_ai\.(user|assistant|system|tool)\.message$/.exec(name) ?? [];
    return role === undefined ? [] : [messageOf({ ...inner, role, tool_calls: parseIfText(inner.tool_calls) })];
  });
}

/** Returns the messages of a whole run in the span of an agent of Pydantic AI. */
export function allMessages({ attributes }: RecordedSpan): readonly Message[] {
  return messagesOf(jsonAt(attributes, 'pydantic_ai.all_messages', 'all_messages_events') ?? []);
}

/** Returns the model's messages in a span. */
export function outputMessages(span: RecordedSpan): readonly Message[] {
  const { attributes } = span;
  const own = jsonAt(attributes, 'gen_ai.output.messages', 'gen_ai.completion');
  if (own !== undefined) return typeof own === 'string' ? [messageOf({ content: own })] : messagesOf(own);
  const response = fieldsOf(jsonAt(attributes, 'gcp.vertex.agent.llm_response')).content;
  if (response !== undefined) return messagesOf([response]);
  const indexed = indexedMessages(attributes, 'gen_ai.completion.');
  if (indexed.length > 0) return indexed;
  const listed = openInferenceMessages(attributes, 'llm.output_messages.');
  if (listed.length > 0) return listed;
  const text = textAt(attributes, 'ai.response.text', 'ai.response.object');
  const calls = listOf(jsonAt(attributes, 'ai.response.toolCalls'));
  if (text !== undefined || calls.length > 0) return [messageOf({ content: text ?? '', tool_calls: calls })];
  return eventsOf(span).flatMap(({ name, attributes: inner }) => {
    const details = jsonAt(inner, 'gen_ai.output.messages', 'gen_ai.completion');
    if (details !== undefined) return messagesOf(details);
    if (name !== 'gen_ai.choice') return [];
    const message = jsonAt(inner, 'message', 'gen_ai.event.content') ?? inner;
    return messagesOf([fieldsOf(message).message ?? message]);
  });
}

interface IndexedMessage {
  readonly fields: Record<string, unknown>;
  readonly calls: Map<number, Fields>;
}

/** Reads messages in attributes such as `gen_ai.prompt.0.content` and `gen_ai.prompt.0.tool_calls.0.name`. */
function indexedMessages(attributes: Fields, prefix: string): readonly Message[] {
  const messages = new Map<number, IndexedMessage>();
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(prefix)) continue;
    const [, index, field, call, inner] = INDEXED.exec(name.slice(prefix.length)) ?? [];
    if (index === undefined) continue;
    const message: IndexedMessage = messages.get(Number(index)) ?? { fields: {}, calls: new Map() };
    messages.set(Number(index), message);
    if (field !== undefined) setOwn(message.fields, field, value);
    else if (inner !== undefined)
      message.calls.set(Number(call), { ...message.calls.get(Number(call)), [inner]: value });
  }
  return inOrder(messages).map(({ fields, calls }) =>
    messageOf({ ...fields, content: partsIfJson(fields.content), tool_calls: inOrder(calls) }),
  );
}

/** Parses content that is a list of parts as JSON text. */
function partsIfJson(content: unknown): unknown {
  const parts = typeof content === 'string' && content.startsWith('[{') ? parseJsonOrText(content) : undefined;
  return listOf(parts).length > 0 && listOf(parts).every((part) => 'type' in fieldsOf(part)) ? parts : content;
}

const INDEXED = /^(\d{1,6})\.(?:(role|content|tool_call_id|reasoning)|tool_calls\.(\d{1,6})\.(id|name|arguments))$/;

function parseIfText(value: unknown): unknown {
  return typeof value === 'string' ? parseJsonOrText(value) : value;
}

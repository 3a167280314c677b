/** Messages of a conversation in the forms that model APIs and traces use. */
import type { Json, ToolCallRequest } from '../../protocol/events.ts';
import { type Fields, fieldsOf, isFields, jsonOf, listOf, parseJsonOrText, textOf } from '../../text/values.ts';

/** The result of a call in a message. */
export interface MessageResult {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly value: Json;
}

/** A message in a common form. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly text: string;
  readonly reasoning: string;
  /** Calls of the model. An id is missing if the source has none. */
  readonly calls: readonly (Omit<ToolCallRequest, 'id'> & { readonly id: string | undefined })[];
  readonly results: readonly MessageResult[];
}

interface Draft {
  readonly texts: string[];
  readonly reasoning: string[];
  readonly calls: Message['calls'][number][];
  readonly results: MessageResult[];
}

/**
 * Reads a list of messages: as JSON text, as a list of JSON texts, or as objects. Understands the parts of OpenTelemetry's
 * conventions, and the messages of the APIs of OpenAI, Anthropic and Google and of the AI SDK. Everything else is skipped.
 */
export function messagesOf(value: unknown): readonly Message[] {
  const parsed = typeof value === 'string' ? parseJsonOrText(value) : value;
  const list = Array.isArray(parsed) ? parsed : (isFields(parsed) && parsed.messages) || [parsed];
  return listOf(list).flatMap((entry: unknown) => {
    const message: unknown = typeof entry === 'string' ? parseJsonOrText(entry) : entry;
    return isFields(message) ? [messageOf(message)] : [];
  });
}

/** Reads one message. A message without a role is the model's. */
export function messageOf(message: Fields): Message {
  const draft: Draft = { texts: [], reasoning: [], calls: [], results: [] };
  const content = message.parts ?? message.content;
  const callId = textOf(message.tool_call_id) ?? textOf(message.toolCallId);
  if (message.role === 'tool' && typeof content === 'string')
    draft.results.push({ id: callId ?? textOf(message.id), tool: textOf(message.name), value: content });
  else if (typeof content === 'string') draft.texts.push(content);
  else for (const part of Array.isArray(content) ? content : [content]) addPart(part, draft);
  for (const call of listOf(message.tool_calls ?? message.toolCalls))
    addPart({ type: 'tool_call', ...fieldsOf(call) }, draft);
  const reasoning = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  if (reasoning !== undefined) draft.reasoning.push(reasoning);
  return {
    role: roleOf(message.role),
    text: joinTexts(draft.texts),
    reasoning: joinTexts(draft.reasoning),
    calls: draft.calls,
    results: draft.results,
  };
}

function addPart(value: unknown, draft: Draft): void {
  if (typeof value === 'string') {
    draft.texts.push(value);
    return;
  }
  const part = fieldsOf(value);
  const call = part.function_call ?? part.functionCall;
  const response = part.function_response ?? part.functionResponse;
  if (isFields(call)) draft.calls.push(callOf(call));
  else if (isFields(response)) draft.results.push(resultOf(response, response.response));
  else
    switch (textOf(part.type)) {
      case 'tool_call':
      case 'tool_use':
      case 'tool-call':
      case 'function':
        draft.calls.push(callOf({ ...part, ...fieldsOf(part.function) }));
        return;
      case 'tool_call_response':
      case 'tool_result':
      case 'tool-result':
        draft.results.push(resultOf(part, part.response ?? part.result ?? part.output ?? part.content));
        return;
      case 'reasoning':
      case 'thinking':
        draft.reasoning.push(partText(part));
        return;
      case 'image':
      case 'blob':
      case 'file':
      case 'uri':
      case 'image_url':
        draft.texts.push(`[${textOf(part.modality) ?? 'file'}]`);
        return;
      default:
        (part.thought === true ? draft.reasoning : draft.texts).push(partText(part));
    }
}

function callOf(call: Fields): Message['calls'][number] {
  const args = call.arguments ?? call.args ?? call.input ?? {};
  return {
    id: textOf(call.id) ?? textOf(call.toolCallId),
    tool: textOf(call.name) ?? textOf(call.toolName) ?? 'unknown',
    args: typeof args === 'string' ? parseJsonOrText(args) : jsonOf(args),
  };
}

function resultOf(result: Fields, value: unknown): MessageResult {
  return {
    id: textOf(result.id) ?? textOf(result.tool_use_id) ?? textOf(result.toolCallId) ?? textOf(result.tool_call_id),
    tool: textOf(result.name) ?? textOf(result.toolName),
    value: resultValue(value),
  };
}

/** Returns the value of a result without a wrapper that states its type; text parts are joined. */
export function resultValue(value: unknown): Json {
  const fields = fieldsOf(value);
  const keys = Object.keys(fields);
  if (keys.length === 1 && typeof (fields.result ?? fields.output) === 'string')
    return jsonOf(fields.result ?? fields.output);
  if (/^(?:text|json|error-text|error-json)$/.test(textOf(fields.type) ?? '') && 'value' in fields)
    return jsonOf(fields.value);
  const texts = listOf(value).map((part) => textOf(fieldsOf(part).text));
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n') : jsonOf(value ?? '');
}

function partText(part: Fields): string {
  return textOf(part.content) ?? textOf(part.text) ?? textOf(part.thinking) ?? textOf(part.reasoning) ?? '';
}

function roleOf(role: unknown): Message['role'] {
  switch (role) {
    case 'user':
    case 'human':
      return 'user';
    case 'system':
    case 'developer':
      return 'system';
    case 'tool':
    case 'function':
      return 'tool';
    default:
      return 'assistant';
  }
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

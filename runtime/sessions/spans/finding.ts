import type { Json, Usage } from '../../protocol/events.ts';
import { type Fields, fieldsOf, isFields, jsonOf, listOf, textOf } from '../../text/values.ts';
import { type Message, type MessageResult, resultValue } from '../messages/message.ts';
import {
  allMessages,
  inputMessages,
  jsonAt,
  outputMessages,
  spanUsage,
  systemInstructions,
  textAt,
  toolsAttribute,
} from './attributes.ts';
import type { RecordedSpan } from './span.ts';

/** A model call. */
export interface ModelCall {
  readonly kind: 'model';
  /** `PROVIDER/ID` */
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
  /** Texts of the user since the model's last message. */
  readonly prompts: readonly string[];
  /** Results of calls since the model's last message. */
  readonly results: readonly MessageResult[];
  /** The instructions; '' if the span has none. */
  readonly system: string;
  /** The declarations of the tools as JSON text; undefined if the span has none. */
  readonly tools: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: Message['calls'];
  readonly finish: string | undefined;
  readonly error: string | undefined;
  /** True if a span inside it may describe the same call. */
  readonly isOuter: boolean;
  /** True if the span says that it is a model call; otherwise it only has the usage of one, or of several. */
  readonly isCall: boolean;
}

/** A tool call. */
export interface ToolSpan {
  readonly kind: 'tool';
  readonly tool: string;
  readonly callId: string | undefined;
  readonly args: Json;
  readonly result: Json;
  /** False if the span does not say what the tool returned. */
  readonly hasResult: boolean;
  readonly isError: boolean;
}

/** A run of an agent, with the model calls inside it. */
export interface AgentSpan {
  readonly kind: 'agent';
  readonly name: string;
  readonly prompt: string | undefined;
  /** Its answer and all of its tokens, for traces without spans of model calls. */
  readonly text: string;
  readonly usage: Usage | undefined;
  /** `PROVIDER/ID` */
  readonly model: string | undefined;
}

/** The content of a span that is relevant to a session. */
export type Finding = ModelCall | ToolSpan | AgentSpan | { readonly kind: 'other' };

/** The provider in the name of a model if the span does not say it. */
export const UNKNOWN_PROVIDER = 'unknown';

const MODEL = /^(?:chat|text_completion|generate_content|message|completion)$/;
const TOOL = /^(?:execute_tool|tool_call|tool)$/;
const AGENT = /^(?:invoke_agent|agent|invoke_workflow|create_agent)$/;

/**
 * Returns the content of a span, according to OpenTelemetry's conventions for generative AI, and to those of OpenInference,
 * OpenLLMetry, ADK, VS Code and the AI SDK.
 */
export function findingOf(span: RecordedSpan): Finding {
  const { attributes, name } = span;
  const operation = textAt(attributes, 'gen_ai.operation.name', 'ai.operationId') ?? libraryOperation(attributes);
  const tool = textAt(attributes, 'gen_ai.tool.name', 'ai.toolCall.name', 'tool.name');
  if (TOOL.test(operation) || (tool !== undefined && !MODEL.test(operation) && !AGENT.test(operation)))
    return tool === '(merged tools)'
      ? { kind: 'other' }
      : toolSpan(span, tool ?? textAt(attributes, 'traceloop.entity.name') ?? name.replace(/^\S+ /, ''));
  if (AGENT.test(operation)) return agentSpan(span);
  const usage = spanUsage(attributes);
  const isModel = MODEL.test(operation) || /\.do(?:Generate|Stream)$/.test(operation);
  // The AI SDK repeats the usage in the span around the one of the model call.
  const isUnnamed = operation === '' && (usage !== undefined || attributes['gen_ai.request.model'] !== undefined);
  return isModel || isUnnamed ? modelCall(span, usage, isModel) : { kind: 'other' };
}

/**
 * Returns the operation of a span of OpenInference or OpenLLMetry, by its kind. Spans of other kinds repeat the content and the
 * usage of those inside them.
 */
function libraryOperation(attributes: Fields): string {
  const kind = textAt(attributes, 'openinference.span.kind', 'traceloop.span.kind')?.toLowerCase();
  switch (kind) {
    case undefined:
      return isPydanticAgent(attributes) ? 'agent' : '';
    case 'llm':
      return 'chat';
    case 'tool':
    case 'agent':
      return kind;
    default:
      return 'other';
  }
}

/** True for the span of an agent of Pydantic AI, which has no operation. */
function isPydanticAgent(attributes: Fields): boolean {
  const hasMessages = ['all_messages_events', 'pydantic_ai.all_messages', 'final_result'].some((name) =>
    Object.hasOwn(attributes, name),
  );
  return hasMessages && textAt(attributes, 'agent_name', 'gen_ai.agent.name') !== undefined;
}

/** True for a model call with messages in both directions. */
export function hasMessages({ prompts, results, text, calls }: ModelCall): boolean {
  return prompts.length + results.length > 0 && (text !== '' || calls.length > 0);
}

/** True for an agent whose span has what its model calls said or used. */
export function hasAnswer(finding: Finding): boolean {
  return finding.kind === 'agent' && (finding.text !== '' || finding.usage !== undefined);
}

/** Returns the number of characters of the texts of a span that can be long. */
export function sizeOf(finding: Finding): number {
  switch (finding.kind) {
    case 'model': {
      const { text, reasoning, prompts, results, calls } = finding;
      return [text, reasoning, ...prompts].reduce((sum, one) => sum + one.length, textSize([results, calls]));
    }
    case 'tool':
      return textSize([finding.args, finding.result]);
    case 'agent':
      return (finding.prompt?.length ?? 0) + finding.text.length;
    case 'other':
      return 0;
  }
}

/** Returns the number of characters of the texts in a value, roughly. */
export function textSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, inner) => sum + textSize(inner), 16);
}

function modelCall(span: RecordedSpan, usage: Usage | undefined, isCall: boolean): ModelCall {
  const { attributes, failure } = span;
  const input = inputMessages(span);
  const last = input.findLastIndex(
    ({ role, calls, text }) => role === 'assistant' && (text !== '' || calls.length > 0),
  );
  const recent = input.slice(last + 1);
  const output = outputMessages(span);
  const reasoning = [
    ...output.map((message) => message.reasoning),
    textAt(attributes, 'copilot_chat.reasoning_content', 'ai.response.reasoning'),
  ];
  const finish = textOf(listOf(attributes['gen_ai.response.finish_reasons'])[0]);
  return {
    kind: 'model',
    model: modelName(attributes),
    usage,
    prompts: recent.filter(({ role, text }) => role === 'user' && text !== '').map(({ text }) => text),
    results: recent.flatMap(({ results }) => results),
    system: systemInstructions(span) || joinTexts(input.map(({ role, text }) => (role === 'system' ? text : ''))),
    tools: toolsAttribute(span),
    text: joinTexts(output.map(({ text }) => text)),
    reasoning: joinTexts(reasoning),
    calls: output.flatMap(({ calls }) => calls),
    finish: finish === 'length' || finish === 'max_tokens' ? 'length' : undefined,
    error: failure === undefined ? undefined : failure || textAt(attributes, 'error.type') || 'The model call failed.',
    isOuter: span.name === 'call_llm',
    isCall: isCall || span.name === 'call_llm',
  };
}

function toolSpan({ attributes, events, failure }: RecordedSpan, tool: string): ToolSpan {
  const stated = jsonAt(
    attributes,
    ...['gen_ai.tool.call.result', 'gcp.vertex.agent.tool_response', 'ai.toolCall.result', 'tool_response'],
    ...['output.value', 'traceloop.entity.output'],
  );
  const args = jsonAt(
    attributes,
    ...['gen_ai.tool.call.arguments', 'gcp.vertex.agent.tool_call_args', 'ai.toolCall.args', 'tool_arguments'],
    ...['input.value', 'traceloop.entity.input'],
  );
  const [choice] = events.filter(({ name }) => name === 'gen_ai.choice');
  const result = stated ?? (choice === undefined ? undefined : jsonAt(choice.attributes, 'message'));
  const id = textAt(attributes, 'gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id');
  return {
    kind: 'tool',
    tool,
    callId: id === '<not specified>' ? undefined : id,
    args: args === undefined ? {} : withoutWrapper(args),
    result: result === undefined ? (failure ?? '') : resultValue(result),
    hasResult: result !== undefined || failure !== undefined,
    // ADK's tools return their errors.
    isError:
      failure !== undefined ||
      textAt(attributes, 'error.type') !== undefined ||
      typeof fieldsOf(result).error === 'string',
  };
}

/** Returns the named arguments of a function, if it has no others. */
function withoutWrapper(args: Json): Json {
  const { args: positional, kwargs } = fieldsOf(args);
  return isFields(kwargs) && listOf(positional).length === 0 ? jsonOf(kwargs) : args;
}

function modelName(attributes: Fields): string | undefined {
  const names = ['gen_ai.response.model', 'gen_ai.request.model', 'ai.model.id', 'llm.model_name', 'model_name'];
  const id = textAt(attributes, ...names);
  const providers = ['gen_ai.provider.name', 'gen_ai.system', 'ai.model.provider', 'llm.provider', 'llm.system'];
  return id === undefined ? undefined : `${textAt(attributes, ...providers) ?? UNKNOWN_PROVIDER}/${id}`;
}

function agentSpan(span: RecordedSpan): AgentSpan {
  const { attributes, name } = span;
  const typed = textAt(attributes, 'copilot_chat.user_request');
  const sent =
    typed ??
    span.events
      .map((event) => (event.name === 'user_message' ? textAt(event.attributes, 'content') : undefined))
      .find(Boolean);
  const messages =
    sent === undefined
      ? [...allMessages(span), ...inputMessages(span)].filter(({ role, text }) => role === 'user' && text !== '')
      : [];
  const prompt = sent ?? messages.at(-1)?.text ?? inputText(attributes);
  return {
    kind: 'agent',
    name: textAt(attributes, 'gen_ai.agent.name', 'agent.name', 'agent_name', 'traceloop.entity.name') ?? name,
    prompt: prompt === '' ? undefined : prompt,
    text: joinTexts(outputMessages(span).map((message) => message.text)) || (textAt(attributes, 'final_result') ?? ''),
    usage: spanUsage(attributes),
    model: modelName(attributes),
  };
}

/** Returns the input of a span of OpenInference, if it is a plain text. */
function inputText(attributes: Fields): string | undefined {
  const text = textAt(attributes, 'input.value');
  const type = textAt(attributes, 'input.mime_type');
  return type === 'text/plain' || (type === undefined && !/^\s*[[{]/.test(text ?? '')) ? text : undefined;
}

function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n\n');
}

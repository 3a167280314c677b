import type { JSONValue, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Json, LlmResponse, MessageEdited, RunEvent, ToolResult } from '../../protocol/events.ts';
import { inlineText } from '../../text/inline-text.ts';
import { mcpOutput } from './mcp-content.ts';
import { assistantParts } from './response-parts.ts';

/** A list of messages, in memory or in a file. */
export interface MessageStore<Store> {
  readonly length: number;
  at(index: number): LanguageModelV4Message | undefined;
  push(message: LanguageModelV4Message): unknown;
  /** Returns a list with another message at a position. */
  with(index: number, message: LanguageModelV4Message): Store;
}

/**
 * The messages of a session, built from its events alone, so that a run that is resumed from its journal continues with
 * exactly the same conversation. The results of one step are merged into one message in the order of the calls, whatever
 * order they arrived in. Events must hold their payloads: blobs must be resolved first.
 */
export class Conversation<Store extends MessageStore<Store> = LanguageModelV4Message[]> {
  private stored: Store;
  private openStep: { readonly response: LlmResponse; readonly results: Map<string, ToolResult> } | undefined;

  /** @param store an empty list; by default an array */
  constructor(store: Store = [] as LanguageModelV4Message[] as unknown as Store) {
    this.stored = store;
  }

  /** A list that only ever grows. If the user edits a message, a new list takes its place. */
  get messages(): Store {
    return this.stored;
  }

  /** Ids of the calls of the last step that have no result yet. */
  get unanswered(): readonly string[] {
    if (this.openStep === undefined) return [];
    const { response, results } = this.openStep;
    return response.toolCalls.filter((call) => !results.has(call.id)).map((call) => call.id);
  }

  /** Adds the message that an event stands for, if any. */
  apply(event: RunEvent): void {
    if (event.type === 'run_started') this.addUserMessage(inlineText(event.prompt));
    else if (event.type === 'llm_response') this.addResponse(event);
    else if (event.type === 'tool_result') this.addResult(event);
    else if (event.type === 'message_edited') this.editMessage(event);
  }

  /** Adds a user message; also used for the runtime's own instruction before the closing round. */
  addUserMessage(text: string): void {
    this.closeStep();
    this.stored.push(userMessage(text));
  }

  /** Replaces a user message, or adds one after the last. Edits of other messages are ignored. */
  private editMessage({ message: index, text }: MessageEdited): void {
    this.closeStep();
    if (index === this.stored.length) this.stored.push(userMessage(inlineText(text)));
    // In a journal, which is untrusted, the index can be any number.
    else if (Number.isInteger(index) && index >= 0 && this.stored.at(index)?.role === 'user')
      this.stored = this.stored.with(index, userMessage(inlineText(text)));
  }

  private addResponse(event: LlmResponse): void {
    this.closeStep();
    // The partial text of a failed call is not an answer; our own closing sentence is one.
    if (event.finish === 'error' && event.synthetic !== true) return;
    if (event.text === '' && event.toolCalls.length === 0) return;
    this.stored.push({ role: 'assistant', content: assistantParts(event) });
    if (event.toolCalls.length > 0) this.openStep = { response: event, results: new Map() };
  }

  private addResult(event: ToolResult): void {
    if (this.openStep === undefined) return;
    const { response, results } = this.openStep;
    results.set(event.id, event);
    if (results.size >= response.toolCalls.length) this.mergeResults();
  }

  /** A run that was killed in the middle of a step leaves calls without results, which no provider accepts. */
  private closeStep(): void {
    if (this.openStep !== undefined) this.mergeResults();
  }

  private mergeResults(): void {
    if (this.openStep === undefined) return;
    const { response, results } = this.openStep;
    this.openStep = undefined;
    this.stored.push({
      role: 'tool',
      content: response.toolCalls.map((call) => {
        const result = results.get(call.id)?.result;
        return {
          type: 'tool-result' as const,
          toolCallId: call.id,
          toolName: call.tool,
          // A tool may return null.
          output: outputOf(result === undefined ? INTERRUPTED : (result as Json)),
        };
      }),
    });
    for (const { id } of response.toolCalls) {
      const message = results.get(id)?.message;
      if (message !== undefined) this.stored.push(userMessage(inlineText(message)));
    }
  }
}

/** The result that the model gets for a call that has none. */
const INTERRUPTED: Json = { error: 'Interrupted.', error_code: 'CANCELLED' };

function userMessage(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

type Output = Extract<LanguageModelV4ToolResultPart['output'], { type: 'text' | 'json' | 'content' }>;

/** Strings are sent as text, results of MCP tools as content parts, anything else as JSON. */
function outputOf(value: Json): Output {
  if (typeof value === 'string') return { type: 'text', value };
  return (isObject(value) ? mcpOutput(value) : undefined) ?? { type: 'json', value: value as JSONValue };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { JSONValue, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Json, LlmResponse, RunEvent, ToolResult } from '../protocol/events.ts';
import { wholeText } from '../protocol/whole.ts';
import { mcpOutput } from './mcp-content.ts';
import { assistantParts } from './response-parts.ts';

/**
 * The messages of a session, built from its events alone, so that a run read again from its journal continues with the
 * very same conversation. Results of one step are merged into one message in the order of the calls, whenever they came.
 * Events must hold their payloads: blobs are read back before.
 */
export class Conversation {
  private readonly stored: LanguageModelV4Message[] = [];
  private waiting: { readonly response: LlmResponse; readonly results: Map<string, ToolResult> } | undefined;

  get messages(): readonly LanguageModelV4Message[] {
    return this.stored;
  }

  /** Ids of the calls of the last step that have no result yet. */
  get unanswered(): readonly string[] {
    if (this.waiting === undefined) return [];
    const { response, results } = this.waiting;
    return response.toolCalls.filter((call) => !results.has(call.id)).map((call) => call.id);
  }

  apply(event: RunEvent): void {
    if (event.type === 'run_started') this.user(wholeText(event.prompt));
    else if (event.type === 'llm_response') this.assistant(event);
    else if (event.type === 'tool_result') this.result(event);
  }

  /** Adds a message of the user; also for what the runtime itself has to say before the closing round. */
  user(text: string): void {
    this.answerRest();
    this.stored.push({ role: 'user', content: [{ type: 'text', text }] });
  }

  private assistant(event: LlmResponse): void {
    this.answerRest();
    // What a failed call had said is no answer; our own closing sentence is.
    if (event.finish === 'error' && event.synthetic !== true) return;
    if (event.text === '' && event.toolCalls.length === 0) return;
    this.stored.push({ role: 'assistant', content: assistantParts(event) });
    if (event.toolCalls.length > 0) this.waiting = { response: event, results: new Map() };
  }

  private result(event: ToolResult): void {
    if (this.waiting === undefined) return;
    const { response, results } = this.waiting;
    results.set(event.id, event);
    if (results.size >= response.toolCalls.length) this.merge();
  }

  /** A run that was killed in the middle of a step leaves calls without a result, which no provider accepts. */
  private answerRest(): void {
    if (this.waiting !== undefined) this.merge();
  }

  private merge(): void {
    if (this.waiting === undefined) return;
    const { response, results } = this.waiting;
    this.waiting = undefined;
    this.stored.push({
      role: 'tool',
      content: response.toolCalls.map((call) => {
        const result = results.get(call.id)?.result ?? { error: 'Interrupted.', error_code: 'CANCELLED' };
        return {
          type: 'tool-result' as const,
          toolCallId: call.id,
          toolName: call.tool,
          output: outputOf(result as Json),
        };
      }),
    });
  }
}

type Output = Extract<LanguageModelV4ToolResultPart['output'], { type: 'text' | 'json' | 'content' }>;

/** Text stays text, what MCP's tools answer goes as its parts; the rest goes as JSON. */
function outputOf(value: Json): Output {
  if (typeof value === 'string') return { type: 'text', value };
  return (isObject(value) ? mcpOutput(value) : undefined) ?? { type: 'json', value: value as JSONValue };
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Messages in the format of OpenTelemetry's conventions: a role and parts (`gen-ai-input-messages.json`). */
import { jsonText } from '../journal/json-line.ts';
import type { Json, JsonObject } from '../protocol/events.ts';

export type MessagePart =
  | { readonly type: 'text' | 'reasoning'; readonly content: string }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: Json }
  | { readonly type: 'tool_call_response'; readonly id: string; readonly response: Json };

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly MessagePart[];
  readonly finish_reason?: string;
}

export function userMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', content: text }] };
}

/** Maximum number of characters of the messages of one call: a conversation is sent again with each call. */
const MAX_INPUT_CHARACTERS = 16_000;

/** The messages that one loop has sent so far, of which only the latest are retained. */
export class MessageLog {
  private texts: string[] = [];
  private length = 0;
  private dropped = 0;
  private results: MessagePart[] = [];

  add(message: Message): void {
    this.flush();
    this.push(message);
  }

  /** Replaces all messages so far by a summary. */
  compact(summary: string): void {
    this.texts = [];
    this.length = 0;
    this.dropped = 0;
    this.results = [];
    if (summary !== '') this.add(userMessage(summary));
  }

  /** Adds the result of a call. The results of one step are one message. */
  addResult(id: string, response: Json): void {
    this.results.push({ type: 'tool_call_response', id, response });
  }

  /**
   * Returns the latest messages as JSON: as many as the limit allows, but at least one.
   * @param extra messages that only this call has, before and after the others
   */
  newest(extra: { readonly before?: readonly Message[]; readonly after?: readonly JsonObject[] }): {
    readonly json: string;
    readonly omitted: number;
  } {
    this.flush();
    const before = (extra.before ?? []).map((message) => jsonText(message));
    const after = (extra.after ?? []).map((message) => jsonText(message));
    const { texts } = this;
    let left = MAX_INPUT_CHARACTERS;
    let first = texts.length;
    while (first > 0) {
      left -= texts[first - 1]?.length ?? 0;
      if (left < 0 && first < texts.length) break;
      first--;
    }
    const shown = [...before, ...texts.slice(first), ...after];
    return { json: `[${shown.join(',')}]`, omitted: this.dropped + first };
  }

  private flush(): void {
    if (this.results.length === 0) return;
    const parts = this.results;
    this.results = [];
    this.push({ role: 'tool', parts });
  }

  private push(message: Message): void {
    const text = jsonText(message);
    this.texts.push(text);
    this.length += text.length;
    if (this.length < 4 * MAX_INPUT_CHARACTERS || this.texts.length < 2) return;
    let retained = 0;
    let first = this.texts.length;
    while (first > 0 && (retained < MAX_INPUT_CHARACTERS || first === this.texts.length))
      retained += this.texts[--first]?.length ?? 0;
    this.texts = this.texts.slice(first);
    this.dropped += first;
    this.length = retained;
  }
}

/** Returns tool declarations in the format of OpenTelemetry's conventions. */
export function toolDefinitions(tools: readonly Json[]): readonly JsonObject[] {
  return tools.flatMap((tool) => {
    if (typeof tool !== 'object' || tool === null || Array.isArray(tool)) return [];
    const { inputSchema, ...rest } = tool as JsonObject;
    const definition = { ...rest, type: 'function' };
    return [inputSchema === undefined ? definition : { ...definition, parameters: inputSchema }];
  });
}

/**
 * A model server on loopback that plays a script of tool calls to a real client. It speaks OpenAI's chat completions and
 * responses, Anthropic's messages and Gemini's API, and records every request with tools. A request without tools (a title, a summary) is
 * answered with text.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The body of a request, as JSON. */
export type RequestBody = Readonly<Record<string, unknown>>;

export interface ScriptedServer {
  /** Without a path. */
  readonly url: string;
  /** Requests that offered tools, in order. */
  readonly requests: readonly RequestBody[];
  close(): void;
}

type Protocol = 'chat' | 'responses' | 'messages' | 'gemini';

/**
 * Starts the server. The number of calls in a request's conversation selects the next call of `script`.
 * @param script the calls, or a function that returns those for a request
 * @param answer the text after the last call
 */
export async function startScriptedServer(
  script: readonly ScriptedCall[] | ((body: RequestBody) => readonly ScriptedCall[]),
  answer = 'Done.',
): Promise<ScriptedServer> {
  const requests: RequestBody[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const protocol = protocolOf(path);
    if (request.method !== 'POST' || protocol === undefined) {
      reply(response, 200, { object: 'list', data: [], models: [] });
      return;
    }
    const body = await bodyOf(request);
    const hasTools = Array.isArray(body.tools) && body.tools.length > 0;
    if (hasTools) requests.push(body);
    const index = callCount(protocol, body);
    const calls = typeof script === 'function' ? script(body) : script;
    const call = hasTools ? calls[index] : undefined;
    const isStream = protocol === 'gemini' ? path.includes('stream') : body.stream === true;
    const { responseMimeType } = (body.generationConfig ?? {}) as RequestBody;
    // A check by the client, which retries for minutes if it gets no JSON.
    const text = responseMimeType === 'application/json' ? '{}' : answer;
    WRITERS[protocol](response, { call, index, isStream, text, model: String(body.model ?? 'scripted') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

function protocolOf(path: string): Protocol | undefined {
  if (/[gG]enerateContent/.test(path)) return 'gemini';
  if (/\/responses\b/.test(path)) return 'responses';
  if (/\/v1\/messages(?:\?|$)/.test(path)) return 'messages';
  return /\/chat\/completions\b/.test(path) ? 'chat' : undefined;
}

async function bodyOf(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as RequestBody;
  } catch {
    return {};
  }
}

/** Returns the number of tool calls in the conversation of a request. */
function callCount(protocol: Protocol, body: RequestBody): number {
  const list = (value: unknown): readonly RequestBody[] => (Array.isArray(value) ? (value as RequestBody[]) : []);
  switch (protocol) {
    case 'chat':
      return list(body.messages).reduce((sum, { tool_calls }) => sum + list(tool_calls).length, 0);
    case 'responses':
      return list(body.input).filter(({ type }) => type === 'function_call').length;
    case 'messages':
      return list(body.messages)
        .flatMap(({ content }) => list(content))
        .filter(({ type }) => type === 'tool_use').length;
    case 'gemini':
      return list(body.contents)
        .flatMap(({ parts }) => list(parts))
        .filter(({ functionCall }) => functionCall !== undefined).length;
  }
}

interface Turn {
  readonly call: ScriptedCall | undefined;
  readonly index: number;
  readonly isStream: boolean;
  /** The answer if there is no call. */
  readonly text: string;
  readonly model: string;
}

const WRITERS: { readonly [protocol in Protocol]: (response: ServerResponse, turn: Turn) => void } = {
  chat(response, { call, index, isStream, text, model }) {
    const called = call && {
      index: 0,
      id: `call_${index}`,
      type: 'function',
      function: { name: call.tool, arguments: JSON.stringify(call.args) },
    };
    const message = { role: 'assistant', content: called ? null : text, tool_calls: called && [called] };
    const reason = called ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const base = { id: `chat_${index}`, created: 1, model };
    if (!isStream) {
      const choices = [{ index: 0, message, finish_reason: reason }];
      reply(response, 200, { ...base, object: 'chat.completion', choices, usage });
      return;
    }
    const chunk = (delta: object, finish_reason: string | null): object => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const last = { ...base, object: 'chat.completion.chunk', choices: [], usage };
    stream(response, [{ data: chunk(message, null) }, { data: chunk({}, reason) }, { data: last }, { data: '[DONE]' }]);
  },
  responses(response, { call, index, isStream, text, model }) {
    const item = call
      ? {
          type: 'function_call',
          id: `fc_${index}`,
          call_id: `call_${index}`,
          name: call.tool,
          arguments: JSON.stringify(call.args),
          status: 'completed',
        }
      : {
          type: 'message',
          id: `msg_${index}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const whole = { id: `resp_${index}`, object: 'response', created_at: 1, model, status: 'completed' };
    const done = { ...whole, output: [item], usage };
    if (!isStream) {
      reply(response, 200, done);
      return;
    }
    const events = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ];
    stream(
      response,
      events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } })),
    );
  },
  messages(response, { call, index, isStream, text, model }) {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const start = { id: `msg_${index}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
    const block = call
      ? { type: 'tool_use', id: `toolu_${index}`, name: call.tool, input: {} }
      : { type: 'text', text: '' };
    const stop_reason = call ? 'tool_use' : 'end_turn';
    if (!isStream) {
      const content = [call ? { ...block, input: call.args } : { ...block, text }];
      reply(response, 200, { ...start, content, stop_reason });
      return;
    }
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text };
    const events = [
      { type: 'message_start', message: { ...start, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    stream(
      response,
      events.map((data) => ({ event: data.type, data })),
    );
  },
  gemini(response, { call, isStream, text }) {
    const part = call ? { functionCall: { name: call.tool, args: call.args } } : { text };
    const data = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    };
    if (isStream) stream(response, [{ data }]);
    else reply(response, 200, data);
  },
};

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function stream(
  response: ServerResponse,
  frames: readonly { readonly event?: string; readonly data: unknown }[],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { event, data } of frames) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

/**
 * A model server on loopback that plays a script of tool calls to a real client. It speaks OpenAI's chat completions and
 * responses, Anthropic's messages and Gemini's API, and records every request with tools. A request without tools (a title, a summary) is
 * answered with text.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface ScriptedCall {
  readonly tool: string;
  /** Of Codex: the group of tools in which the tool is. */
  readonly namespace?: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The tool of Codex with which a model finds others; its calls have a type of their own. */
export const TOOL_SEARCH = 'tool_search';

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
 * @param script the calls, or a function that returns those of a step from the number of steps before it; none ends the script
 * @param answer the text after the last call
 * @param pause the time before each answer, in milliseconds
 */
export async function startScriptedServer(
  script: readonly ScriptedCall[] | ((step: number, body: RequestBody) => readonly ScriptedCall[]),
  answer = 'Done.',
  pause = 0,
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
    const next =
      typeof script === 'function' ? script(stepCount(protocol, body), body) : script.slice(index, index + 1);
    const calls = hasTools ? next : [];
    const isStream = protocol === 'gemini' ? path.includes('stream') : body.stream === true;
    const { responseMimeType } = (body.generationConfig ?? {}) as RequestBody;
    // A check by the client, which retries for minutes if it gets no JSON.
    const text = responseMimeType === 'application/json' ? '{}' : answer;
    if (pause > 0) await setTimeout(pause);
    WRITERS[protocol](response, { calls, index, isStream, text, model: String(body.model ?? 'scripted') });
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
      return list(body.input).filter(isCall).length;
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

/** Returns the number of answers with calls in the conversation of a request. */
function stepCount(protocol: Protocol, body: RequestBody): number {
  const list = (value: unknown): readonly RequestBody[] => (Array.isArray(value) ? (value as RequestBody[]) : []);
  switch (protocol) {
    case 'chat':
      return list(body.messages).filter(({ tool_calls }) => list(tool_calls).length > 0).length;
    case 'responses': {
      const items = list(body.input).filter(({ type }) => type !== 'reasoning');
      return items.filter((item, at) => isCall(item) && !isCall(items[at - 1] ?? {})).length;
    }
    case 'messages':
      return list(body.messages).filter(({ content }) => list(content).some(({ type }) => type === 'tool_use')).length;
    case 'gemini':
      return list(body.contents).filter(({ parts }) => list(parts).some((part) => part.functionCall !== undefined))
        .length;
  }
}

/** True for a call in the input of OpenAI's responses. */
const isCall = ({ type }: RequestBody): boolean => type === 'function_call' || type === 'tool_search_call';

interface Turn {
  /** Made in parallel; none for an answer. */
  readonly calls: readonly ScriptedCall[];
  /** The number of calls before. */
  readonly index: number;
  readonly isStream: boolean;
  /** The answer if there is no call. */
  readonly text: string;
  readonly model: string;
}

const WRITERS: { readonly [protocol in Protocol]: (response: ServerResponse, turn: Turn) => void } = {
  chat(response, { calls, index, isStream, text, model }) {
    const called = calls.map(({ tool, args }, at) => ({
      index: at,
      id: `call_${index + at}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(args) },
    }));
    const isCall = called.length > 0;
    const message = { role: 'assistant', content: isCall ? null : text, tool_calls: isCall ? called : undefined };
    const reason = isCall ? 'tool_calls' : 'stop';
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
  responses(response, { calls, index, isStream, text, model }) {
    const answer = {
      type: 'message',
      id: `msg_${index}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
    const called = calls.map(({ tool, args, namespace }, at) => {
      const base = { id: `fc_${index + at}`, call_id: `call_${index + at}`, status: 'completed' };
      return tool === TOOL_SEARCH
        ? { ...base, type: 'tool_search_call', execution: 'client', arguments: args }
        : { ...base, type: 'function_call', name: tool, namespace, arguments: JSON.stringify(args) };
    });
    const output = called.length > 0 ? called : [answer];
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const whole = { id: `resp_${index}`, object: 'response', created_at: 1, model, status: 'completed' };
    const done = { ...whole, output, usage };
    if (!isStream) {
      reply(response, 200, done);
      return;
    }
    const events = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      ...output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response: done },
    ];
    stream(
      response,
      events.map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } })),
    );
  },
  messages(response, { calls, index, isStream, text, model }) {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const start = { id: `msg_${index}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
    const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
    const blocks =
      calls.length > 0
        ? calls.map(({ tool, args }, at) => ({
            block: { type: 'tool_use', id: `toolu_${index + at}`, name: tool, input: {} },
            whole: { input: args },
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
          }))
        : [{ block: { type: 'text', text: '' }, whole: { text }, delta: { type: 'text_delta', text } }];
    if (!isStream) {
      reply(response, 200, {
        ...start,
        content: blocks.map(({ block, whole }) => ({ ...block, ...whole })),
        stop_reason,
      });
      return;
    }
    const events = [
      { type: 'message_start', message: { ...start, content: [], stop_reason: null } },
      ...blocks.flatMap(({ block, delta }, at) => [
        { type: 'content_block_start', index: at, content_block: block },
        { type: 'content_block_delta', index: at, delta },
        { type: 'content_block_stop', index: at },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    stream(
      response,
      events.map((data) => ({ event: data.type, data })),
    );
  },
  gemini(response, { calls, isStream, text }) {
    const called = calls.map(({ tool, args }) => ({ functionCall: { name: tool, args } }));
    const parts = called.length > 0 ? called : [{ text }];
    const data = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
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

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply of the model server to one request. */
export type Reply =
  | { readonly text: string }
  | { readonly calls: readonly (readonly [tool: string, args: object | string])[] }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Sends half a sentence, then breaks the connection. */
  | { readonly cut: true }
  /** Sends only its headers. */
  | { readonly silent: true }
  /** Raw stream frames. */
  | { readonly frames: readonly string[] };

export interface ModelRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly {
      readonly role: string;
      readonly content: unknown;
      readonly tool_calls?: readonly unknown[];
    }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
}

export interface ModelServer {
  readonly url: string;
  readonly requests: ModelRequest[];
  close(): void;
}

/**
 * Starts a loopback server for OpenAI's streaming chat completions. It sends the replies in order, repeating the last,
 * or the result of a function of the request.
 */
export async function startModelServer(
  replies: readonly Reply[] | ((request: ModelRequest, number: number) => Reply | Promise<Reply>),
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
      const received = { path: request.url, headers: request.headers, body };
      requests.push(received);
      const n = requests.length;
      const reply = typeof replies === 'function' ? await replies(received, n) : (replies[n - 1] ?? replies.at(-1));
      if (reply !== undefined) send(response, reply, n);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, reply: Reply, n: number): void {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? JSON.stringify({ error: { message: 'Slow down', type: 'rate_limit' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if ('silent' in reply) return;
  const frame = (value: unknown): void => void response.write(`data: ${JSON.stringify(value)}\n\n`);
  const chunk = (delta: object, finish: string | null = null): void =>
    frame({
      id: `r${n}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  if ('frames' in reply) {
    for (const one of reply.frames) response.write(one);
    response.end();
    return;
  }
  if ('cut' in reply) {
    chunk({ role: 'assistant', content: 'Half a sen' });
    setTimeout(() => response.destroy(), 20);
    return;
  }
  if ('text' in reply) {
    chunk({ role: 'assistant', content: '' });
    for (let i = 0; i < reply.text.length; i += 100_000) chunk({ content: reply.text.slice(i, i + 100_000) });
    chunk({}, 'stop');
  } else {
    reply.calls.forEach(([name, args], index) => {
      const complete = typeof args === 'string' ? args : JSON.stringify(args);
      const half = Math.ceil(complete.length / 2);
      chunk({
        tool_calls: [
          { index, id: `call_${n}_${index}`, type: 'function', function: { name, arguments: complete.slice(0, half) } },
        ],
      });
      chunk({ tool_calls: [{ index, function: { arguments: complete.slice(half) } }] });
    });
    chunk({}, 'tool_calls');
  }
  frame({
    id: `r${n}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  });
  response.end('data: [DONE]\n\n');
}

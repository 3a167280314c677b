/** A model endpoint on loopback with OpenAI's chat completions, which returns the answers of a scenario. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer =
  /** The parts of the stream. */
  | { readonly text: readonly string[]; readonly reasoning?: readonly string[] }
  | { readonly call: readonly [tool: string, args: object | string] }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** An error in the middle of the stream. */
  | { readonly broken: string };

export interface Endpoint {
  readonly url: string;
  /** Everything that was sent to it: header lines and bodies. */
  readonly received: string[];
  close(): void;
}

/** `answer` gets the number of the request, from 1. */
export async function startEndpoint(answer: (n: number, request: IncomingMessage) => Answer): Promise<Endpoint> {
  const received: string[] = [];
  let n = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.url}\n${JSON.stringify(request.headers)}\n${Buffer.concat(chunks).toString()}`);
      const say = answer(++n, request);
      if ('status' in say) {
        response.writeHead(say.status, { 'content-type': 'application/json', ...say.headers });
        response.end(say.body);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const frame = (value: unknown): void => void response.write(`data: ${JSON.stringify(value)}\n\n`);
      const part = (delta: object, finish_reason: string | null = null): void =>
        frame({
          id: `r${n}`,
          object: 'chat.completion.chunk',
          created: 1,
          model: 'm',
          choices: [{ index: 0, delta, finish_reason }],
        });
      part({ role: 'assistant', content: '' });
      if ('broken' in say) frame({ error: { message: say.broken, type: 'server_error' } });
      else if ('text' in say) {
        for (const reasoning_content of say.reasoning ?? []) part({ reasoning_content });
        for (const content of say.text) part({ content });
        part({}, 'stop');
      } else {
        const [name, args] = say.call;
        const text = typeof args === 'string' ? args : JSON.stringify(args);
        part({ tool_calls: [{ index: 0, id: `call_${n}`, type: 'function', function: { name, arguments: '' } }] });
        for (const piece of text.match(/.{1,7}/gs) ?? [])
          part({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
        part({}, 'tool_calls');
      }
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

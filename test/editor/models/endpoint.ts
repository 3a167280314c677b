/** An endpoint on loopback with OpenAI's chat completions API, which lists its models and can require a key. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScriptedReply } from '../../integration/models/format.ts';
import { openaiCompatible } from '../../integration/models/openai-compatible.ts';

export interface Request {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Endpoint {
  readonly url: string;
  readonly origin: string;
  readonly requests: Request[];
  close(): void;
}

/**
 * Starts the endpoint on a free port.
 *
 * @param key the key that it requires; undefined for none
 * @param fails how it responds to every request; `open-list` lists its models without a key; absent for correct behavior
 */
export async function startEndpoint(
  key: string | undefined,
  answer: (body: string) => ScriptedReply,
  fails?: 404 | 'never' | 'open-list',
): Promise<Endpoint> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      requests.push({ path, headers, body });
      if (fails === 'never') return;
      if (fails === 404) {
        response.writeHead(404).end('{}');
      } else if (fails === 'open-list' && path === '/v1/models') {
        response.end(JSON.stringify({ data: MODELS }));
      } else if (key !== undefined && headers.authorization !== `Bearer ${key}`) {
        // Like careless servers, it echoes the key, and it includes link syntax in the message.
        const message = `Incorrect API key: ${headers.authorization} [more](command:workbench.action.quit)`;
        response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
      } else if (path === '/v1/models') {
        response.end(JSON.stringify({ data: MODELS }));
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(openaiCompatible.frames(answer(body), requests.length).join(''));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/v1`,
    origin,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const MODELS = [
  { id: 'small-writer', context_length: 32_768, top_provider: { max_completion_tokens: 4096 } },
  { id: 'large-writer', name: 'Large Writer', context_length: 200_000, supported_parameters: [] },
];

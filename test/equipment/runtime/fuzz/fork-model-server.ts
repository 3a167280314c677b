/** A loopback server for OpenAI's streaming chat completions that plays scripts and counts its requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply: text, or calls with their ids. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly tool: string; readonly args: object }[];
}

export interface ForkModelServer {
  readonly url: string;
  /** Number of requests since the start, or since it was set to 0. */
  requests: number;
  close(): void;
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

/**
 * Starts the server. The messages of a request determine the reply, so a run and its forks get the same ones.
 * @param replyTo returns the reply by the system message, the first user message and the number of replies so far
 */
export async function startForkModelServer(
  replyTo: (system: string, prompt: string, replies: number) => ScriptedReply,
): Promise<ForkModelServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      shown.requests++;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages: readonly Message[] };
      const system = String(body.messages.find(({ role }) => role === 'system')?.content ?? '');
      const replies = body.messages.filter(({ role }) => role === 'assistant').length;
      const prompt = JSON.stringify(body.messages.find(({ role }) => role === 'user')?.content ?? '');
      const { text, calls = [] } = replyTo(system, prompt, replies);
      const delta = {
        content: text,
        tool_calls: calls.length === 0 ? undefined : calls.map(toolCall),
      };
      const choice = (part: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: part, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${choice(delta, null)}${choice({}, calls.length > 0 ? 'tool_calls' : 'stop')}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const shown: ForkModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return shown;
}

function toolCall({ id, tool, args }: NonNullable<ScriptedReply['calls']>[number], index: number): object {
  return { index, id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } };
}

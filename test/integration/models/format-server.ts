import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type CliResult, createDemoSkill, runCli } from '../run-support.ts';
import type { Format, ParsedRequest, ScriptedReply } from './format.ts';

/** A reply of the server to one request. */
export type Reply =
  | ScriptedReply
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object }
  /** Raw frames; the connection stays open after them if `open` is set. */
  | { readonly frames: readonly string[]; readonly open?: true };

export interface Request {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly content: ParsedRequest;
}

export interface FormatServer {
  readonly url: string;
  readonly requests: Request[];
}

/**
 * Starts a loopback server for one provider's format: sends the replies in order, repeating the last. Stopped after the
 * test.
 */
export async function startFormatServer(format: Format, replies: readonly Reply[]): Promise<FormatServer> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ path: request.url ?? '', headers: request.headers, body, content: format.parseRequest(body) });
      const reply = replies[requests.length - 1] ?? replies.at(-1);
      if (reply !== undefined) send(response, reply, format, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests };
}

function send(response: ServerResponse, reply: Reply, format: Format, n: number): void {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: 'Slow down', type: 'rate_limit_error' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const frames = 'frames' in reply ? reply.frames : format.frames(reply, n);
  const cutAfter = 'frames' in reply ? undefined : reply.cutAfter;
  for (const frame of frames.slice(0, cutAfter)) response.write(frame);
  if (cutAfter !== undefined) setTimeout(() => response.destroy(), 20);
  else if (!('frames' in reply && reply.open)) response.end();
}

export const KEY = 'sk-canary-5d2c91';

/**
 * Runs `skillwright run --json` on the demo skill, or on the given ones, against a server with these replies in this
 * format.
 */
export async function runWithFormat(
  format: Format,
  replies: readonly Reply[],
  options: {
    readonly more?: readonly string[];
    readonly skills?: string;
    readonly cli?: Parameters<typeof runCli>[1];
  } = {},
): Promise<CliResult & { readonly requests: readonly Request[]; readonly url: string }> {
  const server = await startFormatServer(format, replies);
  const args = ['--model', `${format.provider}/${format.model}`, '--base-url', server.url, '--api-key-env', 'MY_KEY'];
  const result = await runCli(
    ['run', 'Say hello.', '--skills', options.skills ?? createDemoSkill(), ...args, '--json', ...(options.more ?? [])],
    { ...options.cli, env: { MY_KEY: KEY, ...options.cli?.env } },
  );
  return { ...result, requests: server.requests, url: server.url };
}

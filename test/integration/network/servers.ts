import { createServer, type RequestListener, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openaiCompatible } from '../models/openai-compatible.ts';
import { type Certificates, createCertificates } from './certificates.ts';

/** Unknown to every name server, so that it can be reached only through the proxy. */
export const HOST = 'models.test';

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export interface ModelEndpoint {
  readonly port: number;
  /** Requested paths. */
  readonly paths: string[];
}

/**
 * Starts a model that implements OpenAI's chat completions and replies "Hello."; over TLS if certificates are given.
 */
export async function startModel(certificates?: Certificates): Promise<ModelEndpoint> {
  const paths: string[] = [];
  const answer: RequestListener = (request, response) => {
    paths.push(request.url ?? '');
    request.resume().on('end', () => {
      if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'small' }] }));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(openaiCompatible.frames({ text: 'Hello.' }, 1).join(''));
    });
  };
  const server = certificates === undefined ? createServer(answer) : createTlsServer(certificates, answer);
  return { port: await listen(server as Server), paths };
}

export interface Proxy {
  readonly port: number;
  /** Its requests: `CONNECT host:port`, or `POST http://…`. */
  readonly requests: string[];
}

/** Starts a proxy that resolves every name to this machine and requires this authorization, if given. */
export async function startProxy(
  options: { authorization?: string; certificates?: Certificates } = {},
): Promise<Proxy> {
  const { authorization, certificates } = options;
  const requests: string[] = [];
  const refuses = (given: string | undefined): boolean => authorization !== undefined && given !== authorization;
  const plain: RequestListener = (incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const url = new URL(incoming.url ?? '', 'http://none');
    if (refuses(incoming.headers['proxy-authorization'])) return void response.writeHead(407).end();
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const onward = request({ port: url.port, path: url.pathname, method: incoming.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    return void incoming.pipe(onward);
  };
  const server = certificates === undefined ? createServer(plain) : createTlsServer(certificates, plain);
  server.on('connect', (incoming, socket: Socket) => {
    requests.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => undefined);
    if (refuses(incoming.headers['proxy-authorization']))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    return void onward.on('error', () => socket.destroy());
  });
  return { port: await listen(server as Server), requests };
}

/** Starts the model over TLS, at `HOST` and at 127.0.0.1, with a certificate of a private authority. */
export async function startSecureModel(): Promise<
  ModelEndpoint & { readonly url: string; readonly certificates: Certificates }
> {
  const certificates = await createCertificates([HOST]);
  const endpoint = await startModel(certificates);
  return { ...endpoint, certificates, url: `https://${HOST}:${endpoint.port}/v1` };
}

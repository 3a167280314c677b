/** An OTLP/HTTP server on the loopback address that validates the traces it receives. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import type { AnyEvent } from '../../../runtime/otlp/event-fields.ts';
import { eventsOfSpans, ownSpans } from '../../../runtime/otlp/restore-events.ts';
import { throughProtobuf } from './otlp-definitions.ts';

export interface OtlpServer {
  /** The address without a path. */
  readonly url: string;
  /** Paths and headers of all requests. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Accepted request bodies with a field or value that OpenTelemetry's definitions do not know. */
  readonly faults: readonly string[];
  /** Returns the events that the received spans contain, in the order of the run. */
  events(): readonly AnyEvent[];
  /** Returns the names of the received spans. */
  spanNames(): readonly string[];
}

/** Returns the HTTP status for a request, whose number counts from 1, or `hang` to never respond. */
type Respond = (request: number) => number | 'hang';

/**
 * Starts a server that is closed when the test ends. Only requests that it answers with 200 count as received.
 * @param respond returns the status of each response; 200 by default
 * @param responseBody the body of all responses
 * @param headers further headers of all responses, which override the defaults
 */
export async function startOtlpServer(
  respond: Respond = () => 200,
  responseBody = '{}',
  headers: Readonly<Record<string, string>> = {},
): Promise<OtlpServer> {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const faults: string[] = [];
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const status = respond(requests.length);
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (status === 'hang') return;
      if (status === 200) {
        const data = JSON.parse(body) as object;
        // The protobuf encoding drops what the definitions do not know.
        const { before, after } = throughProtobuf(data);
        if (JSON.stringify(sortKeys(before)) !== JSON.stringify(sortKeys(after))) faults.push(body);
        bodies.push(data);
      }
      // The location matters for redirects only: a client that followed one would fail, as nothing listens there.
      const defaults = { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' };
      response.writeHead(status, { ...defaults, ...headers }).end(responseBody);
    });
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    requests,
    faults,
    events: () => eventsOfSpans(bodies.flatMap(ownSpans)),
    spanNames: () => bodies.flatMap(ownSpans).map(({ name }) => String(name)),
  };
}

/** Returns an address on this machine that nothing listens on. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((closed) => server.close(closed));
  return url;
}

/** Starts a server on a free port and returns its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Returns a value with the keys of objects sorted. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MODEL_LIMITS } from '../loop/model-call/limits.ts';
import { callModel } from '../loop/model-call/model-call.ts';
import { createKeys } from './keys/keys.ts';
import { openAiCompatibleModel } from './providers/openai-compatible.ts';
import type { Provider } from './providers/provider.ts';
import { PROVIDERS } from './providers/providers.ts';
import { openModel } from './registry.ts';

const CHUNK = 'data: {"id":"1","choices":[{"index":0,"delta":{"content":"half"}}]}\n\n';
const RESPONSES: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  html: [200, 'text/html', '<html><body>Sign in</body></html>'],
  json: [200, 'application/json', '{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}\n'],
  nothing: [200, 'text/event-stream', ''],
  cut: [200, 'text/event-stream', CHUNK],
  lines: [200, 'text/event-stream', 'data:\n'.repeat(20_000)],
  line: [200, 'text/event-stream', `data: ${'x'.repeat(17 * 1024 * 1024)}`],
  error: [400, 'application/json', 'x'.repeat(17 * 1024 * 1024)],
  unknown: [401, 'application/json', '{"error":{"message":"who are you?"}}'],
};

const server = createServer((request, response) => {
  const kind = request.url?.split('/')[1] ?? '';
  const [status, type, body] = RESPONSES[kind] ?? [404, '', ''];
  response.writeHead(status, { 'content-type': type });
  if (kind === 'cut') response.write(body, () => setTimeout(() => response.destroy(), 5));
  else response.end(body);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const base = (kind: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${kind}/v1`;

const OPENERS: readonly (readonly [string, Provider['open']])[] = PROVIDERS.map(({ id, open }) => [id, open]);

async function errorOf(model: LanguageModelV4): Promise<string> {
  const reply = await callModel({
    model,
    request: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
    limits: { ...MODEL_LIMITS, attempts: 1 },
    signal: new AbortController().signal,
    onRetry: () => undefined,
  });
  return reply.kind === 'failed' ? reply.message : reply.kind;
}

test.each(OPENERS)('%s: reports a reply that is not a stream, and what to check', async (_, open) => {
  for (const kind of ['html', 'json', 'nothing'])
    expect(await errorOf(await open({ modelId: 'm', baseUrl: base(kind) }))).toMatch(
      /base URL.*contains nothing from a model/,
    );
});

test('reports an interrupted connection', async () => {
  const model = openAiCompatibleModel('openai-compatible', { modelId: 'm', baseUrl: base('cut') });
  expect(await errorOf(model)).toMatch(
    /^Try again: the connection to http:\S+ closed before the response was complete/,
  );
});

/** All providers limit bodies in the same way, so only the first one gets the large ones. */
const TOO_LARGE = [
  ['lines', '10000 lines in one event'],
  ['line', '16 MiB in one line'],
  ['error', '16 MiB as an error'],
] as const;

test.each(OPENERS.map(([id, open], index) => [id, open, TOO_LARGE.slice(0, index === 0 ? 3 : 1)] as const))(
  '%s: reports a reply that is too large as such, not as an interrupted connection',
  async (_, open, replies) => {
    for (const [kind, limit] of replies) {
      const message = await errorOf(await open({ modelId: 'm', baseUrl: base(kind) }));
      expect(message).toMatch(new RegExp(`^Check the base URL .*more than ${limit}`));
      expect(message).not.toMatch(/cut|broke off|reached/);
      expect(message.length).toBeLessThanOrEqual(160);
    }
  },
);

test.each(OPENERS)('%s: reports a rejected request without a key and with one', async (_, open) => {
  const options = { modelId: 'm', baseUrl: base('unknown') };
  expect(await errorOf(await open(options))).toMatch(/--api-key-env.*without a key \(401 /);
  expect(await errorOf(await open({ ...options, apiKey: 'sk-x' }))).toMatch(/Check the API key: .* refused it \(401/);
});

test.each(['sk-a\nb', 'sk-😀'])(
  'openModel rejects a key that no header can hold without showing it: %j',
  async (key) => {
    const baseUrl = base('html');
    const keys = createKeys({ apiKey: key, origin: new URL(baseUrl).origin });
    const opened = await openModel({ name: 'openai-compatible/m', baseUrl, keys, paced: false });
    expect(opened).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/it contains an invalid character/),
    });
    expect(JSON.stringify(opened)).not.toContain('sk-');
  },
);

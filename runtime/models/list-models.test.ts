import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Endpoint, endpointOf } from './endpoint/endpoint.ts';
import { listModels } from './list-models.ts';

async function startServer(status: number, body: unknown) {
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

const at = (provider: string, url: string): Endpoint => endpointOf(`${provider}/any`, url) as Endpoint;

test.each([
  [
    'anthropic',
    {
      data: [
        { type: 'model', id: 'claude-x', display_name: 'Claude X', max_input_tokens: 200_000, max_tokens: 64_000 },
      ],
      has_more: false,
    },
    [{ name: 'anthropic/claude-x', title: 'Claude X', contextWindow: 200_000, maxOutput: 64_000 }],
    '/v1/models?limit=1000',
    'x-api-key',
  ],
  [
    'google',
    {
      models: [
        {
          name: 'models/gemini-x',
          displayName: 'Gemini X',
          inputTokenLimit: 1000,
          outputTokenLimit: 100,
          supportedGenerationMethods: ['generateContent'],
        },
        { name: 'models/embedding-x', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    [{ name: 'google/gemini-x', title: 'Gemini X', contextWindow: 1000, maxOutput: 100 }],
    '/v1/models?pageSize=1000',
    'x-goog-api-key',
  ],
  [
    'openai',
    { data: [{ id: 'gpt-x', object: 'model' }, 7] },
    [{ name: 'openai/gpt-x' }],
    '/v1/models',
    'authorization',
  ],
  [
    'openai-compatible',
    {
      data: [
        {
          id: 'a/b',
          context_length: 8192,
          top_provider: { max_completion_tokens: 1024 },
          supported_parameters: ['tools'],
        },
        { id: 'c', max_model_len: 4096, top_provider: { max_completion_tokens: null }, supported_parameters: [] },
        { id: 'd', name: 'D of a', context_length: 0 },
      ],
    },
    [
      { name: 'openai-compatible/a/b', contextWindow: 8192, maxOutput: 1024, tools: true },
      { name: 'openai-compatible/c', contextWindow: 4096, tools: false },
      { name: 'openai-compatible/d', title: 'D of a' },
    ],
    '/v1/models',
    'authorization',
  ],
])('%s: the list, requested with the key in its header', async (provider, body, models, path, header) => {
  const { url, requests } = await startServer(200, body);
  expect(await listModels(at(provider, url), 'sk-x')).toEqual({ kind: 'models', models });
  expect(requests[0]?.path).toBe(path);
  expect(requests[0]?.headers[header]).toContain('sk-x');
  await listModels(at(provider, url));
  expect(JSON.stringify(requests[1])).not.toContain('sk-x');
});

test.each([
  [401, { error: { message: 'invalid x-api-key' } }, true, /refused the key: 401 invalid x-api-key/],
  [403, {}, true, /refused the key: 403/],
  [400, { error: { message: 'API key not valid. Please pass a valid API key.' } }, true, /refused the key/],
  [404, {}, false, /returned no list of models: 404/],
  [307, {}, false, /returned no list of models: 307/],
  [200, { nothing: true }, false, /did not reply with a list/],
])('%i %o', async (status, body, refused, message) => {
  const { url } = await startServer(status, body);
  const result = await listModels(at('google', url), 'sk-x');
  expect(result).toMatchObject({ kind: 'failed', refused, message: expect.stringMatching(message) });
});

test('the message for a rejected request without a key says how to set one', async () => {
  const { url } = await startServer(401, { error: { message: 'who are you?' } });
  const message = expect.stringMatching(/^Name the variable .*--api-key-env.*without a key \(401 who are you\?\)/);
  expect(await listModels(at('openai', url))).toMatchObject({ kind: 'failed', message });
});

test.each(['sk-a\nsk-b', 'sk-😀', 'sk-€'])(
  'a key that no header can hold is neither sent nor shown: %j',
  async (key) => {
    const { url, requests } = await startServer(200, { data: [] });
    const result = await listModels(at('openai', url), key);
    expect(result).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/it contains an invalid character/),
    });
    expect(JSON.stringify(result)).not.toMatch(/sk-|Headers|ByteString/);
    expect(requests).toEqual([]);
  },
);

test('a refused key that the server repeats is redacted', async () => {
  const { url } = await startServer(401, { error: { message: 'Incorrect API key provided: sk-canary-1234' } });
  const result = await listModels(at('openai', url), 'sk-canary-1234');
  expect(result).toMatchObject({ refused: true, message: expect.stringContaining('[redacted]') });
  expect(JSON.stringify(result)).not.toContain('canary');
});

test('fails if nothing listens at the address', async () => {
  expect(await listModels(at('openai', 'http://127.0.0.1:9/v1'), 'sk-x')).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/127\.0\.0\.1:9 returned no list of models: .*ECONNREFUSED|bad port/),
  });
});

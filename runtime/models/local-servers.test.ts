import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import { findLocalServers } from './local-servers.ts';

/** Starts a server that answers these paths with JSON (a string as is; `undefined` means no answer) and others with 404. */
async function startServer(paths: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (!Object.hasOwn(paths, path)) return void response.writeHead(404).end('{}');
    const answer = paths[path];
    if (answer !== undefined) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const NOWHERE = 'http://127.0.0.1:9/v1';

test('lists the models of both servers except embedding models', async () => {
  const lmstudio = await startServer({
    '/api/v0/models': {
      data: [
        { id: 'qwen/qwen3-8b', type: 'llm', max_context_length: 40_960, capabilities: ['tool_use'] },
        { id: 'gemma', type: 'vlm', capabilities: [] },
        { id: 'text-embedding-nomic', type: 'embeddings' },
        'nonsense',
      ],
    },
  });
  const ollama = await startServer({
    '/api/tags': {
      models: [
        { name: 'qwen3:8b', details: { family: 'qwen3' } },
        { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
      ],
    },
  });
  expect(await findLocalServers({ baseUrls: { lmstudio, ollama }, timeoutMs: 20_000 })).toEqual([
    {
      provider: 'lmstudio',
      baseUrl: lmstudio,
      models: [
        { name: 'lmstudio/qwen/qwen3-8b', contextWindow: 40_960, tools: true },
        { name: 'lmstudio/gemma', tools: false },
      ],
    },
    { provider: 'ollama', baseUrl: ollama, models: [{ name: 'ollama/qwen3:8b' }] },
  ]);
});

test('falls back to OpenAI’s list for an older server', async () => {
  const lmstudio = await startServer({ '/v1/models': { data: [{ id: 'small' }, { id: 'text-embedding-x' }] } });
  expect(await findLocalServers({ baseUrls: { lmstudio, ollama: NOWHERE }, timeoutMs: 20_000 })).toMatchObject([
    { models: [{ name: 'lmstudio/small' }] },
  ]);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['is not a model server', {}],
  ['replies with something else', { '/api/v0/models': '<html>', '/v1/models': '{"data": 7}' }],
  ['never answers', { '/api/v0/models': undefined }],
  ['never ends', { '/api/v0/models': JSON.stringify({ data: ['x'.repeat(6_000_000)] }) }],
])('skips a server on the port that %s', async (_, paths) => {
  const startTime = performance.now();
  expect(
    await findLocalServers({ baseUrls: { lmstudio: await startServer(paths), ollama: NOWHERE }, timeoutMs: 100 }),
  ).toEqual([]);
  expect(performance.now() - startTime).toBeLessThan(scaledLimit(1000));
});

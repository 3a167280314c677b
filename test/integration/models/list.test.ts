import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../run-support.ts';

const KEY = 'sk-canary-77ab10';

/** Lists two models for requests with the key; otherwise returns the key in the error, as a careless server might. */
async function startModelList(): Promise<string> {
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const list = { data: [{ id: 'small', context_length: 8192 }, { id: 'large\u001b[31m' }] };
    if (authorization === `Bearer ${KEY}`) response.end(JSON.stringify(list));
    else response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${authorization}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test('lists the models of an endpoint with a valid key', async () => {
  const args = ['models', 'openai-compatible', '--base-url', await startModelList(), '--api-key-env', 'MY_KEY'];
  const read = await runCli(args, { env: { MY_KEY: KEY } });
  expect([read.code, read.stderr]).toEqual([0, '']);
  expect(read.stdout).toMatch(/openai-compatible\/small, 8,192 tokens\n {2}openai-compatible\/large/);
  expect(read.stdout).not.toContain('\u001b');
  const { stdout } = await runCli([...args, '--json'], { env: { MY_KEY: KEY } });
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, models: [{ contextWindow: 8192 }, {}] });
});

test('reports a rejected and a missing key', async () => {
  const args = ['models', 'openai-compatible', '--base-url', await startModelList()];
  const refused = await runCli([...args, '--api-key-env', 'MY_KEY'], { env: { MY_KEY: 'sk-wrong-1234' } });
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/refused the key: 401 bad key Bearer \[redacted\]/);
  expect((await runCli(args, { env: { OPENAI_API_KEY: KEY } })).stderr).toMatch(/bad key undefined/);
  expect((await runCli([...args, '--api-key-env', 'NOT_SET'])).code).toBe(2);
  expect((await runCli(['models', 'unknown'])).code).toBe(2);
});

test('without a provider: lists providers and whether a key is set, never the key', async () => {
  const { code, stdout } = await runCli(['models'], { env: { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: '' } });
  expect(code).toBe(0);
  expect(stdout).toContain('simulated/weak');
  expect(stdout).toMatch(/openai: key in OPENAI_API_KEY/);
  expect(stdout).toMatch(/anthropic: set ANTHROPIC_API_KEY/);
  expect(stdout).not.toContain(KEY);
});

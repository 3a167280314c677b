/** VS Code's network settings apply to the process that calls a model. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationTarget, workspace } from 'vscode';
import type { RunFinished } from '../../../runtime/protocol/events.ts';
import { inWorkspace, skillwright } from '../harness/skills.ts';
import { until } from '../harness/until.ts';

const HOST = 'models.test';
const servers: Server[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function run(baseUrl: string): Promise<RunFinished> {
  const { runs } = await skillwright();
  const started = await runs.start({
    prompt: 'Say hello.',
    skills: [inWorkspace('skills', 'release-writer')],
    model: 'openai-compatible/small',
    baseUrl,
    guards: 'default',
    maxLlmCalls: 3,
    runs: inWorkspace('.skillwright', 'runs'),
    trusted: true,
  });
  assert.ok(started.kind === 'started', JSON.stringify(started));
  const { journal } = started.run;
  await until('the end of the run', () => runs.find(journal) === undefined, 20_000);
  return JSON.parse(readFileSync(journal, 'utf8').trimEnd().split('\n').at(-1) ?? '') as RunFinished;
}

const set = (name: string, value: unknown) =>
  workspace.getConfiguration('http').update(name, value, ConfigurationTarget.Global);

describe("VS Code's network settings", () => {
  after(async () => {
    for (const name of ['proxy', 'noProxy']) await set(name, undefined);
    for (const server of servers) server.close();
  });

  it('apply to a run: http.proxy with its password, and http.noProxy', async function () {
    this.timeout(60_000);
    const chunk = (choice: object) => `data: ${JSON.stringify({ id: 'r', choices: [{ index: 0, ...choice }] })}\n\n`;
    const model = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunk({ delta: { content: 'Hello.' } }) + chunk({ delta: {}, finish_reason: 'stop' }));
    });
    const port = await listen(model);
    const seen: string[] = [];
    const proxy = createServer((incoming, response) => {
      seen.push(`${incoming.headers['proxy-authorization']} ${incoming.url}`);
      const path = new URL(incoming.url ?? '').pathname;
      const onward = request({ port, path, method: 'POST' }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      incoming.pipe(onward);
    });
    await set('proxy', `http://me:s3cret-pw@127.0.0.1:${await listen(proxy)}`);
    const url = `http://${HOST}:${port}/v1`;
    assert.equal((await run(url)).text, 'Hello.');
    const basic = Buffer.from('me:s3cret-pw').toString('base64');
    assert.deepEqual(seen, [`Basic ${basic} ${url}/chat/completions`]);
    await set('noProxy', [HOST]);
    assert.match((await run(url)).error ?? '', /ENOTFOUND|EAI_AGAIN/);
    assert.equal(seen.length, 1);
  });
});

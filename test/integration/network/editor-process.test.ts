/** The process that VS Code forks, told how VS Code's settings want requests to leave. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import type { RunEvent, RunFinished } from '../../../runtime/protocol/events.ts';
import type { NetworkSettings } from '../../../runtime/protocol/network.ts';
import { RunEvents, StartRun, UseNetwork } from '../../../runtime/protocol/rpc.ts';
import { demoSkill, temporaryFolder } from '../run-support.ts';
import { HOST, proxy, secureModel } from './servers.ts';

const RUNTIME = join(import.meta.dirname, '../../../dist/runtime.cjs');

async function run(
  baseUrl: string,
  settings: NetworkSettings,
  env: Record<string, string> = {},
): Promise<RunFinished | undefined> {
  const inherited = { ...process.env };
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy'])
    for (const one of [name, name.toUpperCase()]) delete inherited[one];
  const child = fork(RUNTIME, [], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env: { ...inherited, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  const events: RunEvent[] = [];
  connection.onNotification(RunEvents, (batch) => void events.push(...batch));
  connection.listen();
  const exited = new Promise((resolve) => child.on('exit', resolve));
  await connection.sendNotification(UseNetwork, settings);
  await connection.sendRequest(StartRun, {
    prompt: 'Say hello.',
    skills: [demoSkill('Nothing to read.')],
    model: 'openai-compatible/small',
    baseUrl,
    guards: 'default',
    maxLlmCalls: 5,
    runs: join(temporaryFolder(), 'runs'),
    trusted: true,
  });
  await exited;
  return events.find((event) => event.type === 'run_finished');
}

test('http.proxy and the system’s authorities, read only when they are needed', async () => {
  const { url, port, certificates } = await secureModel();
  const through = await proxy({ authorization: `Basic ${Buffer.from('me:pw').toString('base64')}` });
  const settings = { proxy: `http://me:pw@127.0.0.1:${through.port}`, systemCertificates: true };
  const env = { SSL_CERT_FILE: certificates.authority };
  expect(await run(url, settings, env)).toMatchObject({ text: 'Hello.' });
  // Asked a second time, now with the system's authorities.
  expect(through.asked).toEqual([`CONNECT ${HOST}:${port}`, `CONNECT ${HOST}:${port}`]);
  expect(await run(`https://127.0.0.1:${port}/v1`, settings, env)).toMatchObject({ text: 'Hello.' });
  const without = await run(url, { ...settings, systemCertificates: false }, env);
  expect(without?.error).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test('http.proxyStrictSSL off: certificates behind the proxy do not count; those of what is asked directly do', async () => {
  const { url, port } = await secureModel();
  const through = await proxy();
  const settings = { proxy: `127.0.0.1:${through.port}`, strictSsl: false };
  expect(await run(url, settings)).toMatchObject({ text: 'Hello.' });
  expect((await run(`https://127.0.0.1:${port}/v1`, settings))?.error).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test('http.noProxy, and http.proxySupport off', async () => {
  const { url } = await secureModel();
  const through = await proxy();
  const settings = { proxy: `http://127.0.0.1:${through.port}`, strictSsl: false };
  const env = { HTTPS_PROXY: `http://127.0.0.1:${through.port}` };
  const ended = await Promise.all([
    run(url, { ...settings, noProxy: ['*.test'] }),
    run(url, { ...settings, direct: true }, env),
  ]);
  for (const finished of ended) expect(finished?.error).toMatch(/ENOTFOUND|EAI_AGAIN/);
  expect(through.asked).toEqual([]);
});

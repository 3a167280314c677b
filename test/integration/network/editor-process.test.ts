/** The process that VS Code forks, with network options from VS Code's settings. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunFinished } from '../../../runtime/protocol/events.ts';
import type { NetworkSettings } from '../../../runtime/protocol/network.ts';
import { StartRun, UseNetwork } from '../../../runtime/protocol/rpc.ts';
import { createDemoSkill, createTemporaryFolder } from '../run-support.ts';
import { startRuntimeProcess } from '../runtime-process.ts';
import { HOST, startProxy, startSecureModel } from './servers.ts';

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

async function run(
  baseUrl: string,
  settings: NetworkSettings,
  env: Record<string, string> = {},
): Promise<RunFinished | undefined> {
  const { connection, events, exited } = startRuntimeProcess({ env, without: PROXIES, quiet: true });
  await connection.sendNotification(UseNetwork, settings);
  await connection.sendRequest(StartRun, {
    prompt: 'Say hello.',
    skills: [createDemoSkill('Nothing to read.')],
    model: 'openai-compatible/small',
    baseUrl,
    guards: 'default',
    maxLlmCalls: 5,
    runs: join(createTemporaryFolder(), 'runs'),
    trusted: true,
  });
  await exited;
  return events.find((event) => event.type === 'run_finished');
}

test("http.proxy and the system's authorities, read only when needed", async () => {
  const { url, port, certificates } = await startSecureModel();
  const through = await startProxy({ authorization: `Basic ${Buffer.from('me:pw').toString('base64')}` });
  const settings = { proxy: `http://me:pw@127.0.0.1:${through.port}`, systemCertificates: true };
  const env = { SSL_CERT_FILE: certificates.authority };
  expect(await run(url, settings, env)).toMatchObject({ text: 'Hello.' });
  // Requested again, now with the system's authorities.
  expect(through.requests).toEqual([`CONNECT ${HOST}:${port}`, `CONNECT ${HOST}:${port}`]);
  expect(await run(`https://127.0.0.1:${port}/v1`, settings, env)).toMatchObject({ text: 'Hello.' });
  const without = await run(url, { ...settings, systemCertificates: false }, env);
  expect(without?.error).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test('http.proxyStrictSSL off: certificates behind the proxy are not checked; those of direct connections are', async () => {
  const { url, port } = await startSecureModel();
  const through = await startProxy();
  const settings = { proxy: `127.0.0.1:${through.port}`, strictSsl: false };
  expect(await run(url, settings)).toMatchObject({ text: 'Hello.' });
  expect((await run(`https://127.0.0.1:${port}/v1`, settings))?.error).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test('http.noProxy, and http.proxySupport off', async () => {
  const { url } = await startSecureModel();
  const through = await startProxy();
  const settings = { proxy: `http://127.0.0.1:${through.port}`, strictSsl: false };
  const env = { HTTPS_PROXY: `http://127.0.0.1:${through.port}` };
  const result = await Promise.all([
    run(url, { ...settings, noProxy: ['*.test'] }),
    run(url, { ...settings, direct: true }, env),
  ]);
  for (const finished of result) expect(finished?.error).toMatch(/ENOTFOUND|EAI_AGAIN/);
  expect(through.requests).toEqual([]);
});

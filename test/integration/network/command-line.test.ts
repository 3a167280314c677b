/** The command line behind a proxy, and with certificates of a private authority. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { useSeparateProcesses } from '../in-process.ts';
import { type CliResult, createDemoSkill, createTemporaryFolder, runCli } from '../run-support.ts';
import { HOST, startModel, startProxy, startSecureModel } from './servers.ts';

useSeparateProcesses();

/** Overrides the variables of the test machine; an empty one counts as not set. */
const NONE: Record<string, string> = {
  HTTP_PROXY: '',
  HTTPS_PROXY: '',
  NO_PROXY: '',
  NODE_EXTRA_CA_CERTS: '',
  NODE_USE_SYSTEM_CA: '',
  NODE_OPTIONS: '',
};
for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) delete process.env[name];

async function run(url: string, env: Record<string, string>, cwd = createTemporaryFolder()): Promise<CliResult> {
  const named = ['--model', 'openai-compatible/small', '--base-url', url];
  return runCli(['run', 'Say hello.', '--skills', createDemoSkill('Say hello.'), ...named, '--json'], {
    env: { ...NONE, ...env },
    cwd,
  });
}

/** Returns everything below a folder as one text. */
function readAllText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

test('https uses a tunnel of HTTPS_PROXY; the authority is given by NODE_EXTRA_CA_CERTS', async () => {
  const {
    url,
    certificates: { authority },
    port,
  } = await startSecureModel();
  const through = await startProxy();
  const env = { HTTPS_PROXY: `http://127.0.0.1:${through.port}`, NODE_EXTRA_CA_CERTS: authority };
  const { code, finished } = await run(url, env);
  expect([code, finished?.text]).toEqual([0, 'Hello.']);
  expect(through.requests).toEqual([`CONNECT ${HOST}:${port}`]);
});

test('http is sent to HTTP_PROXY as a request, without a tunnel', async () => {
  const { port } = await startModel();
  const through = await startProxy();
  const { finished } = await run(`http://${HOST}:${port}/v1`, { HTTP_PROXY: `127.0.0.1:${through.port}` });
  expect(finished?.text).toBe('Hello.');
  expect(through.requests).toEqual([`POST http://${HOST}:${port}/v1/chat/completions`]);
});

test('the proxy itself over https', async () => {
  const { url, certificates } = await startSecureModel();
  const through = await startProxy({ certificates });
  const HTTPS_PROXY = `https://127.0.0.1:${through.port}`;
  const { finished } = await run(url, { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: certificates.authority });
  expect(finished?.text).toBe('Hello.');
  const unknown = await run(url, { HTTPS_PROXY });
  expect(unknown.finished?.error).toMatch(/cannot be reached: .*NODE_EXTRA_CA_CERTS/);
});

test('hosts of NO_PROXY and this machine are contacted directly', async () => {
  const { port, paths } = await startModel();
  const through = await startProxy();
  const env = { HTTP_PROXY: `http://127.0.0.1:${through.port}` };
  const local = await run(`http://127.0.0.1:${port}/v1`, env);
  expect(local.finished?.text).toBe('Hello.');
  const excepted = await run(`http://${HOST}:${port}/v1`, { ...env, NO_PROXY: `other.test,.test` });
  expect(excepted.finished?.error).toMatch(/cannot be reached: .*ENOTFOUND|EAI_AGAIN/);
  expect(through.requests).toEqual([]);
  expect(paths).toHaveLength(1);
});

test('an unknown authority: reported immediately with instructions, and nothing was sent', async () => {
  const { port, paths } = await startSecureModel();
  const started = performance.now();
  const { code, finished, ofType } = await run(`https://127.0.0.1:${port}/v1`, {});
  expect(code).toBe(5);
  expect(finished?.error).toMatch(/^https:\/\/127\.0\.0\.1:\d+ cannot be reached: .*NODE_EXTRA_CA_CERTS/);
  expect(ofType('note')).toEqual([]);
  expect(paths).toEqual([]);
  expect(performance.now() - started).toBeLessThan(scaledLimit(5000));
});

test.each(['NODE_USE_SYSTEM_CA=1', 'NODE_OPTIONS=--use-system-ca'])("the system's authorities: %s", async (set) => {
  const {
    url,
    port,
    certificates: { authority },
  } = await startSecureModel();
  const through = await startProxy();
  const [name = '', value = ''] = set.split(/=(.*)/s);
  // The location in which OpenSSL looks for those of the system.
  const env = { [name]: value, SSL_CERT_FILE: authority };
  const direct = await run(`https://127.0.0.1:${port}/v1`, env);
  expect(direct.finished).toMatchObject({ text: 'Hello.' });
  const proxied = await run(url, { ...env, HTTPS_PROXY: `http://127.0.0.1:${through.port}` });
  expect(proxied.finished).toMatchObject({ text: 'Hello.' });
});

test('user name and password are sent to the proxy, and are neither recorded nor printed', async () => {
  const {
    url,
    certificates: { authority },
  } = await startSecureModel();
  const basic = Buffer.from('agent:s3cret-p@ss').toString('base64');
  const through = await startProxy({ authorization: `Basic ${basic}` });
  const at = (user: string): string => `http://${user}@127.0.0.1:${through.port}`;
  const cwd = createTemporaryFolder();
  const good = await run(url, { HTTPS_PROXY: at('agent:s3cret-p%40ss'), NODE_EXTRA_CA_CERTS: authority }, cwd);
  expect(good.finished?.text).toBe('Hello.');
  const bad = await run(url, { HTTPS_PROXY: at('agent:wr0ng-p%40ss'), NODE_EXTRA_CA_CERTS: authority }, cwd);
  expect(bad.finished?.error).toMatch(/407.*Correct the name and password .*the proxy rejected them/);
  const broken = await run(url, { HTTPS_PROXY: 'http://agent:s3cret-p%40ss@:x', NODE_EXTRA_CA_CERTS: authority }, cwd);
  expect(broken.finished?.error).toMatch(/Write the proxy’s address as .*it is invalid/);
  const everything = [good, bad, broken].map(({ stdout, stderr }) => stdout + stderr).join('\n') + readAllText(cwd);
  expect(everything).not.toMatch(/s3cret|wr0ng/);
  expect(everything).not.toContain(basic);
});

test('lists of models use the same route', async () => {
  const {
    url,
    certificates: { authority },
    paths,
  } = await startSecureModel();
  const through = await startProxy();
  const env = { ...NONE, HTTPS_PROXY: `http://127.0.0.1:${through.port}`, NODE_EXTRA_CA_CERTS: authority };
  const { code, stdout } = await runCli(['models', 'openai-compatible', '--base-url', url], { env });
  expect([code, stdout.trim()]).toEqual([0, 'openai-compatible/small']);
  expect(paths).toEqual(['/v1/models']);
});

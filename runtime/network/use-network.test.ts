import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { networkSecrets, useNetwork } from './use-network.ts';

const own = globalThis.fetch;
const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock(import('./proxied-fetch.ts'), async (original) => {
  loaded.times++;
  return original();
});

afterEach(() => useNetwork({}, {}));

test('keeps Node’s own fetch if there is no proxy', () => {
  useNetwork({ strictSsl: false, noProxy: ['x'] }, {});
  expect(globalThis.fetch).toBe(own);
  useNetwork({ systemCertificates: true }, {});
  useNetwork({}, {});
  expect(globalThis.fetch).toBe(own);
});

test('with a proxy, loads nothing before a request needs it, and accesses this computer directly', async () => {
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  useNetwork({ proxy: 'http://me:s3cret-pw@127.0.0.1:9', systemCertificates: true }, {});
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(loaded.times).toBe(0);
  await expect(fetch('http://models.test/')).rejects.toThrow('fetch failed');
  expect(loaded.times).toBe(1);
  expect(networkSecrets()).toEqual(['s3cret-pw']);
});

test('an invalid proxy address fails each request with a code and without the address', async () => {
  useNetwork({ proxy: 'http://me:s3cret-pw@:x' }, {});
  const failed: unknown = await fetch('https://models.test/').catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: 'fetch failed', cause: { code: 'SKILLWRIGHT_BAD_PROXY' } });
  expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain('s3cret');
});

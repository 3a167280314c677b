import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { type Endpoint, endpointOf } from '../endpoint/endpoint.ts';
import { openModel } from '../registry.ts';
import { keyFilePath, readKeyFile } from './key-file.ts';
import { createKeys } from './keys.ts';

const KEY = 'sk-canary-81f2';

/** Returns an environment whose configuration folder holds this key file. */
function withKeyFile(content: unknown, mode = 0o600): { XDG_CONFIG_HOME: string } {
  const environment = { XDG_CONFIG_HOME: temporaryFolder() };
  const path = keyFilePath(environment);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(path, mode);
  return environment;
}

const at = (name: string, baseUrl?: string): Endpoint => endpointOf(name, baseUrl) as Endpoint;

test('keyFilePath returns the path for each platform', () => {
  expect(keyFilePath({ XDG_CONFIG_HOME: '/x' })).toBe(join('/x', 'skillwright', 'keys.json'));
  expect(keyFilePath({ XDG_CONFIG_HOME: 'relative' }, 'linux')).toMatch(/\.config.skillwright.keys\.json$/);
  expect(keyFilePath({ APPDATA: '/roaming' }, 'win32')).toBe(join('/roaming', 'skillwright', 'keys.json'));
  expect(readKeyFile({ XDG_CONFIG_HOME: '/nowhere' })).toEqual({ kind: 'none' });
});

test('its keys are used for their origins, after those of the environment', () => {
  const environment = withKeyFile({ 'https://api.openai.com': KEY, 'https://models.example:8443': ` ${KEY}2 ` });
  const file = readKeyFile(environment);
  const keys = createKeys({ environment, file });
  const from = { kind: 'file', name: keyFilePath(environment) };
  expect(keys.findKey(at('openai/m'))).toEqual({ key: KEY, from });
  expect(keys.findKey(at('openai-compatible/m', 'https://models.example:8443/v1'))).toEqual({ key: `${KEY}2`, from });
  expect(keys.keyFor(at('openai-compatible/m', 'https://models.example/v1'))).toBeUndefined();
  expect(keys.keyFor(at('openai/m', 'http://api.openai.com/v1'))).toBeUndefined();
  expect(keys.all).toEqual([KEY, `${KEY}2`]);
  const both = createKeys({ environment: { OPENAI_API_KEY: 'sk-env' }, file });
  expect(both.findKey(at('openai/m'))).toEqual({ key: 'sk-env', from: { kind: 'variable', name: 'OPENAI_API_KEY' } });
});

describe.skipIf(process.platform === 'win32')('file modes', () => {
  test.each([0o640, 0o604, 0o620, 0o666, 0o611])('%o is refused with the command that fixes it', (mode) => {
    const environment = withKeyFile({ 'https://api.openai.com': KEY }, mode);
    const file = readKeyFile(environment);
    const path = keyFilePath(environment);
    expect(file).toMatchObject({ kind: 'refused', message: expect.stringContaining(`Run: chmod 600 '${path}'`) });
    expect(file).toMatchObject({ message: expect.stringContaining(`mode ${mode.toString(8)}`) });
  });

  test.each([0o600, 0o400])('%o is accepted', (mode) => {
    expect(readKeyFile(withKeyFile({ 'https://api.openai.com': KEY }, mode)).kind).toBe('keys');
  });
});

test.each([
  ['{', /not JSON/],
  [`{"https://api.openai.com": ${KEY}}`, /not JSON/],
  ['[]', /not an object/],
  [{ 'https://api.openai.com/v1': KEY }, /https:\/\/api\.openai\.com is not an origin/],
  [{ 'api.openai.com': KEY }, /an entry is not an origin/],
  [{ [KEY]: 'https://api.openai.com' }, /an entry is not an origin/],
  [{ 'ftp://host': KEY }, /not an origin/],
  [{ 'https://api.openai.com': 7 }, /the key of https:\/\/api\.openai\.com is not a key/],
  [{ 'https://api.openai.com': `${KEY}\nx-evil: 1` }, /is not a key/],
])('%j is refused, and no key is shown', (content, message) => {
  const file = readKeyFile(withKeyFile(content));
  expect(file).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
  expect(JSON.stringify(file)).not.toContain(KEY);
});

test('a folder in its place is refused', () => {
  const environment = { XDG_CONFIG_HOME: temporaryFolder() };
  mkdirSync(keyFilePath(environment), { recursive: true, mode: 0o700 });
  expect(readKeyFile(environment)).toMatchObject({ kind: 'refused' });
});

test('a model that may need a key of a refused file fails with the reason; a local one opens without a key', async () => {
  const environment = withKeyFile('{');
  const keys = createKeys({ environment, file: readKeyFile(environment) });
  const open = (name: string, baseUrl?: string) => openModel(defined({ name, keys, paced: false, baseUrl }));
  const refused = { kind: 'failed', message: expect.stringMatching(/^No key was taken from .*keys\.json/) };
  expect(await open('openai/m')).toMatchObject(refused);
  expect(await open('openai-compatible/m', 'https://models.example/v1')).toMatchObject(refused);
  expect(await open('openai-compatible/m', 'http://127.0.0.1:1234/v1')).toMatchObject({ kind: 'model' });
});

test.skipIf(process.platform === 'win32')('a named pipe in its place is refused without blocking', () => {
  const environment = { XDG_CONFIG_HOME: temporaryFolder() };
  mkdirSync(dirname(keyFilePath(environment)), { recursive: true });
  execFileSync('mkfifo', ['-m', '600', keyFilePath(environment)]);
  expect(readKeyFile(environment)).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/it is not a file\.$/),
  });
});

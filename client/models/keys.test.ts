import { expect, test } from 'vitest';
import { defined } from '../../runtime/text/objects.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointAt } from './endpoint.ts';
import { Favorites } from './favorites.ts';
import { KeyStore, keyProblem } from './keys.ts';

/** Creates in-memory versions of VS Code's storages. */
function storages() {
  const secrets = new Map<string, string>();
  const state = new Map<string, unknown>();
  return {
    secrets,
    state,
    keys: new KeyStore(
      {
        get: async (name) => secrets.get(name),
        store: async (name, value) => void secrets.set(name, value),
        delete: async (name) => void secrets.delete(name),
      },
      memento(state),
    ),
  };
}

function memento(state: Map<string, unknown>) {
  return {
    get: (key: string, fallback?: unknown) => state.get(key) ?? fallback,
    update: async (key: string, value: unknown) => void state.set(key, structuredClone(value)),
  } as ConstructorParameters<typeof KeyStore>[1];
}

const at = (provider: string, baseUrl?: string): Endpoint => endpointAt(provider, baseUrl) as Endpoint;
const KEY = 'sk-canary-1';

test('passes a key only to the origin that it was entered for', async () => {
  const { keys } = storages();
  await keys.set(at('openai-compatible', 'https://a.example/v1'), KEY);
  const forRun = (id: string, baseUrl?: string) =>
    keys.keysForRun(defined({ id, baseUrl: baseUrl || undefined }), false);
  expect(await forRun('openai-compatible/m', 'https://a.example/other/path?x=1')).toEqual({ apiKey: KEY });
  expect(await forRun('openai/m', 'https://a.example/v1')).toEqual({ apiKey: KEY });
  for (const other of [
    'http://a.example/v1',
    'https://a.example:444/v1',
    'https://b.example/v1',
    'https://a.example.evil/',
  ])
    expect(await forRun('openai-compatible/m', other)).toEqual({});
  for (const model of ['openai/m', 'simulated/weak', 'vscode/m', 'unknown/m']) expect(await forRun(model)).toEqual({});
  // The default port is the same origin.
  expect(await forRun('openai-compatible/m', 'https://a.example:443/v1')).toEqual({ apiKey: KEY });
});

test("passes the keys of the providers' own addresses to an agent, but not those of other endpoints", async () => {
  const { keys } = storages();
  await keys.set(at('anthropic'), 'sk-anthropic');
  await keys.set(at('openai-compatible', 'https://a.example/v1'), KEY);
  expect(await keys.keysForRun({ id: 'simulated/weak' }, true)).toEqual({
    keys: { 'https://api.anthropic.com': 'sk-anthropic' },
  });
  expect(await keys.keysForRun({ id: 'simulated/weak' }, false)).toEqual({});
});

test('stores the key only in the secret storage', async () => {
  const { keys, secrets, state } = storages();
  await keys.set(at('anthropic'), KEY);
  expect([...secrets.values()]).toEqual([KEY]);
  expect(JSON.stringify([...state])).not.toContain(KEY);
});

test('lists the endpoints with a key, even without stored state, until the key is removed', async () => {
  const { keys, state } = storages();
  await keys.set(at('openai-compatible', 'https://a.example/v1'), KEY);
  await keys.set(at('google'), 'sk-google');
  expect((await keys.keyedEndpoints()).map(({ origin }) => origin)).toEqual([
    'https://generativelanguage.googleapis.com',
    'https://a.example',
  ]);
  state.clear();
  expect((await keys.keyedEndpoints()).map(({ provider }) => provider)).toEqual(['google']);
  await keys.remove('https://generativelanguage.googleapis.com');
  expect(await keys.keyedEndpoints()).toEqual([]);
  expect(await keys.get('https://generativelanguage.googleapis.com')).toBeUndefined();
});

test('reports a missing key only for a provider that needs one', async () => {
  const { keys } = storages();
  expect((await keys.endpointMissingKey({ id: 'anthropic/x' }))?.origin).toBe('https://api.anthropic.com');
  await keys.set(at('anthropic'), KEY);
  expect(await keys.endpointMissingKey({ id: 'anthropic/x' })).toBeUndefined();
  for (const model of ['ollama/x', 'simulated/weak', 'vscode/x'])
    expect(await keys.endpointMissingKey({ id: model })).toBeUndefined();
  expect(await keys.endpointMissingKey({ id: 'openai/x', baseUrl: 'http://127.0.0.1:1/v1' })).toBeUndefined();
});

test('reports a failing store, and reads no key from it', async () => {
  const fail = () => Promise.reject(new Error('locked'));
  const keys = new KeyStore({ get: fail, store: fail, delete: fail }, memento(new Map()));
  expect(await keys.set(at('anthropic'), KEY)).toEqual({ kind: 'failed', message: 'locked' });
  expect(await keys.remove('https://a.example')).toEqual({ kind: 'failed', message: 'locked' });
  expect(await keys.get('https://a.example')).toBeUndefined();
});

test.each([
  ['', /Enter the key/],
  ['sk abc def', /spaces/],
  ['sk-abc\u0000def', /spaces/],
  ['schlüssel', /ASCII/],
  ['abc', /at least 6/],
])('rejects %j as a key', (text, message) => {
  expect(keyProblem(text)).toMatch(message);
  expect(keyProblem(KEY)).toBeUndefined();
});

test('stores favorites in the order in which they were added, identified by name and address', async () => {
  const state = new Map<string, unknown>();
  const favorites = new Favorites(memento(state));
  await favorites.toggle({ id: 'anthropic/x' });
  await favorites.toggle({ id: 'openai-compatible/m', baseUrl: 'https://a.example/v1' });
  expect(favorites.has({ id: 'openai-compatible/m' })).toBe(false);
  const later = new Favorites(memento(state));
  expect(later.all().map(({ id }) => id)).toEqual(['anthropic/x', 'openai-compatible/m']);
  await later.toggle({ id: 'anthropic/x' });
  expect(favorites.all()).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { addressProblem, isPrivate, placeAt, placeOf } from './address.ts';
import { readModel, sameModel } from './names.ts';

const endpoints = { office: 'https://models.example/v1', openai: 'https://elsewhere.example', bad: 'ftp://x' };

test.each([
  ['anthropic/claude-x', { id: 'anthropic/claude-x' }],
  [' ollama/qwen3:8b ', { id: 'ollama/qwen3:8b' }],
  ['lmstudio/qwen/qwen3', { id: 'lmstudio/qwen/qwen3' }],
  ['vscode/copilot/gpt-x', { id: 'vscode/copilot/gpt-x' }],
  ['simulated/weak', { id: 'simulated/weak' }],
  ['seeded/7', { id: 'seeded/7' }],
  ['office/a/b', { id: 'openai-compatible/a/b', baseUrl: 'https://models.example/v1' }],
  // A workspace that knows the name of an endpoint must not make a provider of it.
  ['openai/gpt-x', { id: 'openai/gpt-x' }],
])('%s names a model', (text, model) => {
  expect(readModel(text, endpoints)).toEqual(model);
});

test.each([
  ['', /Write PROVIDER\/ID/],
  ['claude', /no provider 'claude'.*anthropic.*office/],
  ['anthropic', /Name the model, too: anthropic\/ID/],
  ['anthropic/  ', /Name the model, too/],
  ['simulated/strong', /simulated\/weak/],
  ['seeded/x', /number/],
  ['openai-compatible/x', /needs an address/],
  ['bad/x', /'bad' in the setting skillwright\.endpoints cannot be used.*http/],
  ['toString/x', /no provider/],
  [`openai/${'x'.repeat(300)}`, /no name of a model/],
  ['openai/a\nb', /no name of a model/],
])('%j names none, and the message says why', (text, message) => {
  expect(readModel(text, endpoints)).toMatch(message);
});

test('a model is another at another address', () => {
  const model = { id: 'openai-compatible/m', baseUrl: 'https://a.example/v1' };
  expect(sameModel(model, { ...model })).toBe(true);
  expect(sameModel(model, { ...model, baseUrl: 'https://b.example/v1' })).toBe(false);
});

test.each([
  ['https://a.example/v1?api-version=2', undefined],
  ['http://127.0.0.1:1234/v1', undefined],
  ['models.example', /http or https/],
  ['javascript:alert(1)', /http or https/],
  ['https://me:pw@a.example/', /name and a password/],
  ['https://a.example/v1?key=abc', /Without 'key'/],
  ['https://a.example/v1?subscription-key=abc', /Without 'subscription-key'/],
  ['https://a.example/v1?access_token=abc', /Without 'access_token'/],
])('the address %s', (address, problem) => {
  if (problem === undefined) expect(addressProblem(address)).toBeUndefined();
  else expect(addressProblem(address)).toMatch(problem);
});

test('where a model is asked', () => {
  expect(placeOf({ id: 'anthropic/x' })).toMatchObject({ origin: 'https://api.anthropic.com', own: true });
  expect(placeOf({ id: 'openai/x', baseUrl: 'https://proxy.example/v1' })).toMatchObject({
    origin: 'https://proxy.example',
    own: false,
  });
  expect(placeOf({ id: 'openai-compatible/x' })).toBeUndefined();
  expect(placeOf({ id: 'simulated/weak' })).toBeUndefined();
  expect(placeOf({ id: 'vscode/x' })).toBeUndefined();
  expect(placeAt('openai-compatible', 'https://me:pw@a.example')).toBeUndefined();
  // Another scheme or port is another origin.
  expect(placeAt('openai', 'http://api.openai.com/v1')?.own).toBe(false);
  expect(placeAt('openai', 'https://api.openai.com:8443/v1')?.own).toBe(false);
});

test('what can be read on its way', () => {
  expect(isPrivate('https://a.example')).toBe(true);
  expect(isPrivate('http://127.0.0.1:1234')).toBe(true);
  expect(isPrivate('http://[::1]:1234')).toBe(true);
  expect(isPrivate('http://a.example')).toBe(false);
  expect(isPrivate('http://127.0.0.1.example')).toBe(false);
});

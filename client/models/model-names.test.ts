import { expect, test } from 'vitest';
import { addressProblem, endpointAt, endpointOf, isPrivate } from './endpoint.ts';
import { parseModelName, sameModel } from './model-names.ts';

const endpoints = { office: 'https://models.example/v1', openai: 'https://elsewhere.example', bad: 'ftp://x' };

test.each([
  ['anthropic/claude-x', { id: 'anthropic/claude-x' }],
  [' ollama/qwen3:8b ', { id: 'ollama/qwen3:8b' }],
  ['lmstudio/qwen/qwen3', { id: 'lmstudio/qwen/qwen3' }],
  ['vscode/copilot/gpt-x', { id: 'vscode/copilot/gpt-x' }],
  ['simulated/weak', { id: 'simulated/weak' }],
  ['seeded/7', { id: 'seeded/7' }],
  ['office/a/b', { id: 'openai-compatible/a/b', baseUrl: 'https://models.example/v1' }],
  // An endpoint named like a provider must not replace the provider.
  ['openai/gpt-x', { id: 'openai/gpt-x' }],
])('parses %s', (text, model) => {
  expect(parseModelName(text, endpoints)).toEqual(model);
});

test.each([
  ['', /Enter PROVIDER\/ID/],
  ['claude', /Unknown provider 'claude'.*anthropic.*office/],
  ['anthropic', /Add the name of the model: anthropic\/ID/],
  ['anthropic/  ', /Add the name of the model/],
  ['simulated/strong', /simulated\/weak/],
  ['seeded/x', /number/],
  ['openai-compatible/x', /needs an address/],
  ['bad/x', /'bad' in the setting skillwright\.endpoints is invalid.*http/],
  ['toString/x', /Unknown provider/],
  [`openai/${'x'.repeat(300)}`, /valid name of a model/],
  ['openai/a\nb', /valid name of a model/],
])('rejects %j with a reason', (text, message) => {
  expect(parseModelName(text, endpoints)).toMatch(message);
});

test('distinguishes models by address', () => {
  const model = { id: 'openai-compatible/m', baseUrl: 'https://a.example/v1' };
  expect(sameModel(model, { ...model })).toBe(true);
  expect(sameModel(model, { ...model, baseUrl: 'https://b.example/v1' })).toBe(false);
});

test.each([
  ['https://a.example/v1?api-version=2', undefined],
  ['http://127.0.0.1:1234/v1', undefined],
  ['models.example', /http or https/],
  ['javascript:alert(1)', /http or https/],
  ['https://me:pw@a.example/', /user name and password/],
  ['https://a.example/v1?key=abc', /Remove 'key'/],
  ['https://a.example/v1?subscription-key=abc', /Remove 'subscription-key'/],
  ['https://a.example/v1?access_token=abc', /Remove 'access_token'/],
])('validates the address %s', (address, problem) => {
  if (problem === undefined) expect(addressProblem(address)).toBeUndefined();
  else expect(addressProblem(address)).toMatch(problem);
});

test('resolves the endpoint of a model', () => {
  expect(endpointOf({ id: 'anthropic/x' })).toMatchObject({ origin: 'https://api.anthropic.com', isOfficial: true });
  expect(endpointOf({ id: 'openai/x', baseUrl: 'https://proxy.example/v1' })).toMatchObject({
    origin: 'https://proxy.example',
    isOfficial: false,
  });
  expect(endpointOf({ id: 'openai-compatible/x' })).toBeUndefined();
  expect(endpointOf({ id: 'simulated/weak' })).toBeUndefined();
  expect(endpointOf({ id: 'vscode/x' })).toBeUndefined();
  expect(endpointAt('openai-compatible', 'https://me:pw@a.example')).toBeUndefined();
  // A different scheme or port is a different origin.
  expect(endpointAt('openai', 'http://api.openai.com/v1')?.isOfficial).toBe(false);
  expect(endpointAt('openai', 'https://api.openai.com:8443/v1')?.isOfficial).toBe(false);
});

test('recognizes encrypted and local origins', () => {
  expect(isPrivate('https://a.example')).toBe(true);
  expect(isPrivate('http://127.0.0.1:1234')).toBe(true);
  expect(isPrivate('http://[::1]:1234')).toBe(true);
  expect(isPrivate('http://a.example')).toBe(false);
  expect(isPrivate('http://127.0.0.1.example')).toBe(false);
});

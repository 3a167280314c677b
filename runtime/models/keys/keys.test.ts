import { describe, expect, test } from 'vitest';
import { type Endpoint, endpointOf } from '../endpoint/endpoint.ts';
import { createKeys } from './keys.ts';

const parseEndpoint = (name: string, baseUrl?: string): Endpoint => {
  const endpoint = endpointOf(name, baseUrl);
  if (typeof endpoint !== 'object') throw new Error(`${name}: ${endpoint}`);
  return endpoint;
};

describe('a key is sent to the origin that it was given for', () => {
  const environment = { ANTHROPIC_API_KEY: 'sk-ant', OPENAI_API_KEY: ' sk-oai ', GEMINI_API_KEY: 'sk-gem' };

  test.each([
    ['anthropic/claude-sonnet-4-5', undefined, 'sk-ant'],
    ['openai/gpt-5', undefined, 'sk-oai'],
    ['google/gemini-2.5-flash', undefined, 'sk-gem'],
    ['openai/gpt-5', 'https://api.openai.com/v1/', 'sk-oai'],
    ['openai/gpt-5', 'http://api.openai.com/v1', undefined],
    ['openai/gpt-5', 'https://api.openai.com.evil.example/v1', undefined],
    ['openai/gpt-5', 'https://api.openai.com:8443/v1', undefined],
    ['anthropic/claude-sonnet-4-5', 'https://api.openai.com/v1', undefined],
    ['openai-compatible/gpt-5', 'https://api.openai.com/v1', undefined],
    ['lmstudio/small', undefined, undefined],
    ['ollama/small', undefined, undefined],
  ])('the default variable: %s at %s', (name, baseUrl, key) => {
    expect(createKeys({ environment }).keyFor(parseEndpoint(name, baseUrl))).toBe(key);
  });

  test('no variable is read unless an environment is given', () => {
    expect(createKeys({}).keyFor(parseEndpoint('openai/gpt-5'))).toBeUndefined();
  });

  test('`apiKey` is used for its origin only, whatever the provider', () => {
    const keys = createKeys({ apiKey: 'sk-named', origin: 'https://models.example', environment });
    expect(keys.keyFor(parseEndpoint('openai-compatible/m', 'https://models.example/v1'))).toBe('sk-named');
    expect(keys.keyFor(parseEndpoint('openai-compatible/m', 'https://other.example/v1'))).toBeUndefined();
    expect(keys.keyFor(parseEndpoint('openai/gpt-5'))).toBe('sk-oai');
  });

  test('`byOrigin` keys are used for their origins', () => {
    const keys = createKeys({ byOrigin: { 'https://models.example': 'sk-kept' } });
    expect(keys.keyFor(parseEndpoint('anthropic/m', 'https://models.example/v1'))).toBe('sk-kept');
    expect(keys.keyFor(parseEndpoint('anthropic/m'))).toBeUndefined();
    expect(keys.keyFor(parseEndpoint('openai-compatible/m', 'https://constructor/v1'))).toBeUndefined();
  });

  test('`all` holds every key, for redaction', () => {
    const keys = createKeys({ apiKey: 'sk-named', byOrigin: { 'https://a.example': 'sk-kept' }, environment });
    expect([...keys.all].sort()).toEqual(['sk-ant', 'sk-gem', 'sk-kept', 'sk-named', 'sk-oai']);
  });
});

describe('endpoints', () => {
  test.each([
    ['openai/', undefined, /Name the model/],
    ['openai-compatible/m', undefined, /Give the address .* has no default/],
    ['ollama/m', 'ftp://127.0.0.1/', /Not an http/],
    ['anthropic/m', 'https://me:pw@host/', /Remove the user name and password/],
  ])('%s at %s', (name, baseUrl, message) => {
    expect(endpointOf(name, baseUrl)).toMatch(message);
  });

  test('simulated models and unknown providers have no endpoint', () => {
    expect(endpointOf('simulated/weak')).toBeUndefined();
    expect(endpointOf('unknown/m')).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { endpointNameOf, endpointNameProblem, suggestedName } from './endpoint-name.ts';

const endpoints = { office: 'https://models.example/v1' };

test.each([
  ['http://127.0.0.1:8080/v1', 'local-8080'],
  ['http://localhost/v1', 'local'],
  ['http://10.0.0.7:8000/v1', 'endpoint'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://api.together.xyz/v1', 'together'],
  // What is a provider's name would mean that provider.
  ['https://api.openai.com/v1', 'openai-2'],
  ['https://models.office.example/v1', 'office-2'],
])('%s is suggested as %s', (address, name) => {
  expect(suggestedName(address, endpoints)).toBe(name);
  expect(endpointNameProblem(suggestedName(address, endpoints), address, endpoints)).toBeUndefined();
});

test.each([
  ['a/b', /Letters, digits/],
  [' ', /Letters, digits/],
  ['x'.repeat(41), /Letters, digits/],
  ['openai', /is a provider's/],
  ['simulated', /is a provider's/],
  ['office', /'office' is https:\/\/models\.example/],
])('%j is no name for another endpoint', (name, problem) => {
  expect(endpointNameProblem(name, 'https://other.example/v1', endpoints)).toMatch(problem);
});

test('none is needed, and its own may stay', () => {
  expect(endpointNameProblem('', 'https://other.example/v1', endpoints)).toBeUndefined();
  expect(endpointNameProblem('office', endpoints.office, endpoints)).toBeUndefined();
  expect(endpointNameOf(endpoints.office, endpoints)).toBe('office');
  expect(endpointNameOf('https://other.example/v1', endpoints)).toBeUndefined();
  expect(endpointNameOf(undefined, endpoints)).toBeUndefined();
});

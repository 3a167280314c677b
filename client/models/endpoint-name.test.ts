import { expect, test } from 'vitest';
import { endpointNameOf, endpointNameProblem, suggestName } from './endpoint-name.ts';

const endpoints = { office: 'https://models.example/v1' };

test.each([
  ['http://127.0.0.1:8080/v1', 'local-8080'],
  ['http://localhost/v1', 'local'],
  ['http://10.0.0.7:8000/v1', 'endpoint'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://api.together.xyz/v1', 'together'],
  // A provider's name is reserved.
  ['https://api.openai.com/v1', 'openai-2'],
  ['https://models.office.example/v1', 'office-2'],
])('suggests for %s the name %s', (address, name) => {
  expect(suggestName(address, endpoints)).toBe(name);
  expect(endpointNameProblem(suggestName(address, endpoints), address, endpoints)).toBeUndefined();
});

test.each([
  ['a/b', /letters, digits/],
  [' ', /letters, digits/],
  ['x'.repeat(41), /letters, digits/],
  ['openai', /is a provider\./],
  ['simulated', /is a provider\./],
  ['office', /'office' is already used for https:\/\/models\.example/],
])('rejects the name %j for another endpoint', (name, problem) => {
  expect(endpointNameProblem(name, 'https://other.example/v1', endpoints)).toMatch(problem);
});

test('accepts an empty name and the current name of the endpoint', () => {
  expect(endpointNameProblem('', 'https://other.example/v1', endpoints)).toBeUndefined();
  expect(endpointNameProblem('office', endpoints.office, endpoints)).toBeUndefined();
  expect(endpointNameOf(endpoints.office, endpoints)).toBe('office');
  expect(endpointNameOf('https://other.example/v1', endpoints)).toBeUndefined();
  expect(endpointNameOf(undefined, endpoints)).toBeUndefined();
});

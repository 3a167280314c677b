import { expect, it } from 'vitest';
import { notSet } from './not-set.ts';

it.each(['OPENAI_API_KEY', 'K', 'MY_KEY_2'])('names the variable %s', (name) => {
  expect(notSet(name, '--api-key-env')).toBe(`The environment variable ${name} is not set.`);
});

it.each([
  'sk-ant-api03-abcdef',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA1234567890',
  'ghp_0123456789abcdef',
  'pass word',
  'x=y',
])('does not repeat %s', (secret) => {
  expect(notSet(secret, '--api-key-env')).not.toContain(secret);
  expect(notSet(secret, '--api-key-env')).toContain('--api-key-env');
});

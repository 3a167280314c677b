import { expect, it } from 'vitest';
import { unsetVariableMessage } from './unset-variable.ts';

it.each(['OPENAI_API_KEY', 'K', 'MY_KEY_2'])('names the variable %s', (name) => {
  expect(unsetVariableMessage(name, '--api-key-env')).toBe(`Set the environment variable ${name}: it is not set.`);
});

it.each([
  'sk-ant-api03-abcdef',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA1234567890',
  'ghp_0123456789abcdef',
  'pass word',
  'x=y',
])('does not repeat %s', (secret) => {
  expect(unsetVariableMessage(secret, '--api-key-env')).not.toContain(secret);
  expect(unsetVariableMessage(secret, '--api-key-env')).toContain('--api-key-env');
});

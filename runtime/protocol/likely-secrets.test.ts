import { describe, expect, test } from 'vitest';
import { redactKeyShapes, redactLikelySecrets } from './likely-secrets.ts';

describe('redacts likely secrets', () => {
  test.each([
    ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [redacted]'],
    ['{"authorization":"Bearer abcdef123456"}', '{"authorization":"Bearer [redacted]"}'],
    ['"x-api-key": "0123456789abcdef"', '"x-api-key": "[redacted]"'],
    ["apiKey='a1b2c3d4e5'", "apiKey='[redacted]'"],
    ['GET https://ada:pass@host/v1?key=AbC123&x=1', 'GET https://[redacted]@host/v1?key=[redacted]&x=1'],
    ['https://h/v1?api_key=AbC12345&x=1', 'https://h/v1?api_key=[redacted]&x=1'],
    ['Incorrect API key provided: sk-proj-abcdefghijklmnop.', 'Incorrect API key provided: sk…[redacted].'],
    ['ghp_0123456789abcdefghij and AKIA0123456789ABCDEF', 'ghp…[redacted] and AKIA…[redacted]'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'eyJ…[redacted]'],
    [
      '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nafter',
      '-----BEGIN PRIVATE KEY-----…[redacted]\nafter',
    ],
  ])('%s', (text, expected) => {
    expect(redactLikelySecrets(text)).toBe(expected);
  });
});

describe('shapes of secrets in sessions', () => {
  test.each([
    ['psql postgres://ada:hunter2@db/tea', 'psql postgres://ada:…[redacted]@db/tea'],
    ['redis://:p4ss-w0rd@cache:6379', 'redis://:…[redacted]@cache:6379'],
    [`curl -H "Authorization: Bearer ${'a1b2'.repeat(5)}"`, 'curl -H "Authorization: Bearer …[redacted]"'],
    [`{\\"authorization\\": \\"Basic ${'YWRh'.repeat(4)}\\"}`, '{\\"authorization\\": \\"Basic …[redacted]\\"}'],
  ])('%s', (text, expected) => expect(redactKeyShapes(text)).toBe(expected));

  test.each([
    'https://ada@example.com:8080/x:y',
    'see http://localhost:3000/@scope/x and mail a:b@c',
    'postgres://ada:{password}@db and postgres://ada:$PASS@db and https://<user>:<password>@host',
    'Authorization: Bearer $TOKEN',
  ])('%s is unchanged', (text) => expect(redactKeyShapes(text)).toBe(text));

  test('take time in proportion to the length of the text', () => {
    for (const part of ['a.', 'a://', 'a://b:', 'authorization: ', 'a://b:c'])
      expect(redactKeyShapes(part.repeat(200_000))).toHaveLength(part.length * 200_000);
  });
});

describe('leaves useful text unchanged', () => {
  test.each([
    '{"inputTokens": 1234, "outputTokens": 5678901}',
    'maxTokens: 8192, token: undefined',
    'The key of anthropic is set.',
    'https://api.example.com/v1/models?after=x',
    'Reading /home/ada/skills/token-counter/SKILL.md:12:3',
    'password: [redacted]',
  ])('%s', (text) => {
    expect(redactLikelySecrets(text)).toBe(text);
  });
});

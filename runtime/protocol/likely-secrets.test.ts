import { describe, expect, test } from 'vitest';
import { redactLikelySecrets } from './likely-secrets.ts';

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

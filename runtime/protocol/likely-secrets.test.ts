import { describe, expect, test } from 'vitest';
import { isSecretField, redactKeyShapes, redactLikelySecrets } from './likely-secrets.ts';

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
    ['DB_PASSWORD=hunter2\nPORT=8080', 'DB_PASSWORD=…[redacted]\nPORT=8080'],
    ['export STRIPE_SECRET_KEY="abc123def456"', 'export STRIPE_SECRET_KEY="…[redacted]"'],
    ["APP_TOKEN = 'q1w2e3r4'", "APP_TOKEN = '…[redacted]'"],
    ['curl -H "X-Api-Key: 0123456789abcdef" h', 'curl -H "X-Api-Key: …[redacted]" h'],
    ['Cookie: session=0123456789abcdef; a=b', 'Cookie: …[redacted] a=b'],
    ['https://h/x?sig=0123abcd4567&b=1', 'https://h/x?sig=…[redacted]&b=1'],
    ['{"user":"ada","password":"hunter2x"}', '{"user":"ada","password":"…[redacted]"}'],
    ['{\\"client_secret\\": \\"a1b2c3d4\\"}', '{\\"client_secret\\": \\"…[redacted]\\"}'],
    [`${'sk'}_live_${'4eC39HqLyj'.repeat(2)}`, 'sk_live…[redacted]'],
    ['https://hooks.slack.com/services/T000/B000/XXXXXXXXXX', 'https://hooks.slack.com/services/…[redacted]'],
    ['AccountKey=abcdefghijklmnopqrst==;', 'AccountKey=…[redacted];'],
  ])('%s', (text, expected) => expect(redactKeyShapes(text)).toBe(expected));

  test.each([
    'export API_TOKEN=your-token-here; export DB_PASSWORD=placeholder',
    'MAX_TOKENS=4096 and TOKEN_URL=https://h/t and SECRET_KEY = os.environ["X"]',
    'const API_KEY = process.env.API_KEY; API_KEY=$KEY; API_KEY=<key>; API_KEY = getKey();',
    '{"password": "string", "token_count": "123456789", "next_page_token": "abcdefgh12345678"}',
    '{"api_key": "$API_KEY", "password": "<password>", "secret": "your-secret"}',
    'x-api-key: $KEY and PASSWORD_FILE=/run/secrets/x',
    'https://h/x?token=$TOKEN&page=12345678',
    'https://ada@example.com:8080/x:y',
    'see http://localhost:3000/@scope/x and mail a:b@c',
    'postgres://ada:{password}@db and postgres://ada:$PASS@db and https://<user>:<password>@host',
    'Authorization: Bearer $TOKEN',
  ])('%s is unchanged', (text) => expect(redactKeyShapes(text)).toBe(text));

  test('take time in proportion to the length of the text', () => {
    // These are long enough to be secrets, so only the time is of interest.
    const names = ['A_PASSWORD', 'KEY=', 'TOKEN', '"api_key":"', '"a_', 'x-a-', 'cookie:', '?sig=', '"password" :'];
    for (const part of ['a.', 'a://', 'a://b:', 'authorization: ', 'a://b:c'])
      expect(redactKeyShapes(part.repeat(200_000))).toHaveLength(part.length * 200_000);
    for (const name of names) expect(redactKeyShapes(name.repeat(200_000))).not.toBe('');
  });
});

test.each([
  ['password', 'hunter2x', true],
  ['dbPassword', 'correct', true],
  ['clientSecret', 'a1b2c3d4', true],
  ['api_key', '0123456789abcdef', true],
  ['x-api-key', '0123456789abcdef', true],
  ['accessToken', 'opaque-value', true],
  ['password', 'your-password', false],
  ['password', '$PASSWORD', false],
  ['password', 'two words', false],
  ['max_tokens', '8192', false],
  ['token', 'abcdefgh', false],
  ['path', '/home/ada/password', false],
])('a field %s with %s is a secret: %s', (name, value, expected) => expect(isSecretField(name, value)).toBe(expected));

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

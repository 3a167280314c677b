import { describe, expect, test } from 'vitest';
import { sample } from '../../test/equipment/skill/long.ts';
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
    'TWILIO_AUTH_TOKEN=VALUE',
    'GITHUB_TOKEN: VALUE',
    'aws_secret_access_key = VALUE',
    'app --password=VALUE',
  ])('%s, whatever the first character of the value is', (text) => {
    for (const first of '0123456789abcdefXYZ')
      expect(redactKeyShapes(text.replace('VALUE', `${first}c17a90e5b2d84611c0f7ae92d35b0`))).toBe(
        text.replace('VALUE', '…[redacted]'),
      );
  });

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
});

describe('hostile text takes time in proportion to its length', () => {
  // `\u0020` and `\n` are a space and a line end within a part.
  const parts = [
    String.raw`a. a:// a://b: a://b:c a:a@ authorization: Authorization:Bearer\u0020 Bearer\u0020a A_PASSWORD KEY= TOKEN token: token="`,
    String.raw`"api_key":" "a_ x-a- cookie: cookie:a= ?sig= "password": \"token\":\" -----BEGIN\u0020PRIVATE\u0020KEY-----`,
    String.raw`-----BEGIN\u0020 Private-Lines:\u00201\nA\n login\u0020a\u0020password\u0020 curl\u0020-u\u0020a: mysql\u0020-p\u0020`,
    String.raw`kind:\u0020Secret\n kind:\u0020Secret\ndata:\n\u0020a:\u0020b\n "kind":"Secret" "data":{ $6$a $6$ eyJa. AAAA A a- _ - =`,
    String.raw`a:5432: a:*:a:a: echo\u0020a\u0020| mnemonic=aaa\u0020aaa\u0020 sk- sk-a ghp_ ghp_a. --password\u0020 pass, password:|`,
    String.raw`name="password"value=" setx\u0020token\u0020 AZDO x-token-key- api\u0020key\u0020 %( https://hooks.slack.com/services/ |a`,
    ['$', '{a'].join(''),
  ].join(' ');
  const texts = parts
    .split(' ')
    .map((part) => JSON.parse(`"${part.replace(/["\n]|\\(?!u00|n)/g, (one) => `\\${one}`)}"`) as string);

  test.each(sample(texts, 4))('%j', (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length));
    const started = process.threadCpuUsage().user;
    for (const redact of [redactKeyShapes, redactLikelySecrets]) expect(redact(text)).not.toBe('');
    // Quadratic time would be hours.
    expect((process.threadCpuUsage().user - started) / 1000, 'milliseconds of processor time').toBeLessThan(2000);
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
    'PWD=/dev/shm/Xk3vQ9zL8w2RtY7b/sw-systems-Xk3vQ9\nOLDPWD=/srv/Xk3vQ9zL8w2RtY7b',
    'SSH_AUTH_SOCK=/tmp/ssh-Xk3vQ9zL8w2R/agent.41, pg_pwd=/tmp/Xk3vQ9zL8w2RtY7b/a.json',
  ])('%s', (text) => {
    expect(redactLikelySecrets(text)).toBe(text);
  });
});

import { expect, test } from 'vitest';
import { randomSecrets, redactionRates } from '../../../test/equipment/runtime/random-secrets.ts';
import { redactKeyShapes } from '../likely-secrets.ts';
import { SYNTAXES } from './assignments.ts';
import { NAME_EXAMPLES } from './names.ts';

const NAMES = ['TWILIO_AUTH_TOKEN', 'DB_PASSWORD', 'apiKey', 'STRIPE_KEY'];
const PLACES = SYNTAXES.flatMap(({ examples }) => examples).flatMap((text) =>
  text.includes('NAME') ? NAMES.map((name) => text.replaceAll('NAME', name)) : [text],
);

test.each(PLACES)('redacts the value in %s', (text) => {
  // Digits first, small letters first, and signs within.
  for (const value of ['3fc17a90e5b2d846', 'f3c17a90e5b2d846', '9Qz/X3vK+7mT2wR9', 'a-7mT2wR9_bN4jL1']) {
    const redacted = text.replace('VALUE', '…[redacted]');
    expect(redactKeyShapes(text.replace('VALUE', value))).toBe(redacted);
    expect(redactKeyShapes(redacted)).toBe(redacted);
  }
  for (const value of ['<value>', 'your-value-here', '***', 'xxxxxxxxxxxx', 'YOUR_API_KEY', '…[redacted]'])
    expect(redactKeyShapes(text.replace('VALUE', value))).toBe(text.replace('VALUE', value));
});

test('redacts at least 99.5 % of random values in each syntax, of each alphabet and with each first character', () => {
  const { rates, byPlace } = redactionRates(
    PLACES.map((text, index) => ({ values: randomSecrets(index, 1), textOf: (value) => text.replace('VALUE', value) })),
    redactKeyShapes,
  );
  for (const [group, rate] of rates) expect(rate, group).toBeGreaterThanOrEqual(0.995);
  // Few values each: one more or less is 0.3 %.
  for (const [index, rate] of byPlace.entries()) expect(rate, PLACES[index]).toBeGreaterThanOrEqual(0.985);
});

test.each(NAME_EXAMPLES)('redacts random values after a name that is %s: %s', (_, name) => {
  expect(redactKeyShapes(`x\n${name}: 3fc17a90e5b2d846\n`)).toBe(`x\n${name}: …[redacted]\n`);
});

test.each([
  ['words as passwords in certain places', 'DB_PASSWORD=swordfish', 'DB_PASSWORD=…[redacted]'],
  ['words in quotes', '{"password": "swordfish"}', '{"password": "…[redacted]"}'],
  ['passwords with signs', 'DB_PASSWORD=a;b&c(d)9\nX=1', 'DB_PASSWORD=…[redacted]\nX=1'],
  ['passwords of Google apps', 'app_password: "abcd efgh ijkl mnop"', 'app_password: "…[redacted]"'],
  ['names of two words', '- API key: 3fc17a90e5b2d846', '- API key: …[redacted]'],
  ['a value before the next variable', 'A_SECRET=3fc17a90 B=2', 'A_SECRET=…[redacted] B=2'],
  ['an empty value', 'A_SECRET=\nB_NAME=3fc17a90e5b2d846', 'A_SECRET=\nB_NAME=3fc17a90e5b2d846'],
  [
    'all lines of a block',
    'secret_key: |\n  3fc17a90e5b2d846\n  9fc17a90e5b2d846\nb: c',
    'secret_key: |\n  …[redacted]\nb: c',
  ],
])('redacts %s', (_, text, expected) => expect(redactKeyShapes(text)).toBe(expected));

const RANDOM = '3fc17a90e5b2d84611c0f7ae92d35b08';

test.each([
  'max_tokens: 4096, token=12, "input_tokens": 12345678, token_count=123456789012, --max-tokens 8192',
  `tokenizer: ${RANDOM}, secret_name: ${RANDOM}, key_id: ${RANDOM}, password_field="${RANDOM}"`,
  `primary key: ${RANDOM}, primary_key: ${RANDOM}, cache_key=${RANDOM}, public_key=${RANDOM}, key: ${RANDOM}`,
  `next_page_token: ${RANDOM}, monkey: ${RANDOM}, secretary: ${RANDOM}, compass: ${RANDOM}, passed: 12a34b56c7`,
  'the password: it must be long, with 8-20 characters; password: required',
  'const token = await getToken(user1); api_key=os.getenv("X1"); secret: Uint8Array; apiKey: config.apiKey2',
  'password = self.password_hash2; token = tokens[0]; TOKEN_STRINGS = "[A-Za-z0-9._~+/-]+=*"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a workflow
  'token: ${{ secrets.GITHUB_TOKEN }}, password: *** and PASSWORD=xxxxxxxxxxxx and API_KEY=YOUR_KEY_HERE_123',
  'DB_PASSWORD=secretref:db-pw1 and SECRET=/run/secrets/db1 and token_url=https://h/a1b2c3',
  '{"password": "Enter your password", "ForgotPassword": "forgot-password", "apiKey": "SendGridApiKey"}',
  '["AWS_SECRET_KEY", "GITHUB_TOKEN", "npm_config_1"], "secret-name", "a1b2c3"',
  'docker build --secret id=npm_token1,src=.npmrc . and api_key: sk-ant-...',
])('leaves %s unchanged', (text) => expect(redactKeyShapes(text)).toBe(text));

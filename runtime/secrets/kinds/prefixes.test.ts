import { describe, expect, test } from 'vitest';
import { randomSecrets, redactionRates } from '../../../test/equipment/runtime/random-secrets.ts';
import { redactKeyShapes } from '../likely-secrets.ts';
import { exampleKey, SECRET_PREFIXES } from './prefixes.ts';

test.each(SECRET_PREFIXES.map((one) => [one.provider, one.prefix, exampleKey(one)] as const))(
  'redacts the keys of %s, %s',
  (_, prefix, key) => {
    const kept = prefix.replace(/[_-]$/, '');
    expect(redactKeyShapes(`use ${key} now`)).toBe(`use ${kept}…[redacted] now`);
    // After escapes, a color and in an address.
    for (const before of ['\\n', '\\t', '%3D', '\\u003d', '\u001b[32m', '"', ':', '//'])
      expect(redactKeyShapes(`x ${before}${key}`), before).not.toContain(key);
  },
);

test('redacts at least 99.5 % of random values with a prefix, of each alphabet and with each first character', () => {
  const { rates } = redactionRates(
    SECRET_PREFIXES.filter(({ alphabet }) => alphabet !== 'run').map(({ prefix, least }, index) => ({
      values: randomSecrets(index, 1).filter((_, at) => at % 3 === index % 3),
      textOf: (value) => `use ${prefix}${value.repeat(Math.ceil(least / value.length))} now`,
    })),
    redactKeyShapes,
  );
  for (const [group, rate] of rates) expect(rate, group).toBeGreaterThanOrEqual(0.995);
});

describe('leaves names with the same beginning unchanged', () => {
  test.each([
    'rules/schema-pk-cardinality-order.md and sk-loading-indicator-of-page',
    'npm_config_https_proxy and napi_add_async_cleanup_hook and npm_link_all_packages',
    '/tmp/as-qwen-fixture/new-project/README.md and re_encode_the_whole_file',
    'sk-your-api-key-goes-here and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxx and AKIAIOSFODNN7EXAMPLE',
    'commit 3fc17a90e5b2d84611c0f7ae92d35b0812345678, 3fc17a90-e5b2-4846-91c0-f7ae92d35b08, 20260801123456789',
    'sha256:3fc17a90e5b2d84611c0f7ae92d35b08 and toolu_01P9Kvkk5Cty5b8UEZTobLY9 in /home/ada/9f8e7d6c5b4a/x',
  ])('%s', (text) => expect(redactKeyShapes(text)).toBe(text));
});

import { describe, expect, test } from 'vitest';
import { randomSecrets, redactionRates } from '../../../test/equipment/runtime/random-secrets.ts';
import { redactKeyShapes } from '../likely-secrets.ts';
import { SECRET_KINDS } from './kinds.ts';

describe.each(SECRET_KINDS.map((kind) => [kind.is, kind] as const))('%s', (_, { examples, stays }) => {
  test.each(examples)('is redacted in %s', (text, redacted) => {
    const [full, clean] = [text, redacted].map((one) => one.replaceAll('VALUE', '3fc17a90e5b2d846Qz'));
    expect(redactKeyShapes(full ?? '')).toBe(clean);
    expect(redactKeyShapes(`before\n${full}`)).toBe(`before\n${clean}`);
    // A session is redacted when it is read, and again when it is exported.
    expect(redactKeyShapes(clean ?? '')).toBe(clean);
  });

  test.each(stays)('is not in %s', (text) => expect(redactKeyShapes(text)).toBe(text));
});

test('redacts at least 99.5 % of random values in each place, of each alphabet and with each first character', () => {
  const places = SECRET_KINDS.flatMap(({ examples }) => examples.map(([text]) => text)).filter((text) =>
    text.includes('VALUE'),
  );
  const { rates, byPlace } = redactionRates(
    places.map((text, index) => ({
      values: randomSecrets(index, 2),
      textOf: (value) => text.replaceAll('VALUE', value),
    })),
    redactKeyShapes,
  );
  for (const [group, rate] of rates) expect(rate, group).toBeGreaterThanOrEqual(0.995);
  for (const [index, rate] of byPlace.entries()) expect(rate, places[index]).toBeGreaterThanOrEqual(0.985);
});

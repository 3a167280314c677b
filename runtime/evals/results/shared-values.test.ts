import { expect, test } from 'vitest';
import { SharedValues } from './shared-values.ts';

test('equal values are one object, and others are not', () => {
  const shared = new SharedValues();
  const first = shared.share([{ text: 'loaded', passed: true }]);
  expect(shared.share([{ text: 'loaded', passed: true }])).toBe(first);
  expect(shared.share([{ text: 'loaded', passed: false }])).not.toBe(first);
});

test('values stay correct when there are too many or too long ones to compare', () => {
  const shared = new SharedValues();
  for (let index = 0; index < 12_000; index++) expect(shared.share({ index })).toEqual({ index });
  const long = { text: 'x'.repeat(3_000) };
  expect(shared.share(long)).toBe(long);
});

import { expect, test } from 'vitest';
import type { Json } from '../protocol/events.ts';
import { limitTexts } from './limit-texts.ts';
import type { SessionEvent } from './log/session-event.ts';

const limited = (record: Json, max: number) => {
  const event = { seq: 1, time: '', type: 'raw_record', record } as unknown as SessionEvent;
  const result = limitTexts(event, max) as unknown as { readonly record: Json };
  return { record: result.record, isSame: (result as unknown) === event };
};

test('keeps an event within the limit as it is', () => {
  expect(limited({ a: ['x', 1, null, true], b: 'y'.repeat(500) }, 1000).isSame).toBe(true);
});

test('cuts a long text at white space, and says how much is missing', () => {
  const { record } = limited(`${'a '.repeat(400)}${'b'.repeat(1000)}`, 1000);
  expect(record).toBe(`${'a '.repeat(400).trimEnd()}… [1,001 more characters left out]`);
});

test('cuts a text without white space at the limit', () => {
  expect(limited('b'.repeat(2000), 1008)).toEqual({
    record: `${'b'.repeat(1000)}… [1,000 more characters left out]`,
    isSame: false,
  });
});

test('limits all texts of an event together, and lists', () => {
  const { record } = limited(
    Array.from({ length: 100_000 }, () => 'c'.repeat(100)),
    10_000,
  );
  expect(JSON.stringify(record).length).toBeLessThan(12_000);
});

test('keeps short names after a long text', () => {
  expect(limited({ text: 'd'.repeat(5000), skill: 'notes', path: 'a.md' }, 1000).record).toMatchObject({
    skill: 'notes',
    path: 'a.md',
  });
});

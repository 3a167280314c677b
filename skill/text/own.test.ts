import { expect, it } from 'vitest';
import { own, setOwn } from './own.ts';

const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'];

it.each(INHERITED)('returns no entry for %s', (key) => {
  expect(own({ a: 1 }, key)).toBeUndefined();
});

it('returns an own entry, and nothing for a table that is absent', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own(undefined, 'a')).toBeUndefined();
});

it.each(INHERITED)('sets and returns an own entry %s', (key) => {
  const table: Record<string, unknown> = {};
  setOwn(table, key, { text: 1 });
  setOwn(table, key, { text: 2 });
  expect(own(table, key)).toEqual({ text: 2 });
  expect(JSON.stringify(table)).toBe(`{"${key}":{"text":2}}`);
  expect(Object.getPrototypeOf(table)).toBe(Object.prototype);
});

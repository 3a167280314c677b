import { expect, test } from 'vitest';
import { isDeeperThan, limitDepth, MAX_LEVELS, MAX_READ_LEVELS, parseBoundedJson, TOO_DEEP } from './json-depth.ts';

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('counts levels of objects and lists', () => {
  expect(isDeeperThan(1, 0)).toBe(false);
  expect(isDeeperThan([], 0)).toBe(true);
  expect(isDeeperThan({ a: 1 }, 1)).toBe(false);
  expect(isDeeperThan({ a: [1, {}] }, 2)).toBe(true);
  expect(isDeeperThan([[[]], 1], 3)).toBe(false);
});

test('replaces only what is too deep, and otherwise returns the same object', () => {
  const fine = { a: [1, { b: null }] };
  expect(limitDepth(fine, 3)).toBe(fine);
  expect(limitDepth({ a: { b: { c: 1 } }, d: [1], e: 'x' }, 2)).toEqual({ a: { b: TOO_DEEP }, d: [1], e: 'x' });
});

test.each([MAX_LEVELS, MAX_READ_LEVELS])('reads %i levels unchanged', (levels) => {
  expect(JSON.stringify(parseBoundedJson(objects(levels)))).toBe(objects(levels));
});

test.each([601, 7_000, 300_000])('truncates %i levels so that the result can be serialized', (levels) => {
  for (const text of [lists(levels), objects(levels)]) {
    const read = parseBoundedJson(`{"said":"Let me look.","args":${text}}`);
    expect(read).toMatchObject({ said: 'Let me look.' });
    expect(JSON.stringify(read)).toContain(TOO_DEEP);
    // Still deeper than the arguments of a call may be.
    expect(isDeeperThan((read as { args: unknown }).args, MAX_LEVELS)).toBe(true);
  }
});

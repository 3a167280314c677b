import { expect, test } from 'vitest';
import { isDeeper, MOST_LEVELS, parseShallow, READ_LEVELS, shallow, TOO_DEEP } from './levels.ts';

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test('levels are those of objects and lists', () => {
  expect(isDeeper(1, 0)).toBe(false);
  expect(isDeeper([], 0)).toBe(true);
  expect(isDeeper({ a: 1 }, 1)).toBe(false);
  expect(isDeeper({ a: [1, {}] }, 2)).toBe(true);
  expect(isDeeper([[[]], 1], 3)).toBe(false);
});

test('only what is too deep is cut; what is not stays the same object', () => {
  const fine = { a: [1, { b: null }] };
  expect(shallow(fine, 3)).toBe(fine);
  expect(shallow({ a: { b: { c: 1 } }, d: [1], e: 'x' }, 2)).toEqual({ a: { b: TOO_DEEP }, d: [1], e: 'x' });
});

test.each([MOST_LEVELS, READ_LEVELS])('%i levels are read as they are', (levels) => {
  expect(JSON.stringify(parseShallow(objects(levels)))).toBe(objects(levels));
});

test.each([601, 7_000, 1_000_000])('%i levels are cut, and what is left can be written', (levels) => {
  for (const text of [lists(levels), objects(levels)]) {
    const read = parseShallow(`{"said":"Let me look.","args":${text}}`);
    expect(read).toMatchObject({ said: 'Let me look.' });
    expect(JSON.stringify(read)).toContain(TOO_DEEP);
    // Still deeper than a call's arguments may be.
    expect(isDeeper((read as { args: unknown }).args, MOST_LEVELS)).toBe(true);
  }
});

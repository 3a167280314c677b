import { expect, test } from 'vitest';
import { jsonParts } from './json-parts.ts';

const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `line\n${index}`, checks: [{ events: [1] }, {}] }));

test.each([
  [{}],
  [[]],
  [{ version: 1, trials: [], none: undefined, text: 'a\nb', nested: { list: [1, { a: [] }] } }],
  [[1, null, 'x', [2, [3]], { a: 1 }]],
  [{ trials: many, groups: [[1], { a: { b: 2 } }] }],
  [null],
  ['text'],
])('the parts are the text of JSON.stringify (%#)', (value) => {
  expect([...jsonParts(value)].join('')).toBe(`${JSON.stringify(value, undefined, 2)}\n`);
  expect([...jsonParts(value, 0)].join('')).toBe(`${JSON.stringify(value)}\n`);
});

test('no part contains a long list', () => {
  const sizes = [...jsonParts({ trials: many })].map(({ length }) => length);
  expect(sizes.length).toBeGreaterThan(4);
  expect(Math.max(...sizes)).toBeLessThan(300_000);
});

test('an iterable is a list', () => {
  const trials = new Set([{ id: 'a' }, { id: 'b' }]);
  expect([...jsonParts({ trials, none: new Set() })].join('')).toBe(
    `${JSON.stringify({ trials: [...trials], none: [] }, undefined, 2)}\n`,
  );
});

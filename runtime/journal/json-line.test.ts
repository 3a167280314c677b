import { expect, test } from 'vitest';
import { jsonLine } from './json-line.ts';

test('writes an equivalent line of JSON without anything that a terminal would interpret', () => {
  const value = { text: 'a\u001b[31mb\u009b31mc\u202ed\u2066é\n e\u2028f\u2029g\u0085' };
  const line = jsonLine(value);
  expect(JSON.parse(line)).toEqual(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that must not occur
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
});

import { expect, test } from 'vitest';
import { portFrom } from './serve.ts';

test.each([
  [undefined, 7370],
  ['', 7370],
  ['8080', 8080],
  ['abc', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['65536', undefined],
  ['80.5', undefined],
])('SKILLWRIGHT_PORT=%s is the port %s', (text, port) => {
  expect(portFrom(text)).toBe(port);
});

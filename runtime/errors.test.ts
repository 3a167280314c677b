import { expect, test } from 'vitest';
import { codeOf, messageOf } from './errors.ts';

test('messageOf and codeOf accept any thrown value and never throw', () => {
  const fails = (): never => {
    throw new Error('again');
  };
  const odd = Object.defineProperty({ toString: fails }, 'message', { get: fails });
  const trap = new Proxy({}, { getPrototypeOf: fails, has: fails, get: fails });
  const number = Object.assign(new Error('x'), { message: 5 });
  const thrown = [new Error('broke'), 'words', { message: 'plain' }, undefined, Symbol('s'), 10n, odd, trap, number];
  expect(thrown.map(messageOf)).toEqual([
    'broke',
    'words',
    'plain',
    'undefined',
    'Symbol(s)',
    '10',
    'an error that cannot be read',
    'an error that cannot be read',
    '5',
  ]);
  expect([odd, trap, { code: 'ENOENT' }].map(codeOf)).toEqual([undefined, undefined, 'ENOENT']);
});

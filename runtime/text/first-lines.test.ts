import { expect, test } from 'vitest';
import { firstLines } from './first-lines.ts';

test('returns a short source as it is', () => expect(firstLines('a\nb\n', 2)).toEqual({ source: 'a\nb\n' }));

test('says which lines or characters it leaves out', () => {
  expect(firstLines('a\nb\nc\n', 2)).toEqual({ source: 'a\nb', notShown: 'the first 2 of 3 lines' });
  expect(firstLines(`${'x'.repeat(30_000)}\nrm`, 2)).toEqual({
    source: 'x'.repeat(20_000),
    notShown: 'the first 20,000 of 30,003 characters',
  });
});

import { expect, test } from 'vitest';
import { FileLines } from './file-lines.ts';

test.each(['', '\n', 'a', 'a\n', '\n\n', 'a\n\nb', 'é\r\nü\n', '\uFEFFa\nb', 'x'.repeat(9), '\xFF\n\xC3\n\xA9'])(
  'has the lines that `split` finds in %j',
  (text) => {
    // Latin 1, so that some are invalid UTF-8.
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1')])
      for (const countsLast of [false, true]) {
        const expected = bytes.toString('utf8').split('\n');
        if (expected.at(-1) === '' && !countsLast) expected.pop();
        const lines = new FileLines(bytes, countsLast);
        expect(lines.count).toBe(expected.length);
        const numbers = Array.from({ length: expected.length + 2 }, (_, index) => index);
        expect(numbers.map((n) => lines.at(n))).toEqual(numbers.map((n) => expected[n - 1] ?? ''));
        expect(numbers.toReversed().map((n) => lines.at(n))).toEqual(
          numbers.toReversed().map((n) => expected[n - 1] ?? ''),
        );
        expect(lines.at(1.5)).toBe('');
      }
  },
);

import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { isInvalidRegex } from './regex-syntax.ts';

const isRe2 = (source: string): boolean => {
  try {
    RE2JS.compile(source);
    return true;
  } catch {
    return false;
  }
};

describe('a regular expression', () => {
  it.each(['(', 'a)', '[a', '*a', 'a**', '(?=a)b', '(?<!a)b', '(a)\\1', 'a\\', '(?P=name)'])(
    'that RE2 refuses is invalid: %s',
    (source) => {
      expect([isInvalidRegex(source), isRe2(source)]).toEqual([true, false]);
    },
  );

  it.each([
    ...['', 'v\\d+\\.\\d+', '(?i)done', '(?P<name>a)', '(?i:a)(b)', '[]a(]', '[[:alpha:](]', '[^\\]]', '^*', '\\b*'],
    ...['\\Q(\\E', 'a{2', '\\pL', '\\x{263a}', '\\(\\[', 'a\\zb', '(?s).*'],
  ])('that RE2 takes is valid: %s', (source) => {
    expect([isInvalidRegex(source), isRe2(source)]).toEqual([false, true]);
  });

  it('is never reported if RE2 takes it', () => {
    const parts = [
      'a',
      '(',
      ')',
      '[',
      ']',
      '\\',
      '*',
      '+',
      '?',
      '{2}',
      '^',
      '$',
      '|',
      '-',
      'P<n>',
      '1',
      ':',
      'i',
      '.',
      'Q',
    ];
    let state = 1;
    const next = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    };
    for (let round = 0; round < 3_000; round++) {
      const source = Array.from({ length: 1 + (next() % 7) }, () => parts[next() % parts.length]).join('');
      if (isRe2(source)) expect([source, isInvalidRegex(source)]).toEqual([source, false]);
    }
  });
});

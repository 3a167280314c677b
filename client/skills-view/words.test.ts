import { expect, it } from 'vitest';
import { counted, lastRunOf, problemsOf, short, shortTokensOf, tokensOf } from './words.ts';

it('counts problems in words', () => {
  expect(problemsOf({ errors: 1, warnings: 2 })).toBe('1 error, 2 warnings');
  expect(problemsOf({ errors: 0, warnings: 1 })).toBe('1 warning');
  expect(problemsOf({ errors: 0, warnings: 0 })).toBe('');
  expect(counted(1_200, 'file')).toBe('1,200 files');
});

it('tells tokens short enough for a narrow list, and in full for who hears them', () => {
  expect([0, 999, 1_204, 9_949, 9_950, 48_600, 999_499, 999_500, 2_340_000].map(short)).toEqual([
    '0',
    '999',
    '1.2k',
    '9.9k',
    '10k',
    '49k',
    '999k',
    '1.0M',
    '2.3M',
  ]);
  const tokens = { catalogue: 84, instructions: 2_310, resources: 34_000, more: true };
  expect(shortTokensOf(tokens)).toBe('84 · 2.3k · 34k+');
  expect(tokensOf(tokens)).toBe(
    'Tokens: about 84 in the catalogue, about 2,310 as instructions, more than 34,000 in bundled files',
  );
});

it('tells what the last run did', () => {
  expect(lastRunOf({ loaded: true, misses: 2 })).toBe('2 misses');
  expect(lastRunOf({ loaded: true, misses: 1 })).toBe('1 miss');
  expect(lastRunOf({ loaded: true, misses: 0 })).toBe('loaded');
  expect(lastRunOf({ loaded: false, misses: 0 })).toBe('not loaded');
});

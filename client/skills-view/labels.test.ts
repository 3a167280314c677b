import { expect, it } from 'vitest';
import {
  countIfAny,
  describeLastRun,
  describeNeeds,
  describePaths,
  describePathsShort,
  describeTokens,
  formatNumberShort,
  formatProblems,
  formatTokensShort,
} from './labels.ts';

it('formats problem counts', () => {
  expect(formatProblems({ errors: 1, warnings: 2 })).toBe('1 error, 2 warnings');
  expect(formatProblems({ errors: 0, warnings: 1 })).toBe('1 warning');
  expect(formatProblems({ errors: 0, warnings: 0 })).toBe('');
  expect(countIfAny(1_200, 'file')).toBe('1,200 files');
});

it('formats token counts for a narrow list and in full', () => {
  expect([0, 999, 1_204, 9_949, 9_950, 48_600, 999_499, 999_500, 2_340_000].map(formatNumberShort)).toEqual([
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
  expect(formatTokensShort(tokens)).toBe('84 · 2.3k · 34k+');
  expect(describeTokens(tokens)).toBe(
    'Tokens: about 84 in the catalogue, about 2,310 as instructions, more than 34,000 in bundled files',
  );
});

it('describes paths without a file, in a row by the kinds that matter most', () => {
  const paths = { example: 1, 'made-at-run-time': 5, uncertain: 2, broken: 3 };
  expect(describePaths(paths)).toBe('3 broken, 2 uncertain, 5 made at run time, 1 example');
  expect(describePathsShort(paths)).toBe('3 broken, 2 uncertain, 5 made at run time');
  expect(describePathsShort({ example: 2 })).toBe('2 examples');
  expect([describePaths({}), describePaths(undefined)]).toEqual(['', '']);
});

it('describes the last run', () => {
  expect(describeLastRun({ loaded: true, misses: 2 })).toBe('2 misses');
  expect(describeLastRun({ loaded: true, misses: 1 })).toBe('1 miss');
  expect(describeLastRun({ loaded: true, misses: 3, fixed: 1 })).toBe('2 misses');
  expect(describeLastRun({ loaded: true, misses: 3, fixed: 3 })).toBe('misses fixed since');
  expect(describeLastRun({ loaded: true, misses: 0 })).toBe('loaded');
  expect(describeLastRun({ loaded: false, misses: 0 })).toBe('not loaded');
});

it('describes what a skill needs', () => {
  expect([describeNeeds(3, 0), describeNeeds(1_200, 2)]).toEqual(['3', '1,200 · 2 not found']);
});

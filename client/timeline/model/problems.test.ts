import { expect, it } from 'vitest';
import { describeKind, describeProblems, NO_PROBLEMS, problemKind } from './problems.ts';

it.each([
  ['tool', 'error', undefined, 'model', 'failed'],
  ['script', 'error', undefined, 'agent', 'failed'],
  ['script', 'error', undefined, 'script', 'other'],
  ['model', 'error', undefined, 'agent', 'other'],
  ['skill', 'miss', undefined, 'model', 'missed'],
  ['tool', 'denied', undefined, 'model', 'denied'],
  ['guard', 'error', 'fatal', 'skill', 'guard'],
  ['guard', 'error', 'warn', 'skill', undefined],
  ['agent', 'error', undefined, undefined, undefined],
  ['tool', 'ok', undefined, 'model', undefined],
] as const)('a row of kind %s with status %s', (kind, status, verdict, parent, expected) => {
  expect(problemKind(kind, status, verdict, parent)).toBe(expected);
});

it('are described by kind, the usual ones also if there are none of them', () => {
  expect(describeProblems(NO_PROBLEMS)).toBe('none');
  expect(describeProblems({ ...NO_PROBLEMS, failed: 16 })).toBe('16 failed calls, 0 misses, 0 denied');
  expect(describeProblems({ failed: 1, missed: 1, denied: 2, guard: 1, other: 2 })).toBe(
    '1 failed call, 1 miss, 2 denied, 1 guard, 2 other errors',
  );
  expect(describeKind('denied', 2)).toBe('2 denied calls');
});

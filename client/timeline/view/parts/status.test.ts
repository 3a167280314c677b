import { expect, test } from 'vitest';
import { describeStatus } from './status.ts';

test.each([
  ['running', { status: 'open' }, true],
  ['unfinished: the run was stopped or interrupted first', { status: 'open', waits: [[5, null]] }, false],
  ['waiting to start', { status: 'open', heldUntil: null }, true],
  [
    'stopped in the debugger',
    {
      status: 'open',
      waits: [
        [1, 3],
        [5, null],
      ],
    },
    true,
  ],
  ['running', { status: 'open', waits: [[1, 3]] }, true],
  ['waiting for you', { status: 'waiting', waits: [[1, null]] }, true],
  ['done', { status: 'ok', waits: [[1, 3]] }, true],
] as const)('%s: %j', (words, row, isLive) => {
  expect(describeStatus(row, isLive)).toBe(words);
});

import { describe, expect, test } from 'vitest';
import { comparable } from './comparable.ts';
import { LEFT_OUT } from './left-out.ts';

describe.each(LEFT_OUT.map((row, index) => [index + 1, row.mark, row] as const))('row %i: %s', (_, __, row) => {
  test.each(row.same)('[114] the same: %j and %j', (one, other) => {
    expect(comparable(one)).toBe(comparable(other));
    // Each row is needed for its examples.
    expect(comparable(one)).toContain(row.mark);
    expect(comparable({ content: [{ type: 'text', text: `a\n${one}\nb` }] })).toBe(
      comparable({ content: [{ type: 'text', text: `a\n${other}\nb` }] }),
    );
  });

  test.each(row.different)('[114] not the same: %j and %j', (one, other) => {
    expect(comparable(one)).not.toBe(comparable(other));
    expect(comparable({ stdout: `a\n${one}\nb` })).not.toBe(comparable({ stdout: `a\n${other}\nb` }));
  });
});

test.each([
  [
    { status: 'ok', durationMs: 12 },
    { status: 'ok', durationMs: 4711.5 },
  ],
  [
    { status: 'ok', took: '3.4s' },
    { status: 'ok', took: '1m 2s' },
  ],
  [{ elapsed_seconds: 1e-7 }, { elapsed_seconds: 2 }],
  [{ child: { pid: 4711 } }, { child: { pid: 12 } }],
  [{ session_id: 'a1b2' }, { session_id: 'c3d4' }],
  [{ sessionId: 12 }, { sessionId: 13 }],
])('[114] values of an object are the same: %j and %j', (one, other) => {
  expect(comparable(one)).toBe(comparable(other));
});

test.each([
  [{ n: 12 }, { n: 13 }],
  [
    { progress: 12, durationMs: 1 },
    { progress: 13, durationMs: 1 },
  ],
  [
    { status: 'running', elapsed: 12 },
    { status: 'done', elapsed: 13 },
  ],
  [{ durationMs: 12 }, { durationMs: 'unknown' }],
  [{ durationMs: 12 }, {}],
  [{ session_id: 'pending' }, { session_id: 'ready' }],
  [{ remaining_seconds: 12 }, { remaining_seconds: 11 }],
  [{ time: 12 }, { time: 13 }],
  [12, 13],
  ['a', 'b'],
  [{ id: '0b5c7c1e-3f1d-4f0e-9a57-1f2e3d4c5b6a' }, { id: '7e57ab1e-0000-4f0e-9a57-1f2e3d4c5b6a' }],
])('[114] values of an object are not the same: %j and %j', (one, other) => {
  expect(comparable(one)).not.toBe(comparable(other));
});

test('what comes after the size that is looked at is compared as it is', () => {
  const long = 'word '.repeat(40_000);
  expect(comparable(`${long}12 ms`)).not.toBe(comparable(`${long}13 ms`));
  expect(comparable(`12 ms ${long}a`)).not.toBe(comparable(`12 ms ${long}b`));
  expect(comparable([long, '12 ms'])).not.toBe(comparable([long, '13 ms']));
});

test.each([
  '1',
  '1,',
  '12 ms ',
  '12 s 1',
  'took ',
  'pid ',
  'session id ',
  'session-',
  ' ',
  '\n',
  '[20:29:01] ',
  '2026-11-22T20:29:01Z a\n',
  'Nov 22 20:29:01 a[1]\n',
  'ok a\t',
  'durationMs:',
  'elapsed"',
  'retry in ',
  '(',
  'a',
  '-',
])('takes time in proportion to the size: %j', (piece) => {
  const time = (size: number): number => {
    const text = piece.repeat(size / piece.length);
    const used: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const began = process.threadCpuUsage().user;
      comparable(text);
      used.push(process.threadCpuUsage().user - began);
    }
    return Math.min(...used);
  };
  // Eight times the text: sixty-four times the time where a pattern is quadratic. Below a millisecond nothing is measured.
  expect(time(200_000) / Math.max(time(25_000), 1_000)).toBeLessThan(24);
  expect(time(200_000) / 1_000, 'milliseconds of processor time').toBeLessThan(1_000);
});

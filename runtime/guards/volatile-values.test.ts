import { describe, expect, test } from 'vitest';
import { normalizeResult } from './normalize-result.ts';
import { VOLATILE_PATTERNS } from './volatile-values.ts';

describe.each(VOLATILE_PATTERNS.map((row, index) => [index + 1, row.mark, row] as const))(
  'row %i: %s',
  (_, __, row) => {
    test.each(row.same)('[114] considers %j and %j the same', (one, other) => {
      expect(normalizeResult(one)).toBe(normalizeResult(other));
      // Each row must itself match its examples.
      expect(normalizeResult(one)).toContain(row.mark);
      expect(normalizeResult({ content: [{ type: 'text', text: `a\n${one}\nb` }] })).toBe(
        normalizeResult({ content: [{ type: 'text', text: `a\n${other}\nb` }] }),
      );
    });

    test.each(row.different)('[114] considers %j and %j different', (one, other) => {
      expect(normalizeResult(one)).not.toBe(normalizeResult(other));
      expect(normalizeResult({ stdout: `a\n${one}\nb` })).not.toBe(normalizeResult({ stdout: `a\n${other}\nb` }));
    });
  },
);

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
])('[114] considers the objects %j and %j the same', (one, other) => {
  expect(normalizeResult(one)).toBe(normalizeResult(other));
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
])('[114] considers the values %j and %j different', (one, other) => {
  expect(normalizeResult(one)).not.toBe(normalizeResult(other));
});

test('compares anything beyond the maximum size unchanged', () => {
  const long = 'word '.repeat(40_000);
  expect(normalizeResult(`${long}12 ms`)).not.toBe(normalizeResult(`${long}13 ms`));
  expect(normalizeResult(`12 ms ${long}a`)).not.toBe(normalizeResult(`12 ms ${long}b`));
  expect(normalizeResult([long, '12 ms'])).not.toBe(normalizeResult([long, '13 ms']));
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
])('takes linear time: %j', (piece) => {
  const time = (size: number): number => {
    const text = piece.repeat(size / piece.length);
    const used: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const startTime = process.threadCpuUsage().user;
      normalizeResult(text);
      used.push(process.threadCpuUsage().user - startTime);
    }
    return Math.min(...used);
  };
  // With eight times the text, a quadratic pattern takes sixty-four times as long. Times below a millisecond are not
  // compared.
  expect(time(200_000) / Math.max(time(25_000), 1_000)).toBeLessThan(24);
  expect(time(200_000) / 1_000, 'milliseconds of processor time').toBeLessThan(1_000);
});

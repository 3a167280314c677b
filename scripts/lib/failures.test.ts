import { describe, expect, it } from 'vitest';
import { failureOf, failuresIn, listFailures } from './failures.ts';

const testOf = (fullName: string, status: string, failureMessages: readonly string[] = []) => ({
  fullName,
  status,
  failureMessages,
});

describe('a report of Vitest', () => {
  it('has failed tests, and tests that passed on the second try', () => {
    const assertionResults = [
      testOf('well', 'passed'),
      testOf('late', 'passed', ['Error: first try']),
      testOf('bad', 'failed', ['Error: no', 'Error: no again']),
    ];
    const report = { testResults: [{ name: '/repo/test/a.test.ts', status: 'failed', assertionResults }] };
    expect(failuresIn(report, '/repo')).toEqual({
      failures: [{ title: 'bad', file: 'test/a.test.ts', error: 'Error: no\nError: no again' }],
      secondTry: [{ title: 'late', file: 'test/a.test.ts', error: 'Error: first try' }],
    });
  });

  it('has a file that failed outside of its tests', () => {
    const broken = { name: '/repo/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] };
    expect(failuresIn({ testResults: [broken] }, '/repo').failures).toEqual([
      { title: 'the file failed outside of its tests', file: 'b.test.ts', error: 'Cannot find module' },
    ]);
  });
});

it('lists titles, files and the first lines of errors without colors', () => {
  const error = `\u001B[31mError\u001B[39m: wrong\n\n${Array.from({ length: 40 }, (_, i) => `    at line ${i}`).join('\n')}`;
  const lines = listFailures([{ title: 'adds', file: 'a.test.ts', error }]).split('\n');
  expect(lines.slice(0, 4)).toEqual(['  adds', '    a.test.ts', '      Error: wrong', '          at line 0']);
  expect(lines).toHaveLength(14);
});

it('omits the lines of a stack that are in other packages', () => {
  const error =
    'Error: no\n    at file:///repo/a.test.ts:2:4\n    at file:///repo/node_modules/vitest/run.js:1:2\n    at new Promise (<anonymous>)';
  expect(listFailures([{ title: 'adds', error }]).split('\n')).toEqual([
    '  adds',
    '      Error: no',
    '          at file:///repo/a.test.ts:2:4',
  ]);
});

it('limits the list', () => {
  const many = Array.from({ length: 100 }, (_, i) => ({ title: `test ${i}` }));
  const lines = listFailures(many).split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([31, '  and 70 more']);
});

it('describes a failed program by the end of its output', () => {
  const output = `${Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n')}\na.ts(1,2): error TS2322\n`;
  const { title, error } = failureOf('tsc', output);
  expect([title, error?.split('\n').length, error?.endsWith('error TS2322')]).toEqual(['tsc', 12, true]);
});

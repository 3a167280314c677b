import { describe, expect, it } from 'vitest';
import { type Outcome, type Result, runWithRetry, sumOf } from './second-try.ts';

const pass = (file: string, title: string): Result => ({ kind: 'test', file, title, state: 'passed' });
const fail = (file: string, title: string): Result => ({ kind: 'test', file, title, state: 'failed' });
const skip = (file: string, title: string): Result => ({ kind: 'test', file, title, state: 'skipped' });
const hook = (file: string, title: string): Result => ({ kind: 'hook', file, title, state: 'failed' });
const crash: Result = { kind: 'crash', title: 'VS Code ended', state: 'failed' };

/** Returns the counts of a suite whose tries have these results, and the files that each try was to run. */
async function runTries(...tries: readonly (readonly Result[])[]) {
  const requestedFiles: (readonly string[] | 'all')[] = [];
  const outcome = await runWithRetry(async (files) => {
    requestedFiles.push(files ?? 'all');
    return tries[requestedFiles.length - 1] ?? [];
  });
  const titles = (list: Outcome['failures']): readonly string[] => list.map(({ title }) => title);
  return { ...outcome, failures: titles(outcome.failures), secondTry: titles(outcome.secondTry), requestedFiles };
}

describe('a suite', () => {
  it('runs once if it passes', async () => {
    expect(await runTries([pass('a', '1'), skip('a', '2')])).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      failures: [],
      secondTry: [],
      requestedFiles: ['all'],
    });
  });
  it('reruns only files with a failure', async () => {
    const first = [pass('a', '1'), fail('b', '2'), pass('b', '3'), fail('c', '4')];
    const second = [pass('b', '2'), pass('b', '3'), pass('c', '4')];
    expect(await runTries(first, second)).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      failures: [],
      secondTry: ['2', '4'],
      requestedFiles: ['all', ['b', 'c']],
    });
  });
  it('fails if a test fails twice', async () => {
    expect(await runTries([fail('a', '1'), fail('a', '2')], [fail('a', '1'), pass('a', '2')])).toMatchObject({
      passed: 0,
      failed: 1,
      failures: ['1'],
      secondTry: ['2'],
    });
  });
  it('counts tests that passed on the first try as passed', async () => {
    expect(await runTries([pass('a', '1'), fail('a', '2')], [fail('a', '1'), pass('a', '2')])).toMatchObject({
      passed: 1,
      failed: 0,
      secondTry: ['2'],
    });
  });
  it('fails if a failed test is skipped or missing on the second try', async () => {
    expect(await runTries([fail('a', '1'), fail('a', '2')], [skip('a', '1')])).toMatchObject({
      failed: 2,
      secondTry: [],
    });
  });
  it('counts tests separately that did not run because of a failed hook', async () => {
    const second = [pass('a', '1'), pass('a', '2')];
    expect(await runTries([hook('a', 'before all')], second)).toMatchObject({
      passed: 0,
      failed: 0,
      secondTry: ['before all', '1', '2'],
    });
    expect(await runTries([hook('a', 'before all')], [hook('a', 'before all')])).toMatchObject({ failed: 1 });
    expect(await runTries([fail('a', '1')], [pass('a', '1'), hook('a', 'after all')])).toMatchObject({ failed: 1 });
  });
  it('distinguishes tests with the same title in two files', async () => {
    expect(await runTries([pass('a', '1'), fail('b', '1')], [fail('b', '1')])).toMatchObject({ passed: 1, failed: 1 });
  });
  it('reruns completely after a crash', async () => {
    expect(await runTries([crash], [pass('a', '1'), pass('a', '2')])).toEqual({
      passed: 0,
      failed: 0,
      skipped: 0,
      failures: [],
      secondTry: ['VS Code ended', '1', '2'],
      requestedFiles: ['all', 'all'],
    });
  });
  it('fails if the second try crashes', async () => {
    expect(await runTries([crash], [crash])).toMatchObject({ failed: 1, secondTry: [] });
    expect(await runTries([pass('a', '1'), fail('a', '2')], [crash])).toMatchObject({
      passed: 1,
      failed: 2,
      secondTry: [],
    });
    expect(await runTries([hook('a', 'after all')], [crash])).toMatchObject({ failed: 2, secondTry: [] });
  });
});

it('keeps the file and the error of a failure, and those of the first try of a test that passed on the second', async () => {
  const lost: Result = { ...fail('a.test.ts', 'lost'), error: 'Error: late' };
  const broken: Result = { ...fail('a.test.ts', 'broken'), error: 'Error: wrong' };
  const tries = [
    [lost, broken],
    [pass('a.test.ts', 'lost'), broken],
  ];
  const outcome = await runWithRetry(async () => tries.shift() ?? []);
  expect(outcome.failures).toEqual([{ title: 'broken', file: 'a.test.ts', error: 'Error: wrong' }]);
  expect(outcome.secondTry).toEqual([{ title: 'lost', file: 'a.test.ts', error: 'Error: late' }]);
});

it('adds up the counts of all suites', () => {
  const [a, b] = [{ title: 'a' }, { title: 'b' }];
  const sum = sumOf([
    { passed: 2, failed: 1, skipped: 0, failures: [a], secondTry: [] },
    { passed: 3, failed: 0, skipped: 1, failures: [], secondTry: [b] },
  ]);
  expect(sum).toEqual({ passed: 5, failed: 1, skipped: 1, failures: [a], secondTry: [b] });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readResults } from './results.ts';

const LAUNCH = { name: 'edit, files', place: '' };
const CRASH = { kind: 'crash', state: 'failed', title: 'suite edit, files: VS Code ended before the tests did' };

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'sw-results-')), 'results');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

/** Returns the results of a launch that wrote these states, one per test of the suite `edit`. */
function resultsOf(states: readonly string[], isComplete: boolean, hasFailed: boolean) {
  const tests = states.map((state, at) => ({ kind: 'test', title: `${at}`, file: 'edit/a.test.cjs', state }));
  writeFileSync(path, JSON.stringify({ isComplete, tests }));
  return readResults(path, hasFailed, LAUNCH).results;
}

describe('the results of a launch', () => {
  it('name the suite of each test', () => {
    expect(resultsOf(['passed'], true, false)).toEqual([
      { kind: 'test', title: 'suite edit: 0', file: 'edit/a.test.cjs', state: 'passed' },
    ]);
  });

  it('have no crash if tests failed but all ran', () => {
    expect(resultsOf(['failed', 'passed'], true, true).map(({ kind }) => kind)).toEqual(['test', 'test']);
  });

  it('have a crash if VS Code ended with an error and no test failed', () => {
    expect(resultsOf(['passed'], true, true)).toContainEqual(CRASH);
  });

  it('have a crash if a later suite did not end, although a test of an earlier one failed', () => {
    expect(resultsOf(['failed'], false, true)).toContainEqual(CRASH);
  });

  it('have a crash if nothing was written, however VS Code ended', () => {
    expect(readResults(path, false, LAUNCH).results).toEqual([CRASH]);
  });
});

import { describe, expect, it } from 'vitest';
import { CRASH, NOTHING, type Outcome, secondTriesIn, sumOf, twice } from './second-try.ts';

const outcome = (passed: number, failures: readonly string[] = []): Outcome => ({
  ...NOTHING,
  passed,
  failed: failures.length,
  failures,
});

/** What comes of a suite that has these outcomes in turn, and how often it ran. */
async function tried(...outcomes: readonly Outcome[]) {
  let runs = 0;
  const result = await twice(() => Promise.resolve(outcomes[runs++] ?? NOTHING));
  return { ...result, runs };
}

describe('a suite', () => {
  it('that passes runs once', async () => {
    expect(await tried(outcome(3))).toEqual({ ...outcome(3), runs: 1 });
  });
  it('that passes at the second try is told apart from what passed at the first', async () => {
    expect(await tried(outcome(2, ['a']), outcome(3))).toEqual({ ...outcome(2), secondTry: ['a'], runs: 2 });
  });
  it('of which something fails twice fails', async () => {
    const { failed, failures, secondTry, passed, runs } = await tried(outcome(1, ['a', 'b']), outcome(2, ['b']));
    expect({ failed, failures, secondTry, passed, runs }).toEqual({
      failed: 1,
      failures: ['b'],
      secondTry: ['a'],
      passed: 1,
      runs: 2,
    });
  });
  it('of which something else fails at the second try fails', async () => {
    expect(await tried(outcome(2, ['a']), outcome(2, ['b']))).toMatchObject({ failed: 1, failures: ['b'] });
  });
  it('that crashes twice fails, and one that crashed once has lost no test', async () => {
    const crash = outcome(0, [`${CRASH} ended`]);
    expect(await tried(crash, crash)).toMatchObject({ failed: 1 });
    expect(await tried(outcome(2, ['a']), crash)).toMatchObject({ failed: 1, secondTry: [] });
    expect(await tried(crash, outcome(3))).toMatchObject({ failed: 0, passed: 3, secondTry: [`${CRASH} ended`] });
  });
});

it('counts all suites together', () => {
  const sum = sumOf([outcome(2, ['a']), { ...outcome(3), skipped: 1, secondTry: ['b'] }]);
  expect(sum).toEqual({ passed: 5, failed: 1, skipped: 1, failures: ['a'], secondTry: ['b'] });
});

it('finds those that passed at the second try in a report of Vitest', () => {
  const test = (fullName: string, status: string, failureMessages: readonly string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const assertionResults = [test('well', 'passed', []), test('late', 'passed', ['no']), test('bad', 'failed', ['no'])];
  expect(secondTriesIn({ testResults: [{ assertionResults }] })).toEqual(['late']);
});

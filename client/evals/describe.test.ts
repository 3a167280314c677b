import { describe, expect, it } from 'vitest';
import type { CaseOutcome, EvalPreview, TrialOutcome } from '../../runtime/protocol/evals.ts';
import { caseState, checkFailures, describePreview, describeTrials, meanTime, trialName } from './describe.ts';

const CHECK = { text: 'Reads it.', evidence: 'It was never read.', isJudged: true, line: 4, column: 2 };
const trial = (number: number, more: Partial<TrialOutcome> = {}): TrialOutcome => ({
  side: 'with',
  client: 'adk',
  model: 'm/1',
  number,
  verdict: 'passed',
  journal: '/j',
  run: `r${number}`,
  milliseconds: 1000 * number,
  failed: [],
  ...more,
});
const outcome = (...trials: readonly TrialOutcome[]): CaseOutcome => ({
  file: '/evals.json',
  id: 'one',
  line: 2,
  column: 1,
  name: 'one',
  trials,
});
const failed = trial(2, { verdict: 'failed', failed: [CHECK] });
const open = trial(3, { verdict: 'not_judged', failed: [{ ...CHECK, isJudged: false }] });
const cut = trial(4, { verdict: 'not_judged', reason: 'The model failed.' });
const baseline = trial(1, { side: 'without', verdict: 'failed', failed: [CHECK], milliseconds: 9000 });

describe('the result of a case', () => {
  it.each([
    ['passed', outcome(trial(1), baseline)],
    ['failed', outcome(trial(1), failed, open)],
    ['not_judged', outcome(trial(1), open)],
    ['not_judged', outcome(trial(1), cut)],
    ['invalid', outcome(cut, cut)],
    ['not_run', outcome(baseline)],
  ])('is %s by its trials with the skill', (state, one) => {
    expect(caseState(one)).toBe(state);
  });

  it('has the mean time of the trials with the skill, and the rates of both sides', () => {
    const one = outcome(trial(1), failed, open, baseline);
    expect(meanTime(one)).toBe(2000);
    expect(describeTrials(one)).toBe('with the skill 1 of 2 passed, 1 not judged, without it 0 of 1 passed');
    expect(describeTrials(outcome(open, open))).toBe('with the skill 2 not judged');
    expect(describeTrials(outcome(baseline), 'earlier')).toBe('with its earlier text 0 of 1 passed');
  });

  it('has each failed assertion once, with the runs in which it failed', () => {
    const again = trial(5, { verdict: 'failed', failed: [{ ...CHECK, evidence: 'Another reason.' }] });
    expect(checkFailures(outcome(trial(1), failed, again, baseline))).toMatchObject([
      { ...CHECK, failedIn: 2, trials: 3, runs: [{ run: 'r2' }, { run: 'r5' }] },
    ]);
    expect(checkFailures(outcome(trial(1, { verdict: 'not_judged', reason: 'It was cut.' })))).toMatchObject([
      { evidence: 'It was cut.', isJudged: false, line: 2 },
    ]);
  });
});

it('names the client and model of a trial if there are several', () => {
  expect(trialName(failed, [trial(1), failed])).toBe('2');
  expect(trialName(failed, [trial(1, { model: 'm/2' }), failed])).toBe('2 (adk · m/1)');
});

describe('the question before the first call of a language model', () => {
  const preview: EvalPreview = { trials: 60, done: 0, models: ['anthropic/one'], leastUsd: 0.02, unpriced: [] };

  it('has the number of calls, the least cost and the limit', () => {
    expect(describePreview({ ...preview, done: 3, maxCost: 5 })).toBe(
      'At least 60 model calls, one per trial, with anthropic/one. 3 trials are already done and are not repeated.\nThey cost at least $0.0200.\nThe limit for everything in the folder of evals is $5.00.',
    );
  });

  it('says that no price is known, that there is no limit, that a judge is called, and what may be wrong', () => {
    const warnings = ['Leave out a file.'];
    const text = describePreview({ trials: 2, done: 0, models: ['a/1'], unpriced: ['a/1'], judge: 'b/2', warnings });
    expect(text).toMatch(/No price is known\.[\s\S]*no limit on the cost/);
    expect(text).toContain('b/2 judges assertions in prose.');
    expect(text).toContain('\nLeave out a file.');
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { agreementOf, type PersonVerdict } from './agreement.ts';
import { readVerdicts } from './read-verdicts.ts';
import { agreementNote } from './result-sections.ts';
import type { EvalResults, TrialResult } from './results.ts';

/** A trial whose assertions the model judged as given: `+` passed, `-` failed, `?` not judged. */
const trial = (run: string, verdicts: string, isJudged = true): TrialResult =>
  ({
    run,
    checks: [...verdicts].map((sign, index) =>
      defined<TrialResult['checks'][number]>({
        text: `a${index}`,
        passed: sign === '?' ? null : sign === '+',
        evidence: '',
        events: [],
        judge: isJudged ? { model: 'm', votes: [], prompt: '' } : undefined,
      }),
    ),
  }) as unknown as TrialResult;

const person = (run: string, verdicts: string): readonly PersonVerdict[] =>
  [...verdicts].map((sign, index) => ({ run, text: `a${index}`, passed: sign === '+' }));

describe('agreementOf', () => {
  it('counts pairs, and computes the rate with its interval and kappa', () => {
    // The example in the literature: 20 and 15 of 50 agreed, kappa 0.4.
    const judge = `${'+'.repeat(25)}${'-'.repeat(25)}`;
    const own = `${'+'.repeat(20)}${'-'.repeat(5)}${'+'.repeat(10)}${'-'.repeat(15)}`;
    const agreement = agreementOf([trial('r', judge)], person('r', own));
    expect(agreement).toMatchObject({
      pairs: 50,
      agreed: 35,
      bothPassed: 20,
      bothFailed: 15,
      onlyJudge: 5,
      onlyPerson: 10,
      unjudged: 0,
      tooFew: false,
      rate: { value: 0.7 },
      kappa: expect.closeTo(0.4, 10),
    });
    expect(agreement?.rate?.low).toBeCloseTo(0.5625, 3);
    expect(agreementNote({ agreement } as unknown as EvalResults)).toBe(
      'The judge agrees with a person on 35 of 50 assertions: 70 % (95 %: 56–81 %), kappa 0.40. Passed only by the judge: 5, only by the person: 10.',
    );
  });

  it('has no kappa if both gave the same verdict on everything', () => {
    const agreement = agreementOf([trial('r', '+++')], person('r', '+++'));
    expect(agreement).toMatchObject({ pairs: 3, agreed: 3, tooFew: true });
    expect(agreement).not.toHaveProperty('kappa');
  });

  it('compares the same assertion of the same run only, and what the model judged', () => {
    const trials = [trial('r', '+?'), trial('other', '+'), trial('facts', '+', false)];
    const verdicts = [...person('r', '-+'), ...person('absent', '+'), ...person('facts', '-')];
    expect(agreementOf(trials, verdicts)).toMatchObject({ pairs: 1, agreed: 0, onlyJudge: 1, unjudged: 1 });
    expect(agreementOf(trials, [])).toBeUndefined();
  });
});

describe('readVerdicts', () => {
  const GRADING = {
    run: 'r1',
    expectations: [
      { text: 'a', passed: true, evidence: 'x' },
      { text: 'b', passed: null },
    ],
  };

  it('reads the grading.json of a copy of the results', () => {
    const folder = writeFiles(temporaryFolder(), {
      'eval-1/with_skill/run-1/grading.json': JSON.stringify(GRADING),
      'eval-1/with_skill/run-2/grading.json': JSON.stringify({
        run: 'r2',
        assertion_results: [{ text: 'a', passed: false }],
      }),
      'results.json': '{}',
    });
    expect(readVerdicts(folder)).toEqual([
      { run: 'r1', text: 'a', passed: true },
      { run: 'r2', text: 'a', passed: false },
    ]);
  });

  it.each<[what: string, content: unknown]>([
    ['a list', [{ run: 'r1', text: 'a', passed: true }]],
    ['an object with a list', { verdicts: [{ run: 'r1', text: 'a', passed: true, note: 'x' }] }],
  ])('reads %s', (_, content) => {
    const file = join(temporaryFolder(), 'verdicts.json');
    writeFileSync(file, JSON.stringify(content));
    expect(readVerdicts(file)).toEqual([{ run: 'r1', text: 'a', passed: true }]);
  });

  it.each<[content: string, message: RegExp]>([
    ['{"expectations": [{"text": "a", "passed": true}]}', /"run"/],
    ['[]', /has none/],
    ['[', /Correct/],
  ])('refuses %s', (content, message) => {
    const file = join(temporaryFolder(), 'verdicts.json');
    writeFileSync(file, content);
    expect(readVerdicts(file)).toMatch(message);
    expect(readVerdicts(`${file}.absent`)).toMatch(/does not exist/);
  });
});

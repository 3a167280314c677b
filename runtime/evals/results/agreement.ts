import { defined } from '../../../skill/index.ts';
import { FEW_TRIALS, wilson } from '../../statistics/intervals.ts';
import type { JudgeAgreement, TrialResult } from './results.ts';

/** The verdict of a person on one assertion of a run. */
export interface PersonVerdict {
  /** The id of the run. */
  readonly run: string;
  /** The text of the assertion, as in the results. */
  readonly text: string;
  readonly passed: boolean;
}

/**
 * Compares the verdicts of a language model with those of a person on the same assertions of the same runs. Assertions that one
 * of them did not judge are only counted. Undefined if the person judged no assertion that the model was asked about.
 */
export function agreementOf(
  trials: Iterable<TrialResult>,
  verdicts: readonly PersonVerdict[],
): JudgeAgreement | undefined {
  const byAssertion = new Map(verdicts.map((one) => [JSON.stringify([one.run, one.text]), one.passed]));
  const counts = { bothPassed: 0, bothFailed: 0, onlyJudge: 0, onlyPerson: 0 };
  let unjudged = 0;
  for (const { run, checks } of trials)
    for (const { text, passed, judge } of checks) {
      const person = byAssertion.get(JSON.stringify([run, text]));
      if (judge === undefined || person === undefined) continue;
      if (passed === null) unjudged++;
      else if (passed === person) counts[passed ? 'bothPassed' : 'bothFailed']++;
      else counts[passed ? 'onlyJudge' : 'onlyPerson']++;
    }
  const { bothPassed, bothFailed, onlyJudge, onlyPerson } = counts;
  const pairs = bothPassed + bothFailed + onlyJudge + onlyPerson;
  const rate = wilson(bothPassed + bothFailed, pairs);
  if (rate === undefined)
    return unjudged === 0 ? undefined : { pairs: 0, agreed: 0, ...counts, unjudged, tooFew: true };
  // The agreement by chance, if both judged independently with their own rates.
  const judgeRate = (bothPassed + onlyJudge) / pairs;
  const personRate = (bothPassed + onlyPerson) / pairs;
  const chance = judgeRate * personRate + (1 - judgeRate) * (1 - personRate);
  return defined({
    pairs,
    agreed: bothPassed + bothFailed,
    ...counts,
    unjudged,
    tooFew: pairs < FEW_TRIALS,
    rate,
    // Undefined if both gave the same verdict on everything.
    kappa: chance > 1 - 1e-9 ? undefined : (rate.value - chance) / (1 - chance),
  });
}

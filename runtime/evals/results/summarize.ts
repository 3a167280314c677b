import { groupBy } from '../../group-by.ts';
import { isFullyJudged } from '../judging/verdict.ts';
import { FEW_TRIALS, pairedDifference, rateOverCases, type Tally, wilson } from '../statistics/intervals.ts';
import type { CaseResult, EvalResults, GroupResult, SideResult, TrialResult } from './results.ts';

/** A trial with the kind of its case. */
export type JudgedTrial = TrialResult & { readonly kind: 'task' | 'trigger' };

/** Computes rates, intervals and sums from the trials. */
export function summarize(trials: readonly JudgedTrial[], complete: boolean): EvalResults {
  const cases = [
    ...groupBy(trials, (one) => JSON.stringify([one.skill, one.case, one.client, one.model])).values(),
  ].map(caseOf);
  const groups = [
    ...groupBy(trials, (one) => JSON.stringify([one.skill, one.client, one.model, one.kind])).values(),
  ].map((group) => groupOf(group, cases));
  return { version: 1, complete, trials: trials.map(({ kind: _, ...trial }) => trial), cases, groups };
}

function caseOf(trials: readonly JudgedTrial[]): CaseResult {
  const [first] = trials as readonly [JudgedTrial];
  const { skill, case: name, kind, client, model } = first;
  const without = trials.filter(({ side }) => side === 'without');
  return {
    ...{ skill, case: name, kind, client, model, with: sideOf(trials.filter(({ side }) => side === 'with')) },
    ...(without.length === 0 ? {} : { without: sideOf(without) }),
  };
}

function sideOf(trials: readonly TrialResult[]): SideResult {
  const judged = trials.filter(isFullyJudged);
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length;
  const interval = wilson(passed, judged.length);
  const limits = interval === undefined ? {} : { low: interval.low, high: interval.high };
  return { passed, judged: judged.length, failed: failedIn(trials), trials: trials.length, ...limits };
}

const failedIn = (trials: readonly TrialResult[]): number =>
  trials.filter(({ verdict }) => verdict === 'failed').length;

function groupOf(trials: readonly JudgedTrial[], all: readonly CaseResult[]): GroupResult {
  const [{ skill, client, model, kind }] = trials as readonly [JudgedTrial];
  const cases = all.filter(
    (one) => one.skill === skill && one.client === client && one.model === model && one.kind === kind,
  );
  const own = trials.filter(({ side }) => side === 'with');
  const compared = cases.flatMap(({ with: a, without: b }): (readonly [Tally, Tally])[] =>
    b === undefined ? [] : [[a, b]],
  );
  const withRate = rateOverCases(cases.map((one) => one.with));
  const withoutRate = rateOverCases(compared.map(([, without]) => without));
  const difference = pairedDifference(compared);
  const judged = cases.reduce((sum, one) => sum + one.with.judged, 0);
  const costs = trials.flatMap(({ usage }) => usage.costUsd ?? []);
  return {
    ...{
      skill,
      client,
      model,
      kind,
      cases: cases.length,
      judged,
      failed: failedIn(own),
      trials: own.length,
      tooFew: judged < FEW_TRIALS,
    },
    ...(withRate === undefined ? {} : { with: withRate }),
    ...(withoutRate === undefined ? {} : { without: withoutRate }),
    ...(difference === undefined ? {} : { difference }),
    misses: own.reduce((sum, one) => sum + one.misses, 0),
    mostMisses: own.reduce((most, one) => Math.max(most, one.misses), 0),
    inputTokens: trials.reduce((sum, { usage }) => sum + (usage.inputTokens ?? 0), 0),
    outputTokens: trials.reduce((sum, { usage }) => sum + (usage.outputTokens ?? 0), 0),
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((sum, one) => sum + one, 0) }),
  };
}

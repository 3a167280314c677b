import { createHash } from 'node:crypto';
import { defined } from '../../../skill/index.ts';
import { allTokens } from '../../models/prices/usage.ts';
import { FEW_TRIALS, pairedDifference, rateOverCases, type Tally, wilson } from '../../statistics/intervals.ts';
import { isFullyJudged, NO_ASSERTIONS } from '../judging/verdict.ts';
import type { Side } from '../trials/plan.ts';
import { keyOfGroup } from './group-notes.ts';
import type {
  CaseResult,
  EvalResults,
  GroupKey,
  GroupResult,
  LoadedResults,
  SideResult,
  TrialAverages,
  TrialResult,
} from './results.ts';

/** A trial with the kind of its case. */
export type JudgedTrial = TrialResult & { readonly kind: 'task' | 'trigger' };

/** Computes rates, intervals and sums from trials in memory. */
export function summarize(judged: readonly JudgedTrial[], complete: boolean): LoadedResults {
  const sums = new ResultSums();
  const trials = judged.map((one) => {
    sums.add(one);
    const { kind: _, ...trial } = one;
    return trial;
  });
  return { version: 1, complete, trials, ...sums.results() };
}

/** The sums of trials, which are added one after the other. Its size depends on the number of cases, not of trials. */
export class ResultSums {
  private readonly cases = new Map<string, CaseSums>();
  private readonly groups = new Map<string, GroupSums>();
  /** Hashes of the requests to the judge, because trials with the same answer share their votes. */
  private readonly requests = new Set<string>();

  add(trial: JudgedTrial): void {
    const { skill, case: name, kind, client, model } = trial;
    const caseKey = JSON.stringify([skill, name, client, model]);
    let own = this.cases.get(caseKey);
    if (own === undefined) {
      own = { key: { skill, client, model, kind }, case: name, with: { ...NO_TRIAL }, without: { ...NO_TRIAL } };
      this.cases.set(caseKey, own);
    }
    count(own[trial.side], trial);
    const groupKey = keyOfGroup(trial);
    let group = this.groups.get(groupKey);
    if (group === undefined) {
      group = {
        ...NO_GROUP,
        key: { skill, client, model, kind },
        needs: { with: { ...NO_NEEDS }, without: { ...NO_NEEDS } },
      };
      this.groups.set(groupKey, group);
    }
    addToGroup(group, trial);
    for (const { judge } of trial.checks) {
      if (judge?.costUsd === undefined) continue;
      const request = createHash('sha256')
        .update(JSON.stringify([judge.model, judge.prompt]))
        .digest('base64url');
      group.judgeUsd = (group.judgeUsd ?? 0) + (this.requests.has(request) ? 0 : judge.costUsd);
      this.requests.add(request);
    }
  }

  /** Returns the figures of all trials so far, in the order in which the cases first occurred. */
  results(): Pick<EvalResults, 'cases' | 'groups'> {
    const cases = [...this.cases.values()].map(caseOf);
    const byGroup = new Map<string, CaseResult[]>([...this.groups.keys()].map((key) => [key, []]));
    for (const one of cases) byGroup.get(keyOfGroup(one))?.push(one);
    return { cases, groups: [...this.groups].map(([key, group]) => groupOf(group, byGroup.get(key) ?? [])) };
  }
}

interface SideSums {
  passed: number;
  judged: number;
  failed: number;
  trials: number;
}

const NO_TRIAL: SideSums = { passed: 0, judged: 0, failed: 0, trials: 0 };

interface CaseSums extends Record<'with' | 'without', SideSums> {
  readonly key: GroupKey;
  readonly case: string;
}

interface GroupSums {
  readonly key: GroupKey;
  /** Number of trials with the skill. */
  trials: number;
  failed: number;
  invalid: number;
  misses: number;
  mostMisses: number;
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  costUsd: number | undefined;
  judgeUsd: number | undefined;
  readonly needs: Readonly<Record<Side, Needs>>;
}

/** The sums of the trials of one side that say something about it. */
interface Needs {
  trials: number;
  /** Number of trials whose tokens are known. */
  counted: number;
  tokens: number;
  milliseconds: number;
  /** Number of trials with a known cost. */
  priced: number;
  costUsd: number;
}

const NO_NEEDS: Needs = { trials: 0, counted: 0, tokens: 0, milliseconds: 0, priced: 0, costUsd: 0 };

const NO_GROUP = {
  trials: 0,
  failed: 0,
  invalid: 0,
  misses: 0,
  mostMisses: 0,
  inputTokens: undefined,
  outputTokens: undefined,
  costUsd: undefined,
  judgeUsd: undefined,
};

function count(side: SideSums, trial: TrialResult): void {
  side.trials++;
  if (trial.verdict === 'failed') side.failed++;
  if (!isFullyJudged(trial)) return;
  side.judged++;
  if (trial.verdict === 'passed') side.passed++;
}

function addToGroup(group: GroupSums, trial: TrialResult): void {
  const { side, verdict, reason, misses, usage, milliseconds } = trial;
  const { inputTokens, outputTokens, costUsd } = usage;
  if (reason === undefined || reason === NO_ASSERTIONS) {
    const needs = group.needs[side];
    needs.trials++;
    const tokens = allTokens(usage);
    if (tokens !== undefined) {
      needs.counted++;
      needs.tokens += tokens;
    }
    needs.milliseconds += milliseconds;
    if (costUsd !== undefined) {
      needs.priced++;
      needs.costUsd += costUsd;
    }
  }
  if (inputTokens !== undefined) group.inputTokens = (group.inputTokens ?? 0) + inputTokens;
  if (outputTokens !== undefined) group.outputTokens = (group.outputTokens ?? 0) + outputTokens;
  if (costUsd !== undefined) group.costUsd = (group.costUsd ?? 0) + costUsd;
  if (side !== 'with') return;
  group.trials++;
  if (verdict === 'failed') group.failed++;
  if (reason !== undefined && reason !== NO_ASSERTIONS) group.invalid++;
  group.misses += misses;
  group.mostMisses = Math.max(group.mostMisses, misses);
}

function caseOf({ key: { skill, client, model, kind }, case: name, with: own, without }: CaseSums): CaseResult {
  return defined({
    skill,
    case: name,
    kind,
    client,
    model,
    with: sideOf(own),
    without: without.trials === 0 ? undefined : sideOf(without),
  });
}

function sideOf(sums: SideSums): SideResult {
  const interval = wilson(sums.passed, sums.judged);
  return defined({ ...sums, low: interval?.low, high: interval?.high });
}

function groupOf(
  { key, trials, failed, costUsd, judgeUsd, needs, ...sums }: GroupSums,
  cases: readonly CaseResult[],
): GroupResult {
  const { skill, client, model, kind } = key;
  const compared = cases.flatMap(({ with: a, without: b }): (readonly [Tally, Tally])[] =>
    b === undefined ? [] : [[a, b]],
  );
  const withRate = rateOverCases(cases.map((one) => one.with));
  const withoutRate = rateOverCases(compared.map(([, without]) => without));
  const difference = pairedDifference(compared);
  const judged = cases.reduce((sum, one) => sum + one.with.judged, 0);
  return defined({
    skill,
    client,
    model,
    kind,
    cases: cases.length,
    judged,
    failed,
    trials,
    tooFew: judged < FEW_TRIALS,
    with: withRate,
    without: withoutRate,
    difference,
    ...sums,
    averages: { ...averagesOf('with', needs.with), ...averagesOf('without', needs.without) },
    costUsd,
    judgeUsd,
  });
}

function averagesOf(side: Side, needs: Needs): GroupResult['averages'] {
  const { trials, counted, tokens, milliseconds, priced, costUsd } = needs;
  if (trials === 0) return {};
  const known = {
    tokens: counted === 0 ? undefined : tokens / counted,
    costUsd: priced === 0 ? undefined : costUsd / priced,
  };
  return { [side]: defined<TrialAverages>({ ...known, milliseconds: milliseconds / trials }) };
}

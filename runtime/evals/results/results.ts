/** The types of an eval's results. */
import type { WaitingCall } from '../../protocol/eval-scripts.ts';
import type { Usage } from '../../protocol/events.ts';
import type { Estimate, Tally } from '../../statistics/intervals.ts';
import type { CheckVerdict, Verdict } from '../judging/verdict.ts';
import type { UnfilledCase } from '../prepare/eval-plan.ts';
import type { Side } from '../trials/plan.ts';
import type { Shard } from '../trials/shard.ts';

/** A trial with its verdict. */
export interface TrialResult {
  readonly id: string;
  readonly skill: string;
  readonly case: string;
  readonly side: Side;
  readonly client: string;
  readonly model: string;
  readonly number: number;
  readonly verdict: Verdict;
  readonly triggered: boolean;
  /** The id of the run, whose journal is in `runs/`. */
  readonly run: string;
  readonly usage: Usage;
  readonly milliseconds: number;
  /** Number of files of the skill that were requested and missing. */
  readonly misses: number;
  readonly calls: number;
  readonly checks: readonly CheckVerdict[];
  /** The reason why the trial is not judged, if so. */
  readonly reason?: string;
  /** The calls that wait for an approval, if the trial is not judged for that reason. */
  readonly waiting?: readonly WaitingCall[];
}

/** The trials of a case on one side. Without judged trials there is no interval. */
export interface SideResult {
  readonly passed: number;
  /** Number of trials whose assertions are all judged; the rate is `passed / judged`. */
  readonly judged: number;
  /** Number of failed trials, including those that are not in the rate because another assertion is not judged. */
  readonly failed: number;
  readonly trials: number;
  readonly low?: number;
  readonly high?: number;
}

/** A case in one client with one model. */
export interface CaseResult {
  readonly skill: string;
  readonly case: string;
  readonly kind: 'task' | 'trigger';
  readonly client: string;
  readonly model: string;
  readonly with: SideResult;
  readonly without?: SideResult;
}

/** The means of the trials of one side, without those that say nothing about it. */
export interface TrialAverages {
  /** Of the trials that state their tokens; absent if none does. */
  readonly tokens?: number;
  readonly milliseconds: number;
  /** US dollars; absent if no trial reports any. */
  readonly costUsd?: number;
}

/** All cases of a skill in one client with one model. */
export interface GroupResult {
  readonly skill: string;
  readonly client: string;
  readonly model: string;
  readonly kind: 'task' | 'trigger';
  readonly cases: number;
  readonly judged: number;
  /** Number of failed trials with the skill, including those that are not in the rate. */
  readonly failed: number;
  /** Number of trials with the skill that say nothing about it, for example because the model failed. Earlier versions have none. */
  readonly invalid?: number;
  readonly trials: number;
  /** True if fewer trials were judged than a rate can be based on. */
  readonly tooFew: boolean;
  readonly with?: Estimate;
  readonly without?: Estimate;
  /** The rate with the skill minus the one without it, paired by case. */
  readonly difference?: Estimate;
  readonly misses: number;
  readonly mostMisses: number;
  /** Absent if no trial states any. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** By side; absent without such trials. Earlier versions have none. */
  readonly averages?: { readonly [side in Side]?: TrialAverages };
  /** US dollars; absent if no trial reports any. */
  readonly costUsd?: number;
  /** US dollars for the votes of the judge, those that trials share once; absent if none reports any. */
  readonly judgeUsd?: number;
}

/** Identifies a group of cases. */
export type GroupKey = Pick<CaseResult, 'skill' | 'client' | 'model' | 'kind'>;

/** A case that both results have, with the skill. */
export interface CaseChange extends GroupKey {
  readonly case: string;
  readonly before: Tally;
  readonly after: Tally;
}

/** The cases of a skill, client and model that both results have judged trials of. */
export interface GroupChange extends GroupKey {
  /** Number of these cases. */
  readonly cases: number;
  readonly before: Estimate;
  readonly after: Estimate;
  /** The later rate minus the earlier one, paired by case; absent with fewer than two cases. */
  readonly difference?: Estimate;
}

/** The changes since an earlier result. Names of cases are those of one skill, client and model each. */
export interface EvalComparison {
  readonly cases: readonly CaseChange[];
  readonly groups: readonly GroupChange[];
  /** Number of cases that are not compared because their prompt, files or assertions were edited. */
  readonly edited: number;
  /** Number of cases that only the later result has. */
  readonly added: number;
  /** Number of cases that only the earlier result has. */
  readonly removed: number;
  /** Number of cases of both that are not judged in one of them. */
  readonly unjudged: number;
}

/** The agreement of the language model that judges prose with a person. */
export interface JudgeAgreement {
  /** Number of assertions that both judged. */
  readonly pairs: number;
  readonly agreed: number;
  readonly bothPassed: number;
  readonly bothFailed: number;
  /** Passed according to the model alone, or to the person alone. */
  readonly onlyJudge: number;
  readonly onlyPerson: number;
  /** Number of assertions that the person judged, and the model could not. */
  readonly unjudged: number;
  /** True if there are too few pairs to rely on the rate. */
  readonly tooFew: boolean;
  /** The share of pairs with the same verdict. */
  readonly rate?: Estimate;
  /** Cohen's kappa: the agreement beyond chance, at most 1. Absent if both gave one verdict on everything. */
  readonly kappa?: number;
}

/** The content of `results.json`, a contract. */
export interface EvalResults {
  readonly version: 1;
  /** False if the eval was stopped, or left out trials because the money was used up. */
  readonly complete: boolean;
  /** Number of trials to run, those of the shard if there is one. Absent in results of earlier versions, like `completed`. */
  readonly planned?: number;
  /** Number of trials that need not be run again. */
  readonly completed?: number;
  /** The part of the trials that was run; absent for all. */
  readonly shard?: Shard;
  /** The baseline: an earlier text of the skill; absent for no skill. */
  readonly baseline?: 'earlier';
  /** In the order of the plan. They can be read any number of times, but may be in a file, because there may be very many. */
  readonly trials: Iterable<TrialResult>;
  readonly cases: readonly CaseResult[];
  readonly groups: readonly GroupResult[];
  /** Cases that were not run, because a part of them is not filled in; absent if there are none. */
  readonly notFilledIn?: readonly UnfilledCase[];
  /** Present if the results are compared with earlier ones. */
  readonly comparison?: EvalComparison;
  /** Present if there are verdicts of a person. */
  readonly agreement?: JudgeAgreement;
}

/** Results without their trials. */
export type EvalOutline = Omit<EvalResults, 'trials'>;

/** Results whose trials are in memory. */
export interface LoadedResults extends EvalResults {
  readonly trials: readonly TrialResult[];
}

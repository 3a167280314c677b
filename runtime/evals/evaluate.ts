import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { diskFiles } from '../../skill/disk.ts';
import type { Skill } from '../../skill/index.ts';
import { readJournal } from '../journal/reader.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { Host } from '../loop/host.ts';
import type { EvalProblem } from './cases/eval-case.ts';
import { judgeTrial } from './judging/judge-trial.ts';
import { judgeProse } from './judging/prose-judge.ts';
import { factsOf } from './judging/run-facts.ts';
import { CaseWorkspaces } from './prepare/case-workspaces.ts';
import type { EvalPlan } from './prepare/eval-plan.ts';
import {
  type PreparedTrial,
  type PreparedTrials,
  type PrepareOptions,
  prepareTrials,
} from './prepare/prepare-trials.ts';
import type { EvalResults } from './results/results.ts';
import { type JudgedTrial, summarize } from './results/summarize.ts';
import { CostCap } from './trials/cost-cap.ts';
import type { PlannedTrial } from './trials/plan.ts';
import { runTrial } from './trials/run-trial.ts';
import { runTrials } from './trials/run-trials.ts';
import { type Shard, shardOf } from './trials/shard.ts';
import type { TrialStore } from './trials/trial-store.ts';

/** Options for an eval of several skills, one after the other, each with its own cases. */
export interface EvalOptions extends PrepareOptions {
  readonly store: TrialStore;
  /** US dollars for everything that is stored in the folder of this eval. */
  readonly maxCost?: number;
  /** Maximum number of simultaneous trials. */
  readonly jobs: number;
  readonly judge?: { readonly model: LanguageModelV4; readonly name: string; readonly votes: number };
  readonly host: Host;
  /** The part of the trials to run; absent for all. */
  readonly shard?: Shard;
  /** Returns true for the trials to run and judge; absent for all. */
  readonly selects?: (trial: PreparedTrial) => boolean;
  /** Called before the first trial. */
  readonly onPlan?: (prepared: PreparedTrials) => Promise<void>;
  readonly onProgress?: (done: number, planned: number) => void;
  /** Called when the run of a trial starts. */
  readonly onTrial?: (trial: PlannedTrial) => void;
}

export type EvalEnd =
  | {
      readonly kind: 'done';
      readonly results: EvalResults;
      readonly plan: EvalPlan;
      /** Trials that were completed by an earlier eval. */
      readonly skipped: number;
      readonly isCapped: boolean;
      /** US dollars that this eval and earlier ones in the same folder spent. */
      readonly spentUsd: number;
    }
  | { readonly kind: 'failed'; readonly message?: string; readonly problems?: readonly EvalProblem[] };

/** Runs and judges the trials of skills. Completed trials of the same folder are judged again, but not run again. */
export async function evaluate(options: EvalOptions): Promise<EvalEnd> {
  const workspaces = new CaseWorkspaces(options.workspace);
  try {
    const prepared = await prepareTrials(options, workspaces);
    return prepared.kind === 'failed' ? prepared : await runAndJudge(options, prepared);
  } finally {
    workspaces.remove();
  }
}

async function runAndJudge(options: EvalOptions, prepared: PreparedTrials): Promise<EvalEnd> {
  const { store, maxCost, jobs, signal, shard, selects, onPlan, onProgress } = options;
  const trials = prepared.trials.filter(
    (one) => (shard === undefined || shardOf(one.trial.id, shard.of) === shard.index) && (selects?.(one) ?? true),
  );
  const cap = new CostCap(maxCost, store.spent());
  await onPlan?.({ ...prepared, trials });
  const byId = new Map(trials.map((one) => [one.trial.id, one]));
  const end = await runTrials({
    ...{ trials: trials.map(({ trial }) => trial), store, cap, jobs, signal },
    run: async (trial, left) => {
      const own = byId.get(trial.id);
      if (own === undefined) return { kind: 'failed', message: 'A trial is missing in the plan.' };
      const { template, skill, workspace } = own;
      options.onTrial?.(trial);
      return runTrial({
        ...{ template: { ...template.spec, runs: store.runs }, trial, skillName: skill.name },
        ...{ distractors: options.distractors, maxCost: left, host: options.host, signal },
        ...(workspace === undefined ? {} : { workspace }),
      });
    },
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  if (end.message !== undefined) return { kind: 'failed', message: end.message };
  const judged: JudgedTrial[] = [];
  for (const { trial, skill, workspace } of trials) {
    const run = end.runs.get(trial.id);
    if (run !== undefined) judged.push(await judgeRun(options, cap, { trial, skill, run, workspace }));
  }
  const complete = !signal.aborted && !end.isCapped && judged.length === trials.length;
  const part = shard === undefined ? {} : { shard };
  const results = {
    ...summarize(judged, complete),
    ...{ planned: trials.length, completed: end.completed, ...part },
  };
  const { judge } = options;
  const plan: EvalPlan = {
    ...{ ...prepared.plan, ...part },
    ...(judge === undefined ? {} : { judge: { model: judge.name, votes: judge.votes } }),
  };
  return { kind: 'done', results, plan, skipped: end.skipped, isCapped: end.isCapped, spentUsd: cap.spent };
}

interface RunOfTrial {
  readonly trial: PlannedTrial;
  readonly skill: Skill;
  readonly run: string;
  readonly workspace: string | undefined;
}

/** Judges a trial from the journal of its run. */
async function judgeRun(
  { store, judge: prose, signal }: EvalOptions,
  cap: CostCap,
  { trial, skill, run, workspace }: RunOfTrial,
): Promise<JudgedTrial> {
  const folder = join(store.runs, run);
  const facts = factsOf(readJournal(join(folder, JOURNAL_FILE)).events, folder);
  const hadFile = (path: string): boolean =>
    workspace !== undefined && diskFiles().kind(join(workspace, path)) === 'file';
  const first = judgeTrial(trial.case, facts, {
    ...{ skill: skill.name, isAbsent: trial.skill === undefined },
    ...(trial.client === 'adk' ? {} : { hadFile }),
  });
  const verdict =
    prose === undefined || trial.case.kind === 'trigger'
      ? first
      : await judgeProse(trial.case, first, facts, {
          ...{ ...prose, signal, find: (id) => store.findVote(id), isOutOfMoney: () => cap.left <= 0 },
          store: (id, vote) => {
            store.addVote(id, vote, trial.id);
            cap.settle(0, vote.costUsd ?? 0);
          },
        });
  return {
    ...{ id: trial.id, skill: skill.name, case: trial.caseName, kind: trial.case.kind, side: trial.side },
    ...{ client: trial.client, model: trial.model, number: trial.number, ...verdict, run },
    ...{ usage: facts.finished?.usage ?? {}, milliseconds: facts.milliseconds },
    ...{ misses: facts.misses.filter((one) => one.skill === skill.name).length, calls: facts.calls.length },
  };
}

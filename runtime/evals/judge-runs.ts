import { isAbsolute, join, normalize } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { diskFiles } from '../../skill/disk.ts';
import { readJournal } from '../journal/reader.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { RunEvent } from '../protocol/events.ts';
import { judgeTrial } from './judging/judge-trial.ts';
import { judgeProse } from './judging/prose-judge.ts';
import { factsOf } from './judging/run-facts.ts';
import type { PreparedTrial } from './prepare/prepare-trials.ts';
import { JudgedTrials } from './results/judged-trials.ts';
import { type JudgedTrial, ResultSums } from './results/summarize.ts';
import type { CostLedger } from './trials/cost-ledger.ts';
import { limitsFor } from './trials/provider-gate.ts';
import type { ProviderLimits } from './trials/provider-limits.ts';
import type { TrialStore } from './trials/trial-store.ts';
import { payForVote } from './vote-payment.ts';

/** A language model that judges prose. */
export interface Judge {
  readonly model: LanguageModelV4;
  readonly name: string;
  /** Number of votes for each assertion. */
  readonly votes: number;
}

export interface JudgeOptions {
  readonly store: TrialStore;
  readonly judge?: Judge;
  /** The money and the limits that votes share with trials. */
  readonly ledger: CostLedger;
  readonly providers: ProviderLimits;
  readonly signal: AbortSignal;
}

/** The verdicts on runs: the trials in a file, and their sums. */
export interface JudgedRuns {
  readonly kind: 'judged';
  readonly trials: JudgedTrials;
  readonly sums: ResultSums;
}

type Failure = { readonly kind: 'failed'; readonly message: string };

/**
 * Judges the runs of trials one after the other, in the order of the plan.
 * @param runs the run of each trial that has one, by the trial's id
 */
export async function judgeRuns(
  trials: readonly PreparedTrial[],
  runs: ReadonlyMap<string, string>,
  options: JudgeOptions,
): Promise<JudgedRuns | Failure> {
  const judged = new JudgedTrials(options.store.judged);
  const sums = new ResultSums();
  let problem: string | undefined;
  for (const one of trials) {
    const run = runs.get(one.trial.id);
    if (run === undefined) continue;
    const trial = await judgeRun(one, run, options);
    sums.add(trial);
    const { kind: _, ...result } = trial;
    problem = judged.add(result);
    if (problem !== undefined) break;
  }
  problem ??= judged.flush();
  return problem === undefined ? { kind: 'judged', trials: judged, sums } : { kind: 'failed', message: problem };
}

/** Reads the events of a run in a store. */
export function eventsOf({ runs }: TrialStore, run: string): readonly RunEvent[] {
  return readJournal(join(runs, run, JOURNAL_FILE)).events;
}

/** True for a path that does not lead out of the workspace: an eval file must not tell which other files exist. */
function isInside(path: string): boolean {
  return !isAbsolute(path) && !normalize(path).startsWith('..');
}

/** Judges a trial from the journal of its run. */
async function judgeRun(
  { trial, skill, workspace }: PreparedTrial,
  run: string,
  { store, judge, ledger, providers, signal }: JudgeOptions,
): Promise<JudgedTrial> {
  const facts = factsOf(eventsOf(store, run), join(store.runs, run));
  const hadFile = (path: string): boolean =>
    workspace !== undefined && isInside(path) && diskFiles().kind(join(workspace, path)) === 'file';
  const first = judgeTrial(trial.case, facts, {
    ...{ skill: skill.name, isAbsent: trial.skill === undefined },
    ...(trial.client === 'adk' ? {} : { hadFile }),
  });
  const verdict =
    judge === undefined || trial.case.kind === 'trigger'
      ? first
      : await judgeProse(trial.case, first, facts, {
          ...{ ...judge, limits: limitsFor(judge.name, providers), signal },
          ...{ find: (id) => store.findVote(id), store: (id, vote) => store.addVote(id, vote) },
          pay: (vote, request) => payForVote({ ledger, model: judge.name, trial: trial.id, signal }, vote, request),
        });
  return {
    ...{ id: trial.id, skill: skill.name, case: trial.caseName, kind: trial.case.kind, side: trial.side },
    ...{ client: trial.client, model: trial.model, number: trial.number, ...verdict, run },
    ...{ usage: facts.finished?.usage ?? {}, milliseconds: facts.milliseconds },
    ...{ misses: facts.misses.filter((one) => one.skill === skill.name).length, calls: facts.calls.length },
  };
}

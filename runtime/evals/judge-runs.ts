import { isAbsolute, join, resolve } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../skill/index.ts';
import { ConfinedFiles } from '../confined/confined-files.ts';
import type { Redactor } from '../journal/redact.ts';
import { readRunJournal } from '../journal/run-journal.ts';
import type { RunEvent } from '../protocol/events.ts';
import { newSearchWork } from './judging/judge-check.ts';
import { judgeTrial } from './judging/judge-trial.ts';
import { mapInOrder } from './judging/map-in-order.ts';
import { judgeProse, type Vote } from './judging/prose-judge.ts';
import { factsOf, type RunFacts } from './judging/run-facts.ts';
import { textsOfSkill } from './judging/told-files.ts';
import type { TrialVerdict } from './judging/verdict.ts';
import type { PreparedTrial } from './prepare/prepare-trials.ts';
import { JudgedTrials } from './results/judged-trials.ts';
import { redactTrial, redactVote } from './results/redact-results.ts';
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
  /** Address of its endpoint; absent for that of the provider. */
  readonly baseUrl?: string;
  /** Number of votes for each assertion. */
  readonly votes: number;
}

export interface JudgeOptions {
  readonly store: TrialStore;
  readonly judge?: Judge;
  /** The money and the limits that votes share with trials. */
  readonly ledger: CostLedger;
  readonly providers: ProviderLimits;
  /** Maximum number of trials that a language model judges at a time. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Replaces the secrets that results must not contain. */
  readonly redactor: Redactor;
  readonly onProgress?: (done: number, planned: number) => void;
}

/** The verdicts on runs: the trials in a file, and their sums. */
export interface JudgedRuns {
  readonly kind: 'judged';
  readonly trials: JudgedTrials;
  readonly sums: ResultSums;
  /** True if votes are missing because the money was used up. */
  readonly isCapped: boolean;
}

type Failure = { readonly kind: 'failed'; readonly message: string };

/**
 * Judges the runs of trials, in the order of the plan. A language model judges several at a time.
 * @param runs the run of each trial that has one, by the trial's id
 */
export async function judgeRuns(
  trials: readonly PreparedTrial[],
  runs: ReadonlyMap<string, string>,
  options: JudgeOptions,
): Promise<JudgedRuns | Failure> {
  const judged = new JudgedTrials(options.store.judged);
  const sums = new ResultSums();
  const votes = new SharedVotes(options);
  let problem: string | undefined;
  let done = 0;
  const started = trials.filter(({ trial }) => runs.has(trial.id));
  const verdicts = mapInOrder(started, options.judge === undefined ? 1 : options.jobs, (one) =>
    judgeRun(one, runs.get(one.trial.id) ?? '', options, votes),
  );
  for await (const verdict of verdicts) {
    const trial = redactTrial(verdict, options.redactor);
    sums.add(trial);
    options.onProgress?.(++done, started.length);
    const { kind: _, ...result } = trial;
    problem = judged.add(result);
    if (problem !== undefined) break;
  }
  problem ??= judged.flush();
  const { isCapped } = votes;
  return problem === undefined
    ? { kind: 'judged', trials: judged, sums, isCapped }
    : { kind: 'failed', message: problem };
}

/** The votes that are requested. Trials with the same answer share theirs, also if they are judged at the same time. */
class SharedVotes {
  /** True if some are missing because the money was used up. */
  isCapped = false;
  private readonly options: JudgeOptions;
  private readonly requested = new Map<string, Promise<Vote | string>>();

  constructor(options: JudgeOptions) {
    this.options = options;
  }

  /** Requests a vote about a trial if there is money for it, and stores it. Otherwise returns the reason. */
  pay(id: string, about: { readonly model: string; readonly trial: string }, request: () => Promise<Vote | string>) {
    const { store, ledger, signal, redactor } = this.options;
    const known = this.requested.get(id);
    if (known !== undefined) return known;
    const onExhausted = (): void => {
      this.isCapped = true;
    };
    const vote = payForVote({ ledger, signal, onExhausted, ...about }, id, request).then((cast) => {
      if (typeof cast !== 'string') store.addVote(id, redactVote(cast, redactor));
      this.requested.delete(id);
      return cast;
    });
    this.requested.set(id, vote);
    return vote;
  }
}

/** Reads the events of a run in a store. */
export function eventsOf({ runs }: TrialStore, run: string): readonly RunEvent[] {
  return readRunJournal(runs, run).events;
}

/**
 * True if a workspace has a file at a relative path. A path or a link that leads out of it has none: copies lack such links,
 * and an eval file must not tell which other files exist.
 */
function hasFile(workspace: string, path: string): boolean {
  if (isAbsolute(path)) return false;
  const files = ConfinedFiles.hold(resolve(workspace));
  const kind = files?.kind(join(files.root, path));
  files?.close();
  return kind === 'file';
}

/** Judges a trial from the journal of its run alone. */
export function judgeFromJournal(prepared: PreparedTrial, run: string, store: TrialStore): JudgedTrial {
  const facts = factsOf(eventsOf(store, run), join(store.runs, run));
  return judgedTrial(prepared, run, facts, verdictFromJournal(prepared, facts));
}

/** Judges a trial from the journal of its run, and what is left with a language model, if there is one. */
async function judgeRun(
  prepared: PreparedTrial,
  run: string,
  { store, judge, providers, signal }: JudgeOptions,
  votes: SharedVotes,
): Promise<JudgedTrial> {
  const { trial } = prepared;
  const facts = factsOf(eventsOf(store, run), join(store.runs, run));
  const first = verdictFromJournal(prepared, facts);
  const verdict =
    judge === undefined || trial.case.kind === 'trigger'
      ? first
      : await judgeProse(trial.case, first, facts, {
          ...judge,
          limits: limitsFor(judge.name, providers),
          signal,
          find: (id) => store.findVote(id),
          pay: (vote, request) => votes.pay(vote, { model: judge.name, trial: trial.id }, request),
        });
  return judgedTrial(prepared, run, facts, verdict);
}

function verdictFromJournal({ trial, skill, workspace }: PreparedTrial, facts: RunFacts): TrialVerdict {
  const hadFile = (path: string): boolean => workspace !== undefined && hasFile(workspace, path);
  return judgeTrial(
    trial.case,
    facts,
    defined({
      skill: skill.name,
      texts: textsOfSkill(trial.skill ?? skill),
      isAbsent: trial.skill === undefined,
      searches: newSearchWork(),
      hadFile: trial.client === 'adk' ? undefined : hadFile,
    }),
  );
}

function judgedTrial(
  { trial, skill }: PreparedTrial,
  run: string,
  facts: RunFacts,
  verdict: TrialVerdict,
): JudgedTrial {
  return {
    id: trial.id,
    skill: skill.name,
    case: trial.caseName,
    kind: trial.case.kind,
    side: trial.side,
    client: trial.client,
    model: trial.model,
    number: trial.number,
    ...verdict,
    run,
    usage: facts.finished?.usage ?? {},
    milliseconds: facts.milliseconds,
    misses: facts.misses.filter((one) => one.skill === skill.name).length,
    calls: facts.calls.length,
  };
}

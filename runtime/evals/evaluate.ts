import { realpathSync } from 'node:fs';
import { defined } from '../../skill/index.ts';
import { type Redactor, redactorOf } from '../journal/redact.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import type { Host } from '../loop/interfaces/host.ts';
import { formatCount } from '../text/count.ts';
import type { EvalProblem } from './cases/eval-case.ts';
import { eventsOf, type Judge, type JudgeOptions, judgeRuns } from './judge-runs.ts';
import { CaseWorkspaces } from './prepare/case-workspaces.ts';
import type { EvalPlan } from './prepare/eval-plan.ts';
import type { PerformTrials } from './prepare/perform-trials.ts';
import {
  type PreparedTrial,
  type PreparedTrials,
  type PrepareOptions,
  prepareTrials,
  type RunTemplate,
  unfilledProblem,
} from './prepare/prepare-trials.ts';
import { redactPlan } from './results/redact-results.ts';
import type { EvalResults } from './results/results.ts';
import { runClientTrial } from './runner/run-client-trial.ts';
import type { CostLedger } from './trials/cost-ledger.ts';
import { FileLedger } from './trials/file-ledger.ts';
import { MemoryLimits } from './trials/memory-limits.ts';
import type { PlannedTrial } from './trials/plan.ts';
import { limitsFor, providerOf } from './trials/provider-gate.ts';
import type { ProviderLimits } from './trials/provider-limits.ts';
import { recordedLedger } from './trials/recorded-ledger.ts';
import { isCompleteRun, runTrial, type TrialEnd } from './trials/run-trial.ts';
import { runTrials } from './trials/run-trials.ts';
import { type Shard, shardOf } from './trials/shard.ts';
import type { TrialStore } from './trials/trial-store.ts';
import { WatchedFolders } from './trials/watched-folders.ts';

/** Options for an eval of several skills, one after the other, each with its own cases. */
export interface EvalOptions extends PrepareOptions {
  readonly store: TrialStore;
  /** US dollars for everything that is stored in the folder of this eval. */
  readonly maxCost?: number;
  /** The money that this eval shares with others; absent if `maxCost` is its own. */
  readonly ledger?: CostLedger;
  /** Absolute paths that are written during the trials, outside of the folder of this eval. */
  readonly ownFiles?: readonly string[];
  /** Limits on the calls to providers that all trials share; absent for a pause after a provider refused a call alone. */
  readonly providers?: ProviderLimits;
  /** Maximum number of simultaneous trials. */
  readonly jobs: number;
  readonly judge?: Judge;
  readonly host: Host;
  /** The part of the trials to run; absent for all. */
  readonly shard?: Shard;
  /** Returns true for the trials to run and judge; absent for all. */
  readonly selects?: (trial: PreparedTrial) => boolean;
  /** Performs the trials elsewhere; absent for this process. */
  readonly perform?: PerformTrials;
  /** Called before the first trial. */
  readonly onPlan?: (prepared: PreparedTrials) => Promise<void>;
  /** Called with messages about what trials lack. */
  readonly onNote?: (message: string) => void;
  readonly onProgress?: (done: number, planned: number) => void;
  /** Called when a trial is judged by a language model. */
  readonly onJudged?: (done: number, planned: number) => void;
  /** Called when the run of a trial starts. */
  readonly onTrial?: (trial: PlannedTrial) => void;
  /** Called with each completed trial and its run, before it is judged. Not called for trials that are performed elsewhere. */
  readonly onTrialEnd?: (trial: PreparedTrial, run: string) => void;
}

export type EvalEnd =
  | {
      readonly kind: 'done';
      /** The trials can be read until the store is closed. */
      readonly results: EvalResults;
      readonly plan: EvalPlan;
      /** Trials that were completed by an earlier eval. */
      readonly skipped: number;
      /** True if trials or votes of the judge are missing because the money was used up. */
      readonly isCapped: boolean;
      /** Providers that refused too many calls, so that trials are missing: what to do about each. */
      readonly refusals: readonly string[];
      /** US dollars that this eval and earlier ones in the same folder spent. */
      readonly spentUsd: number;
    }
  | { readonly kind: 'failed'; readonly message?: string; readonly problems?: readonly EvalProblem[] };

/** Runs and judges the trials of skills. Completed trials of the same folder are judged again, but not run again. */
export async function evaluate(options: EvalOptions): Promise<EvalEnd> {
  const workspaces = new CaseWorkspaces(options.workspace, options.store.folder);
  try {
    const prepared = await prepareTrials(options, workspaces);
    for (const note of workspaces.notes) options.onNote?.(note);
    return prepared.kind === 'failed' ? prepared : await runAndJudge(options, prepared);
  } finally {
    workspaces.remove();
  }
}

async function runAndJudge(options: EvalOptions, prepared: PreparedTrials): Promise<EvalEnd> {
  const { store, jobs, signal, shard, selects, onPlan, onProgress } = options;
  const ledger = ledgerOf(options);
  const providers = options.providers ?? new MemoryLimits(() => ({}));
  const trials = prepared.trials.filter(
    (one) => (shard === undefined || shardOf(one.trial.id, shard.of) === shard.index) && (selects?.(one) ?? true),
  );
  if (trials.length === 0 && shard === undefined && prepared.unfilled.length > 0)
    return { kind: 'failed', problems: prepared.unfilled.map(unfilledProblem) };
  const foreign = await store.look(trials.map(({ trial }) => trial.id));
  const warnings = foreign === 0 ? prepared.warnings : [...prepared.warnings, foreignTrials(foreign, store.folder)];
  await onPlan?.({ ...prepared, warnings, trials });
  const watched = new WatchedFolders({
    folders: [process.cwd(), ...foldersOf(options)].map(realPath),
    ownFiles: [store.folder, ...(options.ownFiles ?? [])].map(realPath),
  });
  const byId = new Map(trials.map((one) => [one.trial.id, one]));
  const progress = onProgress === undefined ? {} : { onProgress };
  const performed = options.perform?.({
    trials,
    store,
    spentUsd: await ledger.spent(),
    signal,
    ...progress,
    addCost: ({ run, ...cost }) => ledger.settle(`queue ${run}`, { run, ...cost }),
  });
  const end = await (performed ??
    runTrials({
      trials: trials.map(({ trial }) => trial),
      store,
      ledger,
      jobs,
      signal,
      onEnd: ({ id }, run) => {
        const own = byId.get(id);
        if (own !== undefined) options.onTrialEnd?.(own, run);
      },
      isComplete: (trial, run) =>
        isCompleteRun(eventsOf(store, run), trial, byId.get(trial.id)?.skill.name ?? trial.caseName),
      run: async (trial, budget): Promise<TrialEnd> => {
        const own = byId.get(trial.id);
        if (own === undefined) return { kind: 'failed', message: 'A trial is missing in the plan.' };
        const { template, skill, workspace } = own;
        options.onTrial?.(trial);
        const { distractors, host } = options;
        const place = workspace === undefined ? {} : { workspace };
        const onBegin = (run: string): void => void store.started.add(trial.id, run);
        const { runner } = template;
        if (runner !== undefined) {
          await watched.start();
          const client = { runner, trial, skill, distractors, runs: store.runs, signal, onBegin, ...place };
          const ended = await runClientTrial(client);
          const changes = await watched.changes();
          return changes === undefined ? ended : { kind: 'failed', message: changedOutside(changes) };
        }
        const ended = await runTrial({
          template: { ...template.spec, runs: store.runs },
          trial,
          skillName: skill.name,
          distractors,
          budget,
          limits: limitsFor(trial.model, providers),
          host,
          signal,
          onBegin,
          ...place,
        });
        if (ended.kind === 'failed' || ended.isComplete) return ended;
        const refusal = await providers.refusal(providerOf(trial.model));
        return refusal === undefined ? ended : { ...ended, refusal };
      },
      ...progress,
    }));
  if (end.message !== undefined) return { kind: 'failed', message: end.message };
  const { judge, onJudged = () => undefined } = options;
  const redactor = evalRedactor(options.templates);
  const voting: JudgeOptions = defined({
    store,
    ledger,
    providers,
    jobs,
    signal,
    judge,
    redactor,
    onProgress: judge === undefined ? undefined : onJudged,
  });
  const judged = await judgeRuns(trials, end.runs, voting);
  if (store.foreignVotes > 0) options.onNote?.(foreignVotes(store.foreignVotes));
  if (judged.kind === 'failed') return judged;
  const isEnded = !signal.aborted && !end.isCapped && end.refusals.length === 0;
  const part = shard === undefined ? {} : { shard };
  const plan: EvalPlan = {
    ...redactPlan(prepared.plan, redactor),
    ...part,
    ...defined<Partial<EvalPlan>>({
      judge: judge === undefined ? undefined : { model: redactor.text(judge.name), votes: judge.votes },
    }),
  };
  const results: EvalResults = defined({
    version: 1,
    complete: isEnded && judged.trials.length === trials.length,
    trials: judged.trials,
    ...judged.sums.results(),
    planned: trials.length,
    completed: end.completed,
    ...part,
    baseline: options.baseline === undefined ? undefined : 'earlier',
    notFilledIn: plan.notFilledIn,
  });
  const refusal = judge === undefined ? undefined : await providers.refusal(providerOf(judge.name));
  return {
    kind: 'done',
    results,
    plan,
    skipped: end.skipped,
    spentUsd: await ledger.spent(),
    isCapped: end.isCapped || judged.isCapped,
    refusals: [...new Set([...end.refusals, ...(refusal === undefined ? [] : [refusal])])],
  };
}

/** Returns the redactor of an eval: for the keys of its models, and the secrets of this environment, which cases may have. */
export function evalRedactor(templates: readonly RunTemplate[]): Redactor {
  const keys = templates.flatMap(({ spec }) => spec?.secrets ?? []);
  return redactorOf([...new Set([...secretsOfEnvironment(process.env), ...keys])]);
}

/** Returns the note about completed trials that are run again. */
function foreignTrials(count: number, folder: string): string {
  const [are, their] = count === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${formatCount(count, 'completed trial')} in ${folder} ${are} not reused: this machine did not run ${count === 1 ? 'it' : 'them'}, or ${their} ${count === 1 ? 'journal has' : 'journals have'} changed since. If you trust everyone who could write to the folder, reuse ${count === 1 ? 'it' : 'them'} with --trust-results.`;
}

/** Returns the note about votes that were requested again. */
function foreignVotes(count: number): string {
  return `${formatCount(count, 'stored vote')} of the judge ${count === 1 ? 'was' : 'were'} not reused: this machine did not receive ${count === 1 ? 'it' : 'them'}. If you trust everyone who could write to the folder, reuse ${count === 1 ? 'it' : 'them'} with --trust-results.`;
}

/** Returns the ledger of an eval: that of several ones, or the file of costs in its folder. */
function ledgerOf({ ledger, store, maxCost }: EvalOptions): CostLedger {
  return ledger === undefined ? new FileLedger(store.ledger, maxCost) : recordedLedger(ledger, store);
}

/** Returns the author's own folders of an eval: the workspace that is copied, and the skills. */
function foldersOf({ workspace, skills, distractors }: EvalOptions): readonly string[] {
  return [...(workspace === undefined ? [] : [workspace]), ...[...skills, ...distractors].map(({ root }) => root)];
}

/** Returns the path without links; as it is if it does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function changedOutside(changes: string): string {
  return `Check your files: while the client ran, something outside of its copy of the workspace changed: ${changes}. The eval ended, because a client that leaves its copy can damage your work, and its results prove nothing. If you changed them yourself, run the command again: completed trials are kept.`;
}

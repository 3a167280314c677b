/** Results in the layout that the viewer of skill-creator reads: a folder for each case, side and trial. */

import { defined } from '../../../skill/index.ts';
import { allTokens } from '../../models/prices/usage.ts';
import { filter, map } from './iterables.ts';
import type { EvalResults, TrialResult } from './results.ts';
import { Spread } from './spread.ts';

/** A file to write: its path relative to the folder of results, and its content, as JSON or text. */
export type ResultFile = { readonly path: string } & ({ readonly content: unknown } | { readonly text: string });

/** Everything that the files are made of, in addition to trials and cases. */
export interface ViewerOptions {
  /** The folder for them, without a final slash; empty for the folder of results itself. */
  readonly folder: string;
  readonly skillPath: string;
  /** The model that judged prose; absent without one. */
  readonly judge?: string;
  /** The time of the benchmark, ISO 8601. */
  readonly now: string;
  /** Returns the answer of a run; undefined if it is not known. */
  readonly answerOf: (run: string) => string | undefined;
}

/** The metadata of a case. */
export interface CaseInfo {
  readonly case: string;
  /** Absent for a task. */
  readonly kind?: 'task' | 'trigger';
  readonly prompt: string;
  readonly assertions: readonly string[];
}

/**
 * Yields `grading.json`, `timing.json`, `outputs/answer.md` and `outputs/metrics.json` of each trial, `eval_metadata.json` of each
 * case, and `benchmark.json`, for one skill in one client with one model. `passed` is null for what is not judged, which counts
 * neither as passed nor as failed.
 * @param trials are read twice
 */
export function* skillCreatorFiles(
  trials: Iterable<TrialResult>,
  cases: readonly CaseInfo[],
  { folder, skillPath, judge, now, answerOf }: ViewerOptions,
): Generator<ResultFile> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const numbers = new Map(cases.map((one, index) => [one.case, index + 1]));
  const numberOf = (trial: TrialResult): number => numbers.get(trial.case) ?? 0;
  const triggers = new Set(cases.flatMap((one) => (one.kind === 'trigger' ? [one.case] : [])));
  const summary = new BenchmarkSummary();
  const configurations = new Set<string>();
  let first: TrialResult | undefined;
  let most = 0;
  for (const trial of trials) {
    first ??= trial;
    most = Math.max(most, trial.number);
    const configuration = `eval-${numberOf(trial)}/${configurationOf(trial)}`;
    configurations.add(configuration);
    const path = `${prefix}${configuration}/run-${trial.number}`;
    const answer = answerOf(trial.run);
    yield { path: `${path}/grading.json`, content: grading(trial, answer) };
    yield { path: `${path}/timing.json`, content: timing(trial) };
    yield { path: `${path}/outputs/metrics.json`, content: metrics(trial, answer) };
    // The viewer shows the files of this folder.
    if (answer !== undefined) yield { path: `${path}/outputs/answer.md`, text: answer };
    summary.add(benchmarkRun(trial, numberOf(trial)), triggers.has(trial.case));
  }
  for (const [index, { case: name, prompt, assertions }] of cases.entries()) {
    const place = `eval-${index + 1}`;
    const content = { eval_id: index + 1, eval_name: name, prompt, assertions };
    // The viewer looks for the prompt of a run no higher than in the folder above it.
    const places = [place, ...['with_skill', 'without_skill'].map((one) => `${place}/${one}`)];
    for (const one of places)
      if (one === place || configurations.has(one)) yield { path: `${prefix}${one}/eval_metadata.json`, content };
  }
  const benchmark = {
    metadata: {
      skill_name: first?.skill ?? '',
      skill_path: skillPath,
      executor_model: first?.model ?? '',
      analyzer_model: judge ?? '',
      timestamp: now,
      evals_run: cases.map((_, index) => index + 1),
      runs_per_configuration: most,
    },
    runs: map(trials, (trial) => benchmarkRun(trial, numberOf(trial))),
    run_summary: summary.result(),
    notes: [],
  };
  yield { path: `${prefix}benchmark.json`, content: benchmark };
}

type Configuration = 'with_skill' | 'without_skill';

const configurationOf = ({ side }: TrialResult): Configuration => (side === 'with' ? 'with_skill' : 'without_skill');

function counts({ checks }: TrialResult) {
  const passed = checks.filter((one) => one.passed === true).length;
  const failed = checks.filter((one) => one.passed === false).length;
  const total = passed + failed;
  return { passed, failed, total, pass_rate: total === 0 ? 0 : passed / total };
}

const expectations = ({ checks }: TrialResult) =>
  checks.map(({ text, passed, evidence, events }) => ({ text, passed, evidence, events }));

function grading(trial: TrialResult, answer: string | undefined) {
  return {
    expectations: expectations(trial),
    summary: counts(trial),
    execution_metrics: metrics(trial, answer),
    timing: { total_duration_seconds: trial.milliseconds / 1000 },
    run: trial.run,
  };
}

const metrics = ({ calls, misses }: TrialResult, answer: string | undefined) => ({
  total_tool_calls: calls,
  errors_encountered: misses,
  output_chars: answer?.length,
});

function timing({ usage, milliseconds }: TrialResult) {
  return { total_tokens: allTokens(usage), duration_ms: milliseconds, total_duration_seconds: milliseconds / 1000 };
}

function benchmarkRun(trial: TrialResult, number: number) {
  const { total_tokens: tokens, total_duration_seconds: seconds } = timing(trial);
  return {
    eval_id: number,
    eval_name: trial.case,
    configuration: configurationOf(trial),
    run_number: trial.number,
    result: { ...counts(trial), time_seconds: seconds, tokens, tool_calls: trial.calls, errors: trial.misses },
    expectations: expectations(trial),
    notes: trial.reason === undefined ? [] : [trial.reason],
  };
}

type BenchmarkRun = ReturnType<typeof benchmarkRun>;

const newSpreads = () => ({ pass_rate: new Spread(), time_seconds: new Spread(), tokens: new Spread() });
const newSides = () => ({ with_skill: newSpreads(), without_skill: newSpreads() });

/**
 * Mean, standard deviation and range of each configuration, and the differences as text. Runs that say nothing have no figures,
 * and those of which nothing is judged no rate. Triggers without a baseline are left out if the tasks have one: they end early,
 * so that a difference would be that of the cases.
 */
class BenchmarkSummary {
  private readonly all = newSides();
  private readonly tasks = newSides();
  private hasBaseline = false;
  private hasTriggerBaseline = false;

  add({ configuration, result, notes }: BenchmarkRun, isTrigger: boolean): void {
    const isBaseline = configuration === 'without_skill';
    this.hasBaseline ||= isBaseline;
    this.hasTriggerBaseline ||= isBaseline && isTrigger;
    if (notes.length > 0) return;
    for (const sides of isTrigger ? [this.all] : [this.all, this.tasks]) {
      const own = sides[configuration];
      if (result.total > 0) own.pass_rate.add(result.pass_rate);
      own.time_seconds.add(result.time_seconds);
      if (result.tokens !== undefined) own.tokens.add(result.tokens);
    }
  }

  result() {
    const sides = this.hasBaseline && !this.hasTriggerBaseline ? this.tasks : this.all;
    const of = (configuration: Configuration): Figures => {
      const { pass_rate: rate, time_seconds: time, tokens } = sides[configuration];
      const known = tokens.isEmpty ? undefined : tokens.result();
      return defined<Figures>({ pass_rate: rate.result(), time_seconds: time.result(), tokens: known });
    };
    const [a, b] = [of('with_skill'), of('without_skill')];
    if (!this.hasBaseline) return { with_skill: a };
    const delta = (key: keyof Figures, digits: number): string | undefined => {
      const [one, other] = [a[key], b[key]];
      if (one === undefined || other === undefined) return undefined;
      const value = one.mean - other.mean;
      return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
    };
    const differences = defined<Partial<Record<keyof Figures, string>>>({
      pass_rate: delta('pass_rate', 2),
      time_seconds: delta('time_seconds', 1),
      tokens: delta('tokens', 0),
    });
    return { with_skill: a, without_skill: b, delta: differences };
  }
}

type Figure = ReturnType<Spread['result']>;

/** The figures of a configuration; no tokens if no run states them. */
interface Figures {
  readonly pass_rate: Figure;
  readonly time_seconds: Figure;
  readonly tokens?: Figure;
}

/** Maximum length of a folder's name; file systems allow 255 bytes. */
const MAX_NAME = 80;

/** Returns a name as a path segment. Results to merge may come from anywhere, so that `..` must not leave the folder. */
function folderName(name: string): string {
  return name
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^(?:[.-]+|$)/, '_')
    .slice(0, MAX_NAME);
}

/** The results of one skill in one client with one model. */
export interface BenchmarkGroup {
  /** Path of the folder for its files, relative to `benchmarks/`. */
  readonly folder: string;
  readonly skill: string;
  /** Can be read any number of times. */
  readonly trials: Iterable<TrialResult>;
}

/** Divides the results by skill, client and model, because the viewer knows no matrix. Each group has a folder of its own. */
export function benchmarkGroups({ groups, trials }: Pick<EvalResults, 'groups' | 'trials'>): readonly BenchmarkGroup[] {
  const keys = new Map(groups.map(({ skill, client, model }) => [JSON.stringify([skill, client, model]), skill]));
  const used = new Set<string>();
  return [...keys].map(([key, skill]) => {
    const base = (JSON.parse(key) as readonly string[]).map(folderName).join('/');
    let folder = base;
    // `a/b` and `a_b` have the same name, and some file systems ignore case.
    for (let number = 2; used.has(folder.toLowerCase()); number++) folder = `${base}-${number}`;
    used.add(folder.toLowerCase());
    const isOwn = (one: TrialResult): boolean => JSON.stringify([one.skill, one.client, one.model]) === key;
    return { folder, skill, trials: keys.size === 1 ? trials : filter(trials, isOwn) };
  });
}

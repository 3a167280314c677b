/** Results in the layout that the viewer of skill-creator reads: a folder for each case, side and trial. */
import { groupBy } from '../../group-by.ts';
import type { CheckVerdict } from '../judging/verdict.ts';
import type { EvalResults, TrialResult } from './results.ts';

/** A file to write: its path relative to the folder of results, and its content. */
export interface ResultFile {
  readonly path: string;
  readonly content: unknown;
}

/** The metadata of a case. */
export interface CaseInfo {
  readonly case: string;
  readonly prompt: string;
  readonly assertions: readonly string[];
}

/**
 * Yields `grading.json` and `timing.json` of each trial, and `benchmark.json`, for one skill in one client with one model.
 * `passed` is null for what is not judged, which counts neither as passed nor as failed.
 * @param folder where they are stored, without a final slash; empty for the folder of results itself
 * @param now the time of the benchmark, ISO 8601
 */
export function* skillCreatorFiles(
  trials: readonly TrialResult[],
  cases: readonly CaseInfo[],
  { folder, skillPath, now }: { readonly folder: string; readonly skillPath: string; readonly now: string },
): Generator<ResultFile> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const runs: BenchmarkRun[] = [];
  const numbers = new Map(cases.map((one, index) => [one.case, index + 1]));
  for (const trial of trials) {
    const number = numbers.get(trial.case) ?? 0;
    const path = `${prefix}eval-${number}/${configurationOf(trial)}/run-${trial.number}`;
    yield { path: `${path}/grading.json`, content: grading(trial) };
    yield { path: `${path}/timing.json`, content: timing(trial) };
    runs.push(benchmarkRun(trial, number));
  }
  for (const [index, { case: name, prompt, assertions }] of cases.entries())
    yield {
      path: `${prefix}eval-${index + 1}/eval_metadata.json`,
      content: { eval_id: index + 1, eval_name: name, prompt, assertions },
    };
  const [first] = trials;
  const benchmark = {
    metadata: {
      skill_name: first?.skill ?? '',
      skill_path: skillPath,
      executor_model: first?.model ?? '',
      timestamp: now,
      evals_run: cases.map((_, index) => index + 1),
      runs_per_configuration: trials.reduce((most, { number }) => Math.max(most, number), 0),
    },
    runs,
    run_summary: summaryOf(runs),
    notes: [],
  };
  yield { path: `${prefix}benchmark.json`, content: benchmark };
}

const configurationOf = ({ side }: TrialResult): string => (side === 'with' ? 'with_skill' : 'without_skill');

function counts({ checks }: TrialResult) {
  const passed = checks.filter((one) => one.passed === true).length;
  const failed = checks.filter((one) => one.passed === false).length;
  const total = passed + failed;
  return { passed, failed, total, pass_rate: total === 0 ? 0 : passed / total };
}

const expectations = ({ checks }: TrialResult) => {
  // Trials with equal verdicts share them.
  const known =
    KNOWN.get(checks) ?? checks.map(({ text, passed, evidence, events }) => ({ text, passed, evidence, events }));
  KNOWN.set(checks, known);
  return known;
};

type Expectation = Pick<CheckVerdict, 'text' | 'passed' | 'evidence' | 'events'>;
const KNOWN = new WeakMap<readonly CheckVerdict[], readonly Expectation[]>();

function grading(trial: TrialResult) {
  return {
    expectations: expectations(trial),
    summary: counts(trial),
    execution_metrics: { total_tool_calls: trial.calls, errors_encountered: trial.misses },
    timing: { total_duration_seconds: trial.milliseconds / 1000 },
    run: trial.run,
  };
}

function timing({ usage, milliseconds }: TrialResult) {
  const total = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  return { total_tokens: total, duration_ms: milliseconds, total_duration_seconds: milliseconds / 1000 };
}

function benchmarkRun(trial: TrialResult, number: number) {
  const { total_tokens: tokens, total_duration_seconds: seconds } = timing(trial);
  return {
    ...{ eval_id: number, eval_name: trial.case, configuration: configurationOf(trial), run_number: trial.number },
    result: { ...counts(trial), time_seconds: seconds, tokens, tool_calls: trial.calls, errors: trial.misses },
    expectations: expectations(trial),
    notes: trial.reason === undefined ? [] : [trial.reason],
  };
}

type BenchmarkRun = ReturnType<typeof benchmarkRun>;

/** Returns mean, standard deviation and range of each configuration, and the differences as text. Unjudged runs have no rate. */
function summaryOf(runs: readonly BenchmarkRun[]) {
  const of = (configuration: string) => {
    const own = runs.filter((run) => run.configuration === configuration);
    const judged = own.filter(({ result }) => result.total > 0);
    return {
      pass_rate: spread(judged.map(({ result }) => result.pass_rate)),
      time_seconds: spread(own.map(({ result }) => result.time_seconds)),
      tokens: spread(own.map(({ result }) => result.tokens)),
    };
  };
  const [a, b] = [of('with_skill'), of('without_skill')];
  if (!runs.some(({ configuration }) => configuration === 'without_skill')) return { with_skill: a };
  const delta = (key: keyof typeof a, digits: number): string => {
    const value = a[key].mean - b[key].mean;
    return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
  };
  const differences = {
    pass_rate: delta('pass_rate', 2),
    time_seconds: delta('time_seconds', 1),
    tokens: delta('tokens', 0),
  };
  return { with_skill: a, without_skill: b, delta: differences };
}

function spread(values: readonly number[]) {
  if (values.length === 0) return { mean: 0, stddev: 0, min: 0, max: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stddev = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean, stddev, min: values.reduce((a, b) => Math.min(a, b)), max: values.reduce((a, b) => Math.max(a, b)) };
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

/** Groups the results by skill, client and model, because the viewer knows no matrix. Each group has a folder of its own. */
export function benchmarkGroups({ trials }: EvalResults): ReadonlyMap<string, readonly TrialResult[]> {
  const groups = groupBy(trials, ({ skill, client, model }) => JSON.stringify([skill, client, model]));
  const folders = new Map<string, readonly TrialResult[]>();
  const used = new Set<string>();
  for (const [key, own] of groups) {
    const base = (JSON.parse(key) as readonly string[]).map(folderName).join('/');
    let folder = base;
    // `a/b` and `a_b` have the same name, and some file systems ignore case.
    for (let number = 2; used.has(folder.toLowerCase()); number++) folder = `${base}-${number}`;
    used.add(folder.toLowerCase());
    folders.set(folder, own);
  }
  return folders;
}

/** The end of `skillwright eval`: its results in every requested form, and its exit code. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defined, type EvalProblem } from '../../skill/index.ts';
import { messageOf } from '../errors.ts';
import type { EvalEnd } from '../evals/evaluate.ts';
import { type EvalFolder, readEvalFolder } from '../evals/merge/read-eval-folder.ts';
import { evalPage } from '../evals/page/page.ts';
import type { EvalPlan } from '../evals/prepare/eval-plan.ts';
import { agreementOf, type PersonVerdict } from '../evals/results/agreement.ts';
import { compareResults } from '../evals/results/compare-results.ts';
import { jsonParts } from '../evals/results/json-parts.ts';
import { readVerdicts } from '../evals/results/read-verdicts.ts';
import type { EvalResults } from '../evals/results/results.ts';
import { summarize } from '../evals/results/summarize.ts';
import { missedThresholds, type Thresholds } from '../evals/results/thresholds.ts';
import { writeResults } from '../evals/results/write-results.ts';
import { storePaths } from '../evals/trials/trial-store.ts';
import { EXIT_CODES, INVALID_USAGE } from './exit-codes.ts';
import { markdownEval } from './markdown-eval.ts';
import type { Output } from './output.ts';
import { oneLine } from './plain-text.ts';
import { prettyEval } from './pretty-eval.ts';
import { terminalColors } from './terminal-colors.ts';
import { writeTrialPages } from './trial-pages.ts';

/** Exit codes of `skillwright eval`, a contract, in addition to 2 and 130. */
export const THRESHOLD_MISSED = 1;
const CAP_REACHED = 4;

/** The options for results that `skillwright eval` and `eval merge` have in common. */
export interface ResultOptions extends Thresholds {
  readonly json?: boolean;
  readonly summary?: string;
  readonly html?: string;
  readonly htmlTimelines?: boolean;
  readonly compare?: string;
  readonly verdicts?: string;
}

/** The command whose results are reported. */
export interface ReportContext {
  readonly options: ResultOptions;
  readonly folder: string;
  readonly output: Output;
  /** The results to compare with. */
  readonly earlier?: EvalFolder;
  /** The verdicts of a person. */
  readonly verdicts?: readonly PersonVerdict[];
}

/**
 * Reads the folder of `--compare` and the verdicts of a person, before a new result can replace them. Returns an error message if
 * one of the options for results is unusable.
 */
export async function readEarlier({
  compare,
  verdicts,
  html,
  htmlTimelines,
}: ResultOptions): Promise<Pick<ReportContext, 'earlier' | 'verdicts'> | string> {
  if (htmlTimelines === true && html === undefined)
    return 'Add --html FILE: --html-timelines needs the page that links to them.';
  const earlier = compare === undefined ? undefined : await readEvalFolder(compare);
  if (typeof earlier === 'string') return `--compare: ${earlier}`;
  const judged = verdicts === undefined ? undefined : readVerdicts(verdicts);
  if (typeof judged === 'string') return `--verdicts: ${judged}`;
  return defined({
    earlier,
    verdicts: judged,
  });
}

/** Writes and prints the results, and returns the exit code. */
export async function reportEval(end: EvalEnd, context: ReportContext & { readonly isCancelled: boolean }) {
  const { output } = context;
  if (end.kind === 'failed') {
    for (const problem of end.problems ?? []) output.warn(formatProblem(problem));
    if (end.message !== undefined) output.warn(end.message);
    return INVALID_USAGE;
  }
  const isWritten = await publishResults(end.results, end.plan, context);
  if (context.isCancelled) return EXIT_CODES.cancelled;
  if (!isWritten) return INVALID_USAGE;
  if (end.isCapped) {
    output.warn(
      `Raise --max-cost to continue: $${end.spentUsd.toFixed(4)} were spent, and trials or verdicts are missing.`,
    );
    return CAP_REACHED;
  }
  for (const refusal of end.refusals) output.warn(refusal);
  const isMissed = warnMissed(end.results, context);
  const { planned = 0, completed = planned } = end.results;
  // A wrong key must not look like a success.
  const isNothing = planned > 0 && completed === 0;
  if (isNothing && end.refusals.length === 0)
    output.warn('Solve the problem above and repeat the eval: no trial is complete.');
  return isMissed || isNothing || end.refusals.length > 0 ? THRESHOLD_MISSED : 0;
}

/** Writes the results to their folder and to the summary, and prints them. Returns false if a file could not be written. */
export async function publishResults(
  figures: EvalResults,
  plan: EvalPlan,
  { options, folder, output, earlier, verdicts = [] }: ReportContext,
): Promise<boolean> {
  const agreement = agreementOf(figures.trials, verdicts);
  const results: EvalResults = {
    ...figures,
    ...defined<Partial<EvalResults>>({
      comparison: earlier && compareResults(earlier, { results: figures, plan }),
      agreement,
    }),
  };
  if (agreement === undefined && verdicts.length > 0)
    output.warn('--verdicts: no verdict is on an assertion that the judge was asked about in these runs.');
  const problems = [
    writeResults(results, { folder, plan, now: new Date().toISOString() }),
    writeSummary(markdownEval(results, plan, options), options.summary),
    ...(await writePages(results, plan, options, folder)),
  ].filter((one) => one !== undefined);
  for (const problem of problems) output.warn(problem);
  if (options.json === true) await output.parts(jsonParts(results, 0));
  else {
    const text = prettyEval(results, terminalColors(), plan);
    if (text !== '') output.line(text);
    output.line(`\nResults: ${join(relative(process.cwd(), folder), 'results.json')}`);
  }
  await output.flushed();
  return problems.length === 0;
}

/** Prints the thresholds that are not met, and returns true if there are any. */
export function warnMissed(results: EvalResults, { options, output }: ReportContext): boolean {
  const missed = missedThresholds(results, options);
  for (const line of missed) output.warn(line);
  return missed.length > 0;
}

/** Reports that there is nothing to evaluate, and returns the exit code. */
export function reportNothing(message: string, { json, summary }: ResultOptions, output: Output): number {
  const problem = writeSummary(`## Skillwright eval\n\n${message}\n`, summary);
  if (problem !== undefined) output.warn(problem);
  output.line(json === true ? JSON.stringify(summarize([], true)) : message);
  return problem === undefined ? 0 : INVALID_USAGE;
}

/** Writes the page of `--html`, with timelines if they are wanted. Returns error messages. */
async function writePages(
  results: EvalResults,
  plan: EvalPlan,
  { html: file, htmlTimelines = false }: ResultOptions,
  folder: string,
): Promise<readonly string[]> {
  if (file === undefined) return [];
  const { links, problem } = htmlTimelines
    ? await writeTrialPages(results, file, storePaths(folder).runs)
    : { links: undefined, problem: undefined };
  const problems = problem === undefined ? [] : [problem];
  try {
    writeFileSync(file, `${evalPage(results, plan, undefined, links)}\n`);
    return problems;
  } catch (error) {
    return [...problems, `Choose another file for --html: ${messageOf(error)}`];
  }
}

/** Writes the Markdown summary. Returns an error message. */
function writeSummary(markdown: string, file: string | undefined): string | undefined {
  // All commands of a step share this file, so that nothing in it is replaced.
  const shared = process.env.GITHUB_STEP_SUMMARY || undefined;
  const target = file ?? shared;
  if (target === undefined) return undefined;
  const isShared = shared !== undefined && resolve(target) === resolve(shared);
  try {
    if (isShared) appendFileSync(target, markdown);
    else writeFileSync(target, markdown);
    return undefined;
  } catch (error) {
    return `Choose another file with --summary: ${messageOf(error)}`;
  }
}

function formatProblem({ file, line, column, message }: EvalProblem): string {
  return oneLine(`${relative(process.cwd(), file)}:${line}:${column}  ${message}`);
}

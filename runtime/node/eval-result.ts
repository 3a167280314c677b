/** The result of an eval for the extension. */
import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import type { EvalCase } from '../evals/cases/eval-case.ts';
import type { EvalEnd } from '../evals/evaluate.ts';
import { type EvalFolder, readEvalFolder } from '../evals/merge/read-eval-folder.ts';
import { evalPage } from '../evals/page/page.ts';
import { casePlaces } from '../evals/page/page-places.ts';
import type { EvalPlan } from '../evals/prepare/eval-plan.ts';
import type { PreparedTrial, PreparedTrials } from '../evals/prepare/prepare-trials.ts';
import { compareResults, type PlannedResults } from '../evals/results/compare-results.ts';
import { summaryOf } from '../evals/results/result-sections.ts';
import type { EvalResults, TrialResult } from '../evals/results/results.ts';
import { writeResults } from '../evals/results/write-results.ts';
import type { PlannedTrial } from '../evals/trials/plan.ts';
import { groupBy } from '../group-by.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import type { CaseOutcome, EvalParams, EvalResult, TrialOutcome } from '../protocol/evals.ts';

/** Writes and renders the results. Those of some cases do not replace the results of all. */
export async function resultOf(
  params: EvalParams,
  end: EvalEnd,
  { trials, unfilled, warnings: notes }: Pick<PreparedTrials, 'trials' | 'unfilled' | 'warnings'>,
  runs: string,
): Promise<EvalResult> {
  if (end.kind === 'failed') {
    const message = end.message === undefined ? {} : { message: end.message };
    return { kind: 'failed', ...message, problems: end.problems ?? [], missingKeys: [] };
  }
  const known = new Set<string>();
  const earlier = await readEvalFolder(params.out, ({ id }) => known.add(id));
  const isSame = typeof earlier === 'string' || !hasOther(end.results.trials, ({ id }) => known.has(id));
  const results = isSame ? end.results : withComparison(end.results, end.plan, earlier);
  const problem =
    params.cases === undefined
      ? writeResults(results, { folder: params.out, plan: end.plan, now: new Date().toISOString() })
      : undefined;
  const warnings = [...(problem === undefined ? [] : [problem]), ...end.refusals, ...notes];
  return defined({
    kind: 'done',
    report: defined({
      skill: results.groups[0]?.skill ?? end.plan.skills[0]?.name ?? '',
      complete: results.complete,
      planned: results.planned ?? 0,
      completed: results.completed ?? 0,
      baseline: results.baseline,
      isCapped: end.isCapped,
      summary: summaryOf(results),
      cases: [...outcomesOf(results, trials, runs), ...unfilled.map(unfilledOutcome)],
    }),
    page: evalPage(results, end.plan, params.links),
    offlinePage: evalPage(results, end.plan),
    warning: warnings.length === 0 ? undefined : warnings.join(' '),
  });
}

/** Adds the changes since the results in the folder. */
function withComparison(results: EvalResults, plan: EvalPlan, { results: before, plan: earlierPlan }: EvalFolder) {
  const names = new Set(results.cases.map((one) => JSON.stringify([one.skill, one.case])));
  const isOwn = (one: { readonly skill: string; readonly case: string }): boolean =>
    names.has(JSON.stringify([one.skill, one.case]));
  const own = { ...before, cases: before.cases.filter(isOwn) };
  const earlier = defined<PlannedResults>({ results: own, plan: earlierPlan });
  return { ...results, comparison: compareResults(earlier, { results, plan }) };
}

/** True if a condition is not true for an item. */
function hasOther<T>(items: Iterable<T>, isKnown: (item: T) => boolean): boolean {
  for (const item of items) if (!isKnown(item)) return true;
  return false;
}

/** Returns the outcomes of the cases in the order of the page. */
function outcomesOf(results: EvalResults, trials: readonly PreparedTrial[], runs: string): readonly CaseOutcome[] {
  const byCase = groupBy(results.trials, (one) => JSON.stringify([one.skill, one.case]));
  return casePlaces(results).flatMap(({ skill, name }): readonly CaseOutcome[] => {
    const planned = trials.find(({ trial, skill: { name: own } }) => own === skill && trial.caseName === name);
    if (planned === undefined) return [];
    return [caseOutcome(planned.trial, byCase.get(JSON.stringify([skill, name])) ?? [], runs)];
  });
}

/** Returns the outcome of a case that was not run. */
function unfilledOutcome({ source, case: name, missing }: PreparedTrials['unfilled'][number]): CaseOutcome {
  return { ...source.position, file: source.file, id: source.id, name, trials: [], missing };
}

/** Returns the outcome of a case, of which `planned` is one trial. */
export function caseOutcome(planned: PlannedTrial, judged: readonly TrialResult[], runs: string): CaseOutcome {
  const { case: one, caseName: name } = planned;
  const trials = judged.map((trial) => outcomeOf(trial, one, runs));
  return { ...one.position, file: one.file, id: one.id, name, trials };
}

function outcomeOf(trial: TrialResult, one: EvalCase, runs: string): TrialOutcome {
  const { side, client, model, number, verdict, run, milliseconds, checks, reason, waiting } = trial;
  const positions = one.kind === 'task' ? (one.checkPositions ?? []) : [];
  return defined({
    side,
    client,
    model,
    number,
    verdict,
    run,
    milliseconds,
    journal: join(runs, run, JOURNAL_FILE),
    failed: checks.flatMap(({ text, passed, evidence }, index) =>
      passed === true ? [] : [{ ...(positions[index] ?? one.position), text, evidence, isJudged: passed !== null }],
    ),
    reason,
    waiting,
  });
}

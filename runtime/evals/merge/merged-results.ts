import { defined } from '../../../skill/index.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { JudgedTrials } from '../results/judged-trials.ts';
import type { EvalResults } from '../results/results.ts';
import { ResultSums } from '../results/summarize.ts';
import type { MergeEnd } from './merge-evals.ts';

/**
 * Computes the figures of merged trials again, or returns an error message.
 * @param file absolute path of a temporary file for the trials, which can be read as long as it exists
 */
export function mergedResults(
  { plan, trials, missing }: MergeEnd & { readonly kind: 'merged' },
  file: string,
): EvalResults | string {
  const kinds = new Map(
    plan.skills.flatMap(({ name, cases }) => cases.map((one) => [JSON.stringify([name, one.case]), one.kind])),
  );
  const judged = new JudgedTrials(file);
  const sums = new ResultSums();
  let completed = 0;
  for (const { source, position, isComplete } of trials.values()) {
    const trial = source.trials.at(position);
    if (trial === undefined) continue;
    sums.add({ ...trial, kind: kinds.get(JSON.stringify([trial.skill, trial.case])) ?? 'task' });
    const problem = judged.add(trial);
    if (problem !== undefined) return problem;
    if (isComplete) completed++;
  }
  const problem = judged.flush();
  if (problem !== undefined) return problem;
  return {
    version: 1,
    complete: missing === undefined,
    trials: judged,
    ...sums.results(),
    planned: plan.trials.length,
    completed,
    ...baselineOf(plan),
    ...defined<Partial<EvalResults>>({ notFilledIn: plan.notFilledIn }),
  };
}

/** Returns what the side without the skill has. */
function baselineOf({ skills }: EvalPlan): { readonly baseline?: 'earlier' } {
  return skills.some(({ baseline }) => baseline !== undefined) ? { baseline: 'earlier' } : {};
}

import { formatCount } from '../../protocol/count.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { LoadedResults, TrialResult } from '../results/results.ts';
import { summarize } from '../results/summarize.ts';
import { formatShard, shardOf } from '../trials/shard.ts';
import { findTrial, type TrialRecord } from '../trials/trial-store.ts';
import { planDifferences } from './plan-differences.ts';
import type { EvalFolder } from './read-eval-folder.ts';

/** A trial of the merged results. */
export interface MergedTrial {
  readonly result: TrialResult;
  /** The folder that it comes from. */
  readonly folder: string;
  /** Absent if the run is to be repeated, for example because the model failed. */
  readonly record?: TrialRecord;
}

export type MergeEnd =
  | {
      readonly kind: 'merged';
      readonly results: LoadedResults;
      readonly plan: EvalPlan;
      readonly trials: readonly MergedTrial[];
      /** A sentence about the missing trials; absent if there are none. */
      readonly missing?: string;
    }
  | { readonly kind: 'failed'; readonly messages: readonly string[] };

/**
 * Merges results of the same plan: the union of their trials by id, with the figures computed again. Of several runs of a trial
 * the first completed one is taken, whatever its verdict.
 */
export function mergeEvals(folders: readonly EvalFolder[]): MergeEnd {
  const unplanned = folders.find(({ plan }) => plan === undefined);
  if (unplanned !== undefined)
    return { kind: 'failed', messages: [`Repeat the eval with this version: ${unplanned.folder} has no plan.json.`] };
  const plans = folders.flatMap(({ plan }) => plan ?? []);
  const [first] = plans;
  if (first === undefined) return { kind: 'failed', messages: ['Name the folders of results.'] };
  const messages = plans.flatMap((plan, index) =>
    planDifferences(first, plan).map(
      (difference) =>
        `Merge results of the same settings: ${folders[0]?.folder} and ${folders[index]?.folder} differ in ${difference}.`,
    ),
  );
  if (messages.length > 0) return { kind: 'failed', messages };
  const chosen = choose(folders);
  const { shard: _, ...plan } = first;
  const trials = plan.trials.flatMap((id) => chosen.get(id) ?? []);
  const kinds = new Map(
    plan.skills.flatMap(({ name, cases }) => cases.map((one) => [JSON.stringify([name, one.case]), one.kind])),
  );
  const judged = trials.map(({ result }) => ({
    ...result,
    kind: kinds.get(JSON.stringify([result.skill, result.case])) ?? 'task',
  }));
  const missing = plan.trials.filter((id) => !chosen.has(id));
  const completed = trials.filter(({ record }) => record !== undefined).length;
  const results = {
    ...summarize(judged, missing.length === 0),
    planned: plan.trials.length,
    completed,
    ...baselineOf(plan),
  };
  const merged = { kind: 'merged', results, plan, trials } as const;
  return missing.length === 0 ? merged : { ...merged, missing: describeMissing(missing, plans) };
}

/** Returns what the side without the skill has. */
function baselineOf({ skills }: EvalPlan): { readonly baseline?: 'earlier' } {
  return skills.some(({ baseline }) => baseline !== undefined) ? { baseline: 'earlier' } : {};
}

/** Returns the trial for each id: the first completed one, otherwise one of a complete result, for example a failure of the model. */
function choose(folders: readonly EvalFolder[]): ReadonlyMap<string, MergedTrial> {
  const chosen = new Map<string, MergedTrial>();
  for (const { folder, results } of folders)
    for (const result of results.trials) {
      const earlier = chosen.get(result.id);
      if (earlier?.record !== undefined) continue;
      const record = /^[0-9a-f]{32}$/.test(result.id) ? findTrial(folder, result.id) : undefined;
      if (record?.run === result.run) chosen.set(result.id, { result, folder, record });
      else if (earlier === undefined && results.complete) chosen.set(result.id, { result, folder });
    }
  return chosen;
}

function describeMissing(missing: readonly string[], plans: readonly EvalPlan[]): string {
  const of = plans[0]?.shard?.of;
  const sum = `${missing.length} of ${formatCount(plans[0]?.trials.length ?? 0, 'trial')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
  if (of === undefined || plans.some(({ shard }) => shard?.of !== of))
    return `Complete the evals and merge again: ${sum}`;
  const indexes = [...new Set(missing.map((id) => shardOf(id, of)))].sort((a, b) => a - b);
  const names = indexes.map((index) => formatShard({ index, of })).join(', ');
  return `Complete ${indexes.length === 1 ? 'shard' : 'shards'} ${names} and merge again: ${sum}`;
}

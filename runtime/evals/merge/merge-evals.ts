import type { List } from '../../journal/spilled-list.ts';
import { formatCount } from '../../text/count.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { TrialResult } from '../results/results.ts';
import { formatShard, shardOf } from '../trials/shard.ts';
import { findTrial } from '../trials/trial-store.ts';
import { planDifferences } from './plan-differences.ts';
import type { EvalFolder } from './read-eval-folder.ts';

/** The folder of an eval with its trials. */
export interface FolderToMerge extends EvalFolder {
  readonly trials: List<TrialResult>;
}

/** A trial of the merged results. */
export interface MergedTrial {
  readonly source: FolderToMerge;
  /** Index in the trials of its folder. */
  readonly position: number;
  readonly run: string;
  /** False if the run is to be repeated, for example because the model failed. */
  readonly isComplete: boolean;
}

export type MergeEnd =
  | {
      readonly kind: 'merged';
      readonly plan: EvalPlan;
      /** By their ids, in the order of the plan. */
      readonly trials: ReadonlyMap<string, MergedTrial>;
      /** A sentence about the missing trials; absent if there are none. */
      readonly missing?: string;
    }
  | { readonly kind: 'failed'; readonly messages: readonly string[] };

/**
 * Merges results of the same plan: the union of their trials by id. Of several runs of a trial the first completed one is taken, whatever
 * its verdict.
 */
export function mergeEvals(folders: readonly FolderToMerge[]): MergeEnd {
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
  const trials = new Map<string, MergedTrial>();
  const missing: string[] = [];
  for (const id of plan.trials) {
    const one = chosen.get(id);
    if (one === undefined) missing.push(id);
    else trials.set(id, one);
  }
  const merged = { kind: 'merged', plan, trials } as const;
  return missing.length === 0 ? merged : { ...merged, missing: describeMissing(missing, plans) };
}

/** Returns the trial for each id: the first completed one, otherwise one of a complete result, for example a failure of the model. */
function choose(folders: readonly FolderToMerge[]): ReadonlyMap<string, MergedTrial> {
  const chosen = new Map<string, MergedTrial>();
  for (const source of folders) {
    const { folder, results, trials } = source;
    let position = -1;
    for (const { id, run } of trials) {
      position++;
      const earlier = chosen.get(id);
      if (earlier?.isComplete === true) continue;
      const record = /^[0-9a-f]{32}$/.test(id) ? findTrial(folder, id) : undefined;
      const isComplete = record?.run === run;
      if (isComplete || (earlier === undefined && results.complete))
        chosen.set(id, { source, position, run, isComplete });
    }
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

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyTrials } from '../evals/merge/copy-trials.ts';
import { type FolderToMerge, type MergeEnd, mergeEvals } from '../evals/merge/merge-evals.ts';
import { mergedResults } from '../evals/merge/merged-results.ts';
import { readEvalFolder } from '../evals/merge/read-eval-folder.ts';
import type { TrialResult } from '../evals/results/results.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { SpilledList } from '../journal/spilled-list.ts';
import { keepHeapSmall } from '../small-heap.ts';
import {
  publishResults,
  type ReportContext,
  type ResultOptions,
  readEarlier,
  THRESHOLD_MISSED,
  warnMissed,
} from './eval-report.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { withSpillFile } from './with-spill-file.ts';

export interface MergeOptions extends ResultOptions {
  readonly out: string;
}

/** Merges the results of shards, and returns the exit code. */
export async function merge(names: readonly string[], options: MergeOptions, output: Output): Promise<number> {
  const folder = resolve(options.out);
  const own = names.find((name) => realPath(name) === realPath(folder));
  if (own !== undefined)
    return fail(output, `Choose another folder with --out: ${own} is one of the results to merge.`);
  keepHeapSmall();
  return withSpillFile(output, async (spill) => {
    const folders: FolderToMerge[] = [];
    for (const name of names) {
      const trials = new SpilledList<TrialResult>(spill);
      const read = await readEvalFolder(name, (trial) => trials.push(trial));
      if (typeof read === 'string') return fail(output, read);
      folders.push({ ...read, trials });
    }
    const earlier = await readEarlier(options);
    if (typeof earlier === 'string') return fail(output, earlier);
    const merged = mergeEvals(folders);
    if (merged.kind === 'failed') return fail(output, ...merged.messages);
    return writeMerged(merged, { options, folder, output, ...earlier }, names);
  });
}

/** Writes the merged results and journals, and returns the exit code. */
async function writeMerged(
  merged: MergeEnd & { readonly kind: 'merged' },
  context: ReportContext,
  names: readonly string[],
): Promise<number> {
  const { folder, output } = context;
  const opened = TrialStore.open(folder);
  if (opened.kind === 'failed') return fail(output, opened.message);
  const { store } = opened;
  try {
    const problem = copyTrials(merged.trials, names, store, folder);
    if (problem !== undefined) return fail(output, problem);
    const results = mergedResults(merged, store.judged);
    if (typeof results === 'string') return fail(output, results);
    if (!(await publishResults(results, merged.plan, context))) return INVALID_USAGE;
    if (merged.missing !== undefined) output.warn(merged.missing);
    const isMissed = warnMissed(results, context);
    return isMissed || merged.missing !== undefined ? THRESHOLD_MISSED : 0;
  } finally {
    store.close();
  }
}

function fail(output: Output, ...messages: readonly string[]): number {
  for (const message of messages) output.warn(message);
  return INVALID_USAGE;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

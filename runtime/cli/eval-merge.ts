import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { copyTrials } from '../evals/merge/copy-trials.ts';
import { mergeEvals } from '../evals/merge/merge-evals.ts';
import { type EvalFolder, readEvalFolder } from '../evals/merge/read-eval-folder.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { addResultOptions } from './eval-options.ts';
import { publishResults, type ResultOptions, readEarlier, THRESHOLD_MISSED, warnMissed } from './eval-report.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { Output } from './output.ts';

interface MergeOptions extends ResultOptions {
  readonly out: string;
}

/** Creates `skillwright eval merge`, which unites the results of shards. Its exit codes are a contract. */
export function mergeCommand(): Command {
  const command = new Command('merge')
    .description('Merges the results of the shards of an eval, and computes the figures again.')
    .argument('<dir...>', 'folders of results with the same settings (--out of eval)')
    .requiredOption('--out <dir>', 'folder of the merged results and journals');
  return addResultOptions(command)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 a threshold was missed or trials are missing, 2 invalid usage or different settings.',
    )
    .action(async (folders: readonly string[], options: MergeOptions) => {
      process.exitCode = await merge([...new Set(folders)], options, new Output('eval merge'));
    });
}

async function merge(names: readonly string[], options: MergeOptions, output: Output): Promise<number> {
  const fail = (...messages: readonly string[]): number => {
    for (const message of messages) output.warn(message);
    return INVALID_USAGE;
  };
  const folder = resolve(options.out);
  const own = names.find((name) => realPath(name) === realPath(folder));
  if (own !== undefined) return fail(`Choose another folder with --out: ${own} is one of the results to merge.`);
  const folders: EvalFolder[] = [];
  for (const name of names) {
    const read = readEvalFolder(name);
    if (typeof read === 'string') return fail(read);
    folders.push(read);
  }
  const earlier = readEarlier(options);
  if (typeof earlier === 'string') return fail(earlier);
  const merged = mergeEvals(folders);
  if (merged.kind === 'failed') return fail(...merged.messages);
  const opened = TrialStore.open(folder);
  if (opened.kind === 'failed') return fail(opened.message);
  try {
    const problem = copyTrials(merged.trials, names, opened.store, folder);
    if (problem !== undefined) return fail(problem);
    const context = { options, folder, output, ...earlier };
    if (!(await publishResults(merged.results, merged.plan, context))) return INVALID_USAGE;
    if (merged.missing !== undefined) output.warn(merged.missing);
    const isMissed = warnMissed(merged.results, context);
    return isMissed || merged.missing !== undefined ? THRESHOLD_MISSED : 0;
  } finally {
    opened.store.close();
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

import { Command } from 'commander';
import type { MergeOptions } from '../eval-merge.ts';
import { addResultOptions } from '../eval-options.ts';
import { Output } from '../output.ts';

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
      const { merge } = await import('../eval-merge.ts');
      process.exitCode = await merge([...new Set(folders)], options, new Output('eval merge'));
    });
}

import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { parseLimit } from '../numbers.ts';
import { Output } from '../output.ts';
import type { RunsOptions } from '../runs.ts';

/** Creates `skillwright runs`, which lists saved runs. Its exit codes and JSON are a contract. */
export function runsCommand(): Command {
  return new Command('runs')
    .option('--runs <dir>', `folder of runs (default: "${DEFAULT_RUNS}")`)
    .option('--limit <n>', 'maximum number of runs', parseLimit)
    .option('--json', 'print one JSON object per run')
    .addHelpText(
      'after',
      '\nPass an id to show, diff, resume, fork, replay or export. Times are in UTC.\nExit codes: 0 listed, 2 invalid usage.',
    )
    .action(async (options: RunsOptions) => {
      const { runs } = await import('../runs.ts');
      process.exitCode = await runs(options, new Output('runs'));
    });
}

import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { parseCall } from '../numbers.ts';
import { Output } from '../output.ts';
import type { ShowOptions } from '../show.ts';

/** Creates `skillwright show`, which shows what a run's model received. Its JSON is a contract. */
export function showCommand(): Command {
  return new Command('show')
    .argument('<run>', 'id of the run, as in run_started, or the path of its journal, or of a session of another agent')
    .option(
      '--call <n>',
      'show the complete request of one model call, and its changes since the previous call',
      parseCall,
    )
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nTokens by part are estimates, without images and other files; input tokens are as reported by the provider.\nExit codes: 0, or 2 for invalid usage.',
    )
    .action(async (run: string, options: ShowOptions) => {
      const { show } = await import('../show.ts');
      process.exitCode = await show(run, options, new Output('show'));
    });
}

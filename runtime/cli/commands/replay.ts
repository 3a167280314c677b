import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { Output } from '../output.ts';
import type { ReplayOptions } from '../replay.ts';

/** Creates `skillwright replay`, which repeats a run without its model and reports the first difference. */
export function replayCommand(): Command {
  return new Command('replay')
    .argument('<run>', 'id of the run, as in run_started')
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nSkills are read again and guards are evaluated again. No model is called, no script or other tool runs, and nothing is stored.\nExit codes: 0 the same, 1 different, 2 invalid usage.',
    )
    .action(async (run: string, options: ReplayOptions) => {
      const { replay } = await import('../replay.ts');
      process.exitCode = await replay(run, options, new Output('replay'));
    });
}

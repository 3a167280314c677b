import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import type { DiffOptions } from '../diff.ts';
import { Output } from '../output.ts';

/** Creates `skillwright diff`, which compares two runs. Its exit codes and JSON are a contract. */
export function diffCommand(): Command {
  return new Command('diff')
    .argument('<a>', 'id of a run, as in run_started, or the path of its journal or of a session')
    .argument('<b>', 'the run or session to compare it with')
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nTimes, ids and durations are ignored.\nExit codes: 0 the same, 1 different, 2 invalid usage.',
    )
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { diff } = await import('../diff.ts');
      process.exitCode = await diff(a, b, options, new Output('diff'));
    });
}

import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import type { AddOptions } from '../eval-add.ts';
import { parseWhole } from '../eval-options.ts';
import { Output } from '../output.ts';

/** Creates `skillwright eval add`, which makes a case of a run. Its exit codes and options are a contract. */
export function addCommand(): Command {
  return new Command('add')
    .helpCommand(false)
    .description(
      "Makes a case of a run, or of the session of another agent, and appends it to the skill's evals/evals.json.",
    )
    .argument('<run>', 'id of the run, as in run_started, or the path of its journal or of a session')
    .option('--skill <dir>', 'folder of the skill (default: the skill in the working directory)')
    .option('--prompt <n>', 'number of the prompt in a run of several', parseWhole(1, 100_000), 1)
    .option('--prompt-text <text>', 'the prompt of the case, for example without absolute paths')
    .option('--workspace <dir>', 'folder in which files that the prompt names are looked up', '.')
    .option('--preview', 'print the case, and write nothing')
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .addHelpText(
      'after',
      '\nThe assertions are what the journal shows: loaded, read, ran, no misses. Secrets are redacted. Review the case.\nExit codes: 0 added, 2 no run, no skill, absolute paths in the prompt, or invalid usage.',
    )
    .action(async (run: string, options: AddOptions) => {
      const { addCase } = await import('../eval-add.ts');
      process.exitCode = await addCase(run, options, new Output('eval add'));
    });
}

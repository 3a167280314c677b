import { Command } from 'commander';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { exitHelp } from '../exit-codes.ts';
import type { ResumeOptions } from '../resume.ts';
import { OTLP_HELP } from './otlp-help.ts';

/** Creates `skillwright resume`, which continues a paused or killed run. Its output and exit codes are those of `run`. */
export function resumeCommand(): Command {
  const collect = (value: string, approved: readonly string[]): readonly string[] => [...approved, value];
  return new Command('resume')
    .argument('<run>', 'id of the run, as in run_started')
    .option('--approve <id>', 'approve the pause with this id; for a guard: continue', collect, [])
    .option(
      '--always <id>',
      'approve it and all scripts of this skill, in any folder, until one of its files changes',
      collect,
      [],
    )
    .option('--deny <id>', 'reject it; for a guard: stop', collect, [])
    .option('--ignore <id>', 'for a guard: continue, and exempt this tool', collect, [])
    .option('--credential <id=source>', 'ID=env:NAME, or ID=- for standard input: the requested secret', collect, [])
    .option(
      '--trust',
      'resume a run that was not started on this machine, with the endpoint, model, servers and modules that it names',
    )
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--api-key-env <name>', "environment variable that holds the API key for the run's endpoint")
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox (default: as in the run)')
    .option('--otlp <url>', OTLP_HELP)
    .option('--json', "print the run's events, one JSON object per line")
    .addHelpText('after', exitHelp(', or nothing is pending'))
    .action(async (run: string, options: ResumeOptions) => {
      const { resume } = await import('../resume.ts');
      process.exitCode = await resume(run, options);
    });
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { GUARD_PRESETS } from '../../protocol/guard-presets.ts';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { exitHelp } from '../exit-codes.ts';
import type { ForkOptions } from '../fork.ts';
import { OTLP_HELP } from './otlp-help.ts';

/** Creates `skillwright fork`, which repeats a run up to a step and continues from there. Its output and exit codes are those of `run`. */
export function forkCommand(): Command {
  return new Command('fork')
    .argument('<run>', 'id of the run, as in run_started')
    .addOption(
      new Option('--at <seq>', 'seq of the model call (llm_request) or tool call (tool_call) to continue from')
        .argParser(parseSeq)
        .makeOptionMandatory(),
    )
    .option('--set <file>', 'JSON file of edits: {"prompt"?, "instruction"?, "args"?, "result"?}; - for standard input')
    .option('--model <provider/id>', "continue with this model (default: the run's)")
    .option('--base-url <url>', "endpoint of the model (default: the run's, for the same provider)")
    .addOption(
      new Option('--guards <preset>', "continue with these guards (default: the run's)").choices([...GUARD_PRESETS]),
    )
    .addOption(
      new Option(
        '--skills <which>',
        'results of copied calls that only read skills: as recorded, or of the files of today (default: recorded)',
      ).choices(['recorded', 'today']),
    )
    .option(
      '--trust',
      'fork a run that was not started on this machine, with the endpoint, model, servers and modules that it names',
    )
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--api-key-env <name>', "environment variable that holds the API key for the fork's endpoint")
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox (default: as in the run)')
    .option('--otlp <url>', OTLP_HELP)
    .option('--yes', 'approve confirmations and scripts, and fork although effects of copied calls remain')
    .option('--json', "print the fork's events, one JSON object per line, the copied ones first")
    .addHelpText('after', exitHelp(', or an event that a fork cannot continue from'))
    .action(async (run: string, options: ForkOptions) => {
      const { fork } = await import('../fork.ts');
      process.exitCode = await fork(run, options);
    });
}

function parseSeq(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Pass the seq of an event, a whole number from 1.');
  return Number(text);
}

import { Command, Option } from 'commander';
import { EXPORT_FORMATS } from '../../protocol/export.ts';
import { DEFAULT_RUNS } from '../default-runs.ts';
import type { ExportOptions } from '../export.ts';
import { parseSeq } from '../numbers.ts';
import { Output } from '../output.ts';

/** Creates `skillwright export`, which converts a run or session for other tools. Its exit codes and options are a contract. */
export function exportCommand(): Command {
  return new Command('export')
    .argument('<run>', 'id of the run, as in run_started, or the path of its journal or of a session')
    .addOption(
      new Option(
        '--format <format>',
        'otlp: OpenTelemetry, JSON Lines; html: the timeline in one file; perfetto: for ui.perfetto.dev',
      )
        .choices(EXPORT_FORMATS)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--from <seq>', 'first event of a part of the run', parseSeq)
    .option('--to <seq>', 'last event of a part of the run', parseSeq)
    .option('--hide-home', 'replace home folders in paths with ~, because they contain names of users')
    .option('--preview', 'show what the export would contain, and write nothing')
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--json', 'print the summary as one JSON object')
    .addHelpText(
      'after',
      '\nA part consists of complete calls, and the prompt. Prompts, replies, results and instructions are included.\nExit codes: 0 exported, 2 no run or session, a file that cannot be written, or invalid usage.',
    )
    .action(async (run: string, options: ExportOptions) => {
      const { exportRun } = await import('../export.ts');
      process.exitCode = await exportRun(run, options, new Output('export'));
    });
}

import { Command, Option } from 'commander';
import { FORMAT_IDS } from '../../sessions/format-ids.ts';
import type { ImportCommandOptions } from '../import.ts';
import { Output } from '../output.ts';

/** Creates `skillwright import`, which reads sessions of other agents. Its JSON output and exit codes are a contract. */
export function importCommand(): Command {
  return new Command('import')
    .argument('<file...>', 'files of sessions, or folders, of which each session is read, the latest first')
    .addOption(
      new Option('--format <id>', 'format of the files (default: detected by their content)').choices(FORMAT_IDS),
    )
    .option('--session <id>', 'session in a database of opencode or ADK (default: the latest)')
    .option('--skills <folder...>', 'current skills, whose texts are also searched for the words behind misses')
    .option('--json', "print the session's events, one JSON object per line")
    .addHelpText(
      'after',
      '\nNothing in a session runs, and no path or address in it is opened. Known secrets and keys are redacted.\nExit codes: 0 read, 2 no session, an unsupported format, or invalid usage.',
    )
    .action(async (files: readonly string[], options: ImportCommandOptions) => {
      const { importFiles } = await import('../import.ts');
      process.exitCode = await importFiles(files, options, new Output('import'));
    });
}

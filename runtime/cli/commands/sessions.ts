import { Command, Option } from 'commander';
import { parseLimit } from '../numbers.ts';
import { Output } from '../output.ts';
import type { ListCommandOptions, ReportCommandOptions } from '../sessions.ts';

/** Creates `skillwright sessions`, about the sessions of agents on this machine. Its JSON output and exit codes are a contract. */
export function sessionsCommand(): Command {
  return new Command('sessions').addCommand(listCommand()).addCommand(reportCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('Lists sessions, the latest first: client, project, skills and misses.')
    .argument('[folder...]', 'folders with sessions (default: those of all known clients)')
    .option('--exclude <folder...>', 'folders that are never read')
    .option('--limit <n>', 'maximum number of files to read, latest first', parseLimit)
    .option('--json', 'print one JSON object per session')
    .addHelpText(
      'after',
      '\nNothing in a session runs. Known secrets and keys are redacted.\nExit codes: 0 listed, 2 invalid usage.',
    )
    .action(async (folders: readonly string[], options: ListCommandOptions) => {
      const { list } = await import('../sessions.ts');
      process.exitCode = await list(folders, options, new Output('sessions list'));
    });
}

function reportCommand(): Command {
  return new Command('report')
    .description('Reports how often each skill was offered, loaded, read and missed, and which words led to misses.')
    .argument('[folder...]', 'folders with sessions (default: those of all known clients)')
    .option('--exclude <folder...>', 'folders that are never read')
    .option('--limit <n>', 'maximum number of files to read, latest first', parseLimit)
    .addOption(new Option('--json', 'print one JSON object').conflicts('html'))
    .option('--html', 'print one self-contained HTML page')
    .addHelpText(
      'after',
      '\nNothing in a session runs. Known secrets and keys are redacted.\nExit codes: 0 reported, 2 invalid usage.',
    )
    .action(async (folders: readonly string[], options: ReportCommandOptions) => {
      const { report } = await import('../sessions.ts');
      process.exitCode = await report(folders, options, new Output('sessions report'));
    });
}

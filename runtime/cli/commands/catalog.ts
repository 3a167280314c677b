import { Command, Option } from 'commander';
import { CLIENT_IDS } from '../../protocol/client-ids.ts';
import type { CatalogOptions } from '../catalog.ts';
import { Output } from '../output.ts';

/** Creates `skillwright catalog`, which shows what clients offer to a model. Its JSON output and exit codes are a contract. */
export function catalogCommand(): Command {
  return new Command('catalog')
    .addOption(new Option('--client <id>', 'the client').choices([...CLIENT_IDS, 'all']).default('all'))
    .option('--cwd <folder>', 'the folder in which the client would start (default: the working directory)')
    .option(
      '--home <folder>',
      'the home directory, in which the user’s skills, plugins and settings are (default: yours)',
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nNo client is started, and nothing of a skill runs. Of settings only the keys are read that switch skills and plugins on and off, add folders or declare marketplaces.\nExit codes: 0 printed, 2 invalid usage.',
    )
    .action(async (options: CatalogOptions) => {
      const { printCatalogs } = await import('../catalog.ts');
      process.exitCode = await printCatalogs(options, new Output('catalog'));
    });
}

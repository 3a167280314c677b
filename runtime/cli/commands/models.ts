import { Command } from 'commander';
import { PROVIDERS } from '../../models/providers/providers.ts';
import type { ModelsOptions } from '../models.ts';
import { Output } from '../output.ts';

/** Creates `skillwright models`, which lists available models and, for a provider, checks its key. */
export function modelsCommand(): Command {
  return new Command('models')
    .argument('[provider]', `provider whose models to list: ${PROVIDERS.map(({ id }) => id).join(', ')}`)
    .option('--base-url <url>', "endpoint (default: the provider's own)")
    .option('--api-key-env <name>', 'environment variable that holds the API key')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExit codes: 0 success, 1 the provider returned no list, 2 invalid usage.')
    .action(async (provider: string | undefined, options: ModelsOptions) => {
      const { listOverview, listProvider } = await import('../models.ts');
      const output = new Output('models');
      process.exitCode =
        provider === undefined ? await listOverview(options, output) : await listProvider(provider, options, output);
    });
}

import { Command } from 'commander';
import type { ClientsOptions } from '../clients.ts';
import { Output } from '../output.ts';

/** `skillwright clients`: the clients that `run --client` can simulate, with the version and date of the facts about each. */
export function clientsCommand(): Command {
  return new Command('clients').option('--json', 'print one JSON object').action(async (options: ClientsOptions) => {
    const { printClients } = await import('../clients.ts');
    printClients(options, new Output('clients'));
  });
}

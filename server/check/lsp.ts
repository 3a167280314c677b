import { Command } from 'commander';

/** `skillwright lsp --stdio`: the language server for editors other than VS Code. */
export function lspCommand(): Command {
  return new Command('lsp')
    .description('Starts the language server, for an editor to talk to.')
    .requiredOption('--stdio', 'talk over standard input and output')
    .action(async () => {
      // Loaded here alone: it takes over the console.
      await import('../node/main.ts');
    });
}

import { Command } from 'commander';

/** Creates the command `skillwright lsp --stdio`: the language server for editors other than VS Code. */
export function lspCommand(): Command {
  return new Command('lsp').requiredOption('--stdio', 'communicate over standard input and output').action(async () => {
    // Loaded only here, since it takes over the console.
    await import('../node/main.ts');
  });
}

import { Command } from 'commander';

/** Creates `skillwright dap --stdio`, a debug adapter for editors other than VS Code. */
export function dapCommand(): Command {
  return new Command('dap')
    .requiredOption('--stdio', 'communicate over standard input and output')
    .action(async () => (await import('../dap.ts')).serveProcess());
}

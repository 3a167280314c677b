import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { exactText } from '../runtime/cli/plain-text.ts';
import { useNetwork } from '../runtime/network/use-network.ts';
import { own } from '../skill/index.ts';

/** Loads each command's module only when the command is called: `check` never loads the agent runtime. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('../server/check/command.ts')).checkCommand(),
  run: async () => (await import('../runtime/cli/run.ts')).runCommand(),
  resume: async () => (await import('../runtime/cli/resume.ts')).resumeCommand(),
  fork: async () => (await import('../runtime/cli/fork.ts')).forkCommand(),
  runs: async () => (await import('../runtime/cli/runs.ts')).runsCommand(),
  diff: async () => (await import('../runtime/cli/diff.ts')).diffCommand(),
  show: async () => (await import('../runtime/cli/show.ts')).showCommand(),
  import: async () => (await import('../runtime/cli/import.ts')).importCommand(),
  sessions: async () => (await import('../runtime/cli/sessions.ts')).sessionsCommand(),
  export: async () => (await import('../runtime/cli/export.ts')).exportCommand(),
  replay: async () => (await import('../runtime/cli/replay.ts')).replayCommand(),
  eval: async () => (await import('../runtime/cli/eval.ts')).evalCommand(),
  stress: async () => (await import('../runtime/cli/stress.ts')).stressCommand(),
  clients: async () => (await import('../runtime/cli/clients.ts')).clientsCommand(),
  models: async () => (await import('../runtime/cli/models.ts')).modelsCommand(),
  dap: async () => (await import('../runtime/cli/dap.ts')).dapCommand(),
  lsp: async () => (await import('../server/check/lsp.ts')).lspCommand(),
};

/**
 * Runs the command given by `args` (`process.argv` without its first two entries) to completion. Never rejects: an error
 * is printed and sets the process's exit code. A run ends the process itself.
 */
export async function skillwright(args: readonly string[]): Promise<void> {
  await runProgram(args).catch(reportError);
}

async function runProgram(args: readonly string[]): Promise<void> {
  useNetwork();
  const program = new Command('skillwright')
    .description('Finds what a model will get wrong in agent skills, and runs agents on skills with guards.')
    .version(manifest.version)
    .showHelpAfterError(seeHelp('skillwright'))
    .exitOverride();
  const requested = own(COMMANDS, args[0] ?? '');
  const loaders = requested === undefined ? Object.values(COMMANDS) : [requested];
  for (const command of await Promise.all(loaders.map((load) => load()))) {
    const name = `skillwright ${command.name()}`;
    command.showHelpAfterError(seeHelp(name)).exitOverride();
    for (const one of command.commands) one.showHelpAfterError(seeHelp(`${name} ${one.name()}`)).exitOverride();
    // A command with subcommands, such as `eval merge`, may have options of the same names as theirs.
    if (command.commands.length > 0) program.enablePositionalOptions();
    program.addCommand(command);
  }
  await program.parseAsync(args, { from: 'user' });
}

/** Returns the hint that follows a message about invalid usage, worded like our own messages. */
const seeHelp = (command: string): string => `See ${command} --help.`;

function reportError(error: unknown): void {
  // Commander has already printed its message. Invalid usage exits with 2 by contract; --help and --version with 0.
  const isCommander = error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
  if (isCommander) {
    process.exitCode = 'exitCode' in error && error.exitCode === 0 ? 0 : 2;
    return;
  }
  const message = exactText(error instanceof Error ? error.message : String(error));
  // Node's error if the terminal's working directory was deleted.
  const shown = message.includes('uv_cwd')
    ? 'Change to an existing folder: the working directory was deleted.'
    : message;
  process.stderr.write(`skillwright: ${shown}\n`);
  process.exitCode = 2;
}

import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { plain } from '../runtime/cli/plain.ts';
import { useNetwork } from '../runtime/network/use.ts';

/** Each command brings its own module, loaded only when it is called: `check` never pays for the agent runtime. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('../server/check/command.ts')).checkCommand(),
  run: async () => (await import('../runtime/cli/run.ts')).runCommand(),
  resume: async () => (await import('../runtime/cli/resume.ts')).resumeCommand(),
  replay: async () => (await import('../runtime/cli/replay.ts')).replayCommand(),
  stress: async () => (await import('../runtime/cli/stress.ts')).stressCommand(),
  models: async () => (await import('../runtime/cli/models.ts')).modelsCommand(),
  lsp: async () => (await import('../server/check/lsp.ts')).lspCommand(),
};

/**
 * The command that `args` ask for (as `process.argv` has them from its third on), to its end. Never rejects: what goes
 * wrong is printed, and the process's exit code says it. A run ends the process itself.
 */
export async function skillwright(args: readonly string[]): Promise<void> {
  await command(args).catch(explain);
}

async function command(args: readonly string[]): Promise<void> {
  useNetwork();
  const program = new Command('skillwright')
    .description('Checks agent skills for what a model will go wrong on, and runs agents on them with guards.')
    .version(manifest.version)
    .showHelpAfterError('Try --help.')
    .exitOverride();
  const wanted = COMMANDS[args[0] ?? ''];
  const loads = wanted === undefined ? Object.values(COMMANDS) : [wanted];
  for (const command of await Promise.all(loads.map((load) => load()))) {
    program.addCommand(command.showHelpAfterError('Try --help.').exitOverride());
  }
  await program.parseAsync(args, { from: 'user' });
}

function explain(error: unknown): void {
  // Commander has printed its message by now; wrong use is 2 by contract, --help and --version are 0.
  const isCommander = error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
  if (isCommander) {
    process.exitCode = 'exitCode' in error && error.exitCode === 0 ? 0 : 2;
    return;
  }
  const message = plain(error instanceof Error ? error.message : String(error));
  // What node says where somebody has deleted the folder that the terminal stands in.
  const gone = message.includes('uv_cwd') ? 'The working folder is gone: change to one that exists.' : message;
  process.stderr.write(`skillwright: ${gone}\n`);
  process.exitCode = 2;
}

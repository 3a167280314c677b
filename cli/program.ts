import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { exactText } from '../runtime/cli/plain-text.ts';
import { own } from '../skill/index.ts';
import { COMMANDS } from './commands.ts';

/**
 * Runs the command given by `args` (`process.argv` without its first two entries) to completion. Never rejects: an error
 * is printed and sets the process's exit code. A run ends the process itself.
 */
export async function skillwright(args: readonly string[]): Promise<void> {
  await runProgram(args).catch(reportError);
}

async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('skillwright')
    .description('Finds what a model will get wrong in agent skills, and runs agents on skills with guards.')
    .version(manifest.version)
    .showHelpAfterError(seeHelp('skillwright'))
    // Of commands that are not loaded, only the table knows what follows their names.
    .configureHelp({ subcommandTerm: (command) => termOf(command) })
    .exitOverride();
  // Of any position, for `skillwright help run`.
  const requested = args.find((arg) => own(COMMANDS, arg) !== undefined);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    if (requested !== undefined && requested === args[0] && name !== requested) continue;
    const command = name === requested ? await load() : new Command(name);
    addTo(program, command.description(description));
  }
  // A command with subcommands, such as `eval merge`, may have options of the same names as theirs.
  if (requested !== args[0] || program.commands.some(({ commands }) => commands.length > 0))
    program.enablePositionalOptions();
  await program.parseAsync(args, { from: 'user' });
}

function addTo(program: Command, command: Command): void {
  const name = `skillwright ${command.name()}`;
  command.showHelpAfterError(seeHelp(name)).exitOverride();
  for (const one of command.commands) one.showHelpAfterError(seeHelp(`${name} ${one.name()}`)).exitOverride();
  program.addCommand(command);
}

/** Returns a command and what follows its name, as in the list of commands. */
const termOf = (command: Command): string =>
  `${command.name()} ${own(COMMANDS, command.name())?.usage ?? command.usage()}`.trim();

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

import { Command, Option } from 'commander';
import { CLIENT_RUN_IDS } from '../../clients/client-run-ids.ts';
import { THRESHOLD_NAMES } from '../../guards/settings.ts';
import { PROVIDERS } from '../../models/providers/providers.ts';
import { DEFAULT_RUNS } from '../default-runs.ts';
import { exitHelp } from '../exit-codes.ts';
import { parseThreshold } from '../numbers.ts';
import type { RunFlags } from '../run.ts';
import { addRunOptions } from '../run-options.ts';
import { OTLP_HELP } from './otlp-help.ts';

/** Creates `skillwright run`, which runs an agent in the terminal. Its output and exit codes are a contract. */
export function runCommand(): Command {
  const command = new Command('run').argument('<prompt>', "the user's request");
  addSubjectOptions(command);
  addRunOptions(command, 'model');
  addRunOptions(command, 'limits');
  addRunOptions(command, 'guards');
  return command
    .option('--allow-loops [tool...]', 'tools that may repeat and fail any number of times; without a name: all')
    .addOption(
      new Option(
        '--guard-threshold <name=n>',
        `the count at which a guard acts: ${THRESHOLD_NAMES.join(', ')}`,
      ).argParser(parseThreshold),
    )
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--continue <run>', 'continue the conversation of an earlier run, with its skills and model')
    .option('--otlp <url>', OTLP_HELP)
    .option('--yes', 'approve confirmations and scripts')
    .option('--json', "print the run's events, one JSON object per line")
    .addHelpText('after', exitHelp())
    .action(async (prompt: string, flags: RunFlags) => {
      const { run } = await import('../run.ts');
      process.exitCode = await run(prompt, flags);
    });
}

/** Adds the options that say what runs, and where. */
function addSubjectOptions(command: Command): void {
  command
    .option('--skills <dir...>', "skill folders, or folders that contain skills (default: the agent's)")
    .option(
      '--agent <file|name>',
      'an *.agent.md file, or the name of an agent in .github/agents or .skillwright.json; starts its modules and MCP servers',
    )
    .option(
      '--model <provider/id>',
      `simulated/weak, simulated/stubborn, simulated/heeding, seeded/N, ${PROVIDERS.map(({ id }) => `${id}/ID`).join(', ')} (default: the agent's, or simulated/weak)`,
    )
    .addOption(
      new Option('--client <id>', 'run as this client: its tools, its list of skills, its working directory').choices(
        CLIENT_RUN_IDS,
      ),
    )
    .option('--workspace <dir>', "the folder that a client's run copies as its workspace; never written")
    .addOption(
      new Option(
        '--install <place>',
        "where the client finds the skills: the user's folder or the workspace's (default: user)",
      ).choices(['user', 'project']),
    )
    .option('--with <dir...>', 'further skills that the client has installed')
    .option('--base-url <url>', "endpoint of the model (default: the provider's own)")
    .option(
      '--api-key-env <name>',
      `environment variable that holds the API key (default: ${PROVIDERS.flatMap(({ keyVariables: [name] }) => name ?? []).join(', ')}, each only for its provider's own address)`,
    );
}

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { defined, own } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run.ts';
import { THRESHOLD_NAMES } from '../guards/settings.ts';
import { isRunId } from '../journal/run-id.ts';
import { PROVIDERS } from '../models/providers/providers.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { type RunOptions, runOptionsIn } from '../protocol/run-options.ts';
import { continuationProblem, inheritFrom } from '../run/continuation.ts';
import { prepareRun, type RunRequest } from '../run/prepare.ts';
import { lastStart } from '../run/prepare-resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { exitHelp } from './exit-codes.ts';
import { parseThreshold } from './numbers.ts';
import { Output } from './output.ts';
import { DEFAULT_RUNS, isInteractive, OTLP_HELP, play } from './play-run.ts';
import { addRunOptions } from './run-options.ts';
import { unsetVariableMessage } from './unset-variable.ts';

/** The options as commander names and parses them. */
interface RunFlags extends RunOptions {
  readonly skills?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly client?: string;
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  readonly with?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  /** True for all tools. */
  readonly allowLoops?: readonly string[] | true;
  readonly guardThreshold?: Partial<GuardThresholds>;
  readonly runs: string;
  readonly continue?: string;
  readonly otlp?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Creates `skillwright run`, which runs an agent in the terminal. Its output and exit codes are a contract. */
export function runCommand(): Command {
  const command = new Command('run')
    .description('Runs an agent on skills, with guards, and records a journal.')
    .argument('<prompt>', "the user's request");
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

async function run(prompt: string, flags: RunFlags): Promise<number> {
  const json = flags.json === true;
  return play(
    await specOf(prompt, flags, isInteractive(json)),
    { json, yes: flags.yes === true, resumeOptions: flags },
    new Output('run'),
  );
}

/** Converts the options to a run, or returns the problem with them. */
async function specOf(prompt: string, flags: RunFlags, paced: boolean): Promise<RunSpec | string> {
  if (prompt.trim() === '') return 'Write a prompt: it is empty.';
  // An unset variable in a shell command would otherwise select the working directory.
  if (flags.skills?.includes('') === true) return 'Name a folder for --skills: it is empty.';
  if (flags.runs === '') return 'Name a folder for --runs: it is empty.';
  const { apiKeyEnv, workspace, continue: continues } = flags;
  if (continues !== undefined && !isRunId(continues)) return `Not a run id: ${continues}`;
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const runs = resolve(flags.runs);
  // A missing or damaged journal is reported when it is opened.
  const last = continues === undefined ? undefined : lastStart(runs, continues);
  const before = typeof last === 'string' ? undefined : last;
  const { skills = [], agent, model, baseUrl } = flags;
  const inherited =
    continues === undefined || before === undefined
      ? { skills, agent, model, baseUrl }
      : inheritFrom({ runs, run: continues }, before, { skills, agent, model, baseUrl });
  if (typeof inherited === 'string') return inherited;
  const spec = await prepareRun({
    ...defined<Omit<RunRequest, 'prompt' | 'folder' | 'runs' | 'trusted' | 'paced'>>({
      ...inherited,
      with: flags.with,
      client: flags.client,
      workspace: workspace === undefined ? undefined : resolve(workspace),
      install: flags.install,
      apiKey: apiKey || undefined,
      guardSettings: guardSettingsOf(flags),
    }),
    ...runOptionsIn(flags),
    prompt,
    folder: process.cwd(),
    environment: process.env,
    runs,
    trusted: true,
    paced,
  });
  if ('refused' in spec) return spec.refused;
  if (continues === undefined) return spec;
  const problem = before === undefined ? undefined : continuationProblem(before, spec);
  return problem ?? { ...spec, continues };
}

/** Returns the guard settings that override those of the agent's file; undefined if no option is given. */
function guardSettingsOf({ allowLoops, guardThreshold: thresholds }: RunFlags): GuardSettings | undefined {
  if (allowLoops === undefined && thresholds === undefined) return undefined;
  const exempt = allowLoops === true ? undefined : allowLoops;
  return defined({ loops: allowLoops === true ? false : undefined, exempt, thresholds });
}

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { own } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run.ts';
import { THRESHOLD_NAMES } from '../guards/settings.ts';
import { isRunId } from '../journal/run-id.ts';
import { MAX_IDLE_S } from '../loop/limits.ts';
import { PROVIDERS } from '../models/providers.ts';
import { REASONING_LEVELS, type ReasoningLevel } from '../models/reasoning.ts';
import type { GuardPreset } from '../protocol/events.ts';
import { GUARD_PRESETS } from '../protocol/guard-presets.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { continuationProblem, inheritFrom } from '../run/continuation.ts';
import { prepareRun } from '../run/prepare.ts';
import { lastStart } from '../run/prepare-resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { MAX_SCRIPT_SECONDS } from '../scripts/local-executor.ts';
import { exitHelp } from './exit-codes.ts';
import { parseAmount, parseMaxCalls, parseSeconds, parseThreshold } from './numbers.ts';
import { Output } from './output.ts';
import { DEFAULT_RUNS, isInteractive, OTLP_HELP, play } from './play-run.ts';
import { unsetVariableMessage } from './unset-variable.ts';

interface RunOptions {
  readonly skills?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly client?: string;
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  readonly with?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly maxLlmCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly reasoning?: ReasoningLevel;
  readonly modelTimeout?: number;
  readonly scriptTimeout?: number;
  readonly requireSandbox?: boolean;
  readonly guards?: GuardPreset;
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
  return new Command('run')
    .description('Runs an agent on skills, with guards, and records a journal.')
    .argument('<prompt>', "the user's request")
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
    )
    .addOption(
      new Option('--reasoning <level>', "how long the model thinks (default: the provider's)").choices([
        ...REASONING_LEVELS,
      ]),
    )
    .addOption(
      new Option(
        '--max-llm-calls <n>',
        "maximum number of model calls; 0: no limit (default: the agent's, or 500)",
      ).argParser(parseMaxCalls),
    )
    .addOption(
      new Option(
        '--max-tokens <n>',
        "maximum number of tokens, input and output; 0: no limit (default: the agent's, or none)",
      ).argParser(parseMaxCalls),
    )
    .addOption(
      new Option(
        '--max-cost <dollars>',
        "maximum cost in US dollars; 0: no limit (default: the agent's, or none)",
      ).argParser(parseAmount),
    )
    .addOption(
      new Option(
        '--model-timeout <seconds>',
        'time without output after which a model call fails (default: 120)',
      ).argParser(parseSeconds(MAX_IDLE_S)),
    )
    .addOption(
      new Option('--script-timeout <seconds>', 'maximum time of a script (default: 300)').argParser(
        parseSeconds(MAX_SCRIPT_SECONDS),
      ),
    )
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox')
    .addOption(
      new Option('--guards <preset>', "guards against runaway loops (default: the agent's, or default)").choices([
        ...GUARD_PRESETS,
      ]),
    )
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
    .action(async (prompt: string, options: RunOptions) => {
      process.exitCode = await run(prompt, options);
    });
}

async function run(prompt: string, options: RunOptions): Promise<number> {
  const json = options.json === true;
  return play(
    await specOf(prompt, options, isInteractive(json)),
    { json, yes: options.yes === true, resumeOptions: options },
    new Output('run'),
  );
}

/** Converts the options to a run, or returns the problem with them. */
async function specOf(prompt: string, options: RunOptions, paced: boolean): Promise<RunSpec | string> {
  if (prompt.trim() === '') return 'Write a prompt: it is empty.';
  // An unset variable in a shell command would otherwise select the working directory.
  if (options.skills?.includes('') === true) return 'Name a folder for --skills: it is empty.';
  if (options.runs === '') return 'Name a folder for --runs: it is empty.';
  const { apiKeyEnv, guards, maxLlmCalls, continue: continues } = options;
  if (continues !== undefined && !isRunId(continues)) return `Not a run id: ${continues}`;
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const runs = resolve(options.runs);
  // A missing or damaged journal is reported when it is opened.
  const last = continues === undefined ? undefined : lastStart(runs, continues);
  const before = typeof last === 'string' ? undefined : last;
  const named = explicitOptions(options);
  const inherited =
    continues === undefined || before === undefined ? named : inheritFrom({ runs, run: continues }, before, named);
  if (typeof inherited === 'string') return inherited;
  const spec = await prepareRun({
    prompt,
    ...inherited,
    ...(options.with === undefined ? {} : { with: options.with }),
    ...(options.client === undefined ? {} : { client: options.client }),
    ...(options.workspace === undefined ? {} : { workspace: resolve(options.workspace) }),
    ...(options.install === undefined ? {} : { install: options.install }),
    folder: process.cwd(),
    ...(apiKey ? { apiKey } : {}),
    ...(guards === undefined ? {} : { guards }),
    ...guardSettingsOf(options),
    ...(maxLlmCalls === undefined ? {} : { maxLlmCalls }),
    ...limitsOf(options),
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

/** Returns the options that a further prompt otherwise inherits from its run. */
function explicitOptions({ skills = [], agent, model, baseUrl }: RunOptions) {
  return {
    skills,
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

function limitsOf({ maxTokens, maxCost, reasoning, modelTimeout, scriptTimeout, requireSandbox }: RunOptions) {
  return {
    ...(requireSandbox === undefined ? {} : { requireSandbox }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(modelTimeout === undefined ? {} : { modelTimeout }),
    ...(scriptTimeout === undefined ? {} : { scriptTimeout }),
  };
}

/** Returns the guard settings that override those of the agent's file; none if no option is given. */
function guardSettingsOf({ allowLoops, guardThreshold: thresholds }: RunOptions): { guardSettings?: GuardSettings } {
  if (allowLoops === undefined && thresholds === undefined) return {};
  const loops = allowLoops === true ? { loops: false } : allowLoops === undefined ? {} : { exempt: allowLoops };
  return { guardSettings: { ...loops, ...(thresholds === undefined ? {} : { thresholds }) } };
}

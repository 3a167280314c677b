import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { THRESHOLD_NAMES } from '../guards/settings.ts';
import { isRunId } from '../journal/run-id.ts';
import { MAX_IDLE_S } from '../loop/limits.ts';
import { PROVIDERS } from '../models/providers.ts';
import { REASONING_LEVELS, type ReasoningLevel } from '../models/reasoning.ts';
import type { GuardSettings, GuardThresholds } from '../protocol/guards.ts';
import { prepareRun } from '../run/prepare.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { MAX_SCRIPT_SECONDS } from '../scripts/local-executor.ts';
import { exitHelp } from './exit-codes.ts';
import { notSet } from './not-set.ts';
import { parseAmount, parseMaxCalls, parseSeconds, parseThreshold } from './numbers.ts';
import { Output } from './output.ts';
import { isInteractive, play } from './play.ts';

interface RunOptions {
  readonly skills?: readonly string[];
  readonly agent?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly maxLlmCalls?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly reasoning?: ReasoningLevel;
  readonly modelTimeout?: number;
  readonly scriptTimeout?: number;
  readonly requireSandbox?: boolean;
  readonly guards?: 'default' | 'adk' | 'off';
  /** True: all tools. */
  readonly allowLoops?: readonly string[] | true;
  readonly guardThreshold?: Partial<GuardThresholds>;
  readonly runs: string;
  readonly continue?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `skillwright run`: an agent run at the terminal. Sets the process's exit code; what it prints is a contract. */
export function runCommand(): Command {
  return new Command('run')
    .description('Runs an agent on skills, with guards, and keeps its journal.')
    .argument('<prompt>', 'what the user asks for')
    .option('--skills <dir...>', "skill folders, or folders that hold skills; else the agent's")
    .option(
      '--agent <file|name>',
      'an *.agent.md file, or a name: of .github/agents or .skillwright.json. Its modules of tools and MCP servers are started',
    )
    .option(
      '--model <provider/id>',
      `simulated/weak, simulated/stubborn, simulated/heeding, seeded/N, ${PROVIDERS.map(({ id }) => `${id}/ID`).join(', ')} (default: the agent's, else simulated/weak)`,
    )
    .option('--base-url <url>', "endpoint of the model, where it is not the provider's own")
    .option(
      '--api-key-env <name>',
      `environment variable that holds the API key; without it only ${PROVIDERS.flatMap(({ keyVariables: [name] }) => name ?? []).join(', ')}, each for its provider's own address`,
    )
    .addOption(
      new Option('--reasoning <level>', 'how much the model is to think (default: as its provider has it)').choices([
        ...REASONING_LEVELS,
      ]),
    )
    .addOption(
      new Option(
        '--max-llm-calls <n>',
        "model calls before the run is ended; 0: no limit (default: the agent's, else 500)",
      ).argParser(parseMaxCalls),
    )
    .addOption(
      new Option(
        '--max-tokens <n>',
        "tokens, in and out, before the run is ended; 0: no limit (default: the agent's, else none)",
      ).argParser(parseMaxCalls),
    )
    .addOption(
      new Option(
        '--max-cost <dollars>',
        "US dollars before the run is ended; 0: no limit (default: the agent's, else none)",
      ).argParser(parseAmount),
    )
    .addOption(
      new Option(
        '--model-timeout <seconds>',
        'how long the model may say nothing before the call is given up (default: 120)',
      ).argParser(parseSeconds(MAX_IDLE_S)),
    )
    .addOption(
      new Option('--script-timeout <seconds>', 'how long a script may run (default: 300)').argParser(
        parseSeconds(MAX_SCRIPT_SECONDS),
      ),
    )
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox')
    .addOption(
      new Option('--guards <preset>', "guards against runaway loops (default: the agent's, else default)").choices([
        'default',
        'adk',
        'off',
      ]),
    )
    .option('--allow-loops [tool...]', 'tools that may repeat themselves and fail again and again; without a name: all')
    .addOption(
      new Option(
        '--guard-threshold <name=n>',
        `the count at which a guard acts: ${THRESHOLD_NAMES.join(', ')}`,
      ).argParser(parseThreshold),
    )
    .option('--runs <dir>', 'folder of runs', '.skillwright/runs')
    .option('--continue <run>', "go on with an earlier run's conversation")
    .option('--yes', 'approve confirmations and scripts')
    .option('--json', "print the run's events, one JSON object a line")
    .addHelpText('after', exitHelp())
    .action(async (prompt: string, options: RunOptions) => {
      process.exitCode = await run(prompt, options);
    });
}

async function run(prompt: string, options: RunOptions): Promise<number> {
  const json = options.json === true;
  return play(
    await specOf(prompt, options, isInteractive(json)),
    { json, yes: options.yes === true },
    new Output('run'),
  );
}

/** What the options come to, or what is wrong with them. */
async function specOf(prompt: string, options: RunOptions, paced: boolean): Promise<RunSpec | string> {
  if (prompt.trim() === '') return 'The prompt is empty.';
  // A variable that is not set: it would stand for the working folder.
  if (options.skills?.includes('') === true) return 'A folder of --skills is empty.';
  if (options.runs === '') return 'The folder of --runs is empty.';
  const { agent, model, baseUrl, apiKeyEnv, guards, maxLlmCalls, continue: continues } = options;
  if (continues !== undefined && !isRunId(continues)) return `Not the id of a run: ${continues}`;
  const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv]?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return notSet(apiKeyEnv, '--api-key-env');
  const spec = await prepareRun({
    prompt,
    skills: options.skills ?? [],
    ...(agent === undefined ? {} : { agent }),
    folder: process.cwd(),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey ? { apiKey } : {}),
    ...(guards === undefined ? {} : { guards }),
    ...guardSettingsOf(options),
    ...(maxLlmCalls === undefined ? {} : { maxLlmCalls }),
    ...limitsOf(options),
    environment: process.env,
    runs: resolve(options.runs),
    trusted: true,
    paced,
  });
  if ('refused' in spec) return spec.refused;
  return continues === undefined ? spec : { ...spec, continues };
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

/** What is set of the guards, instead of what the agent's file sets; nothing where no option does. */
function guardSettingsOf({ allowLoops, guardThreshold: thresholds }: RunOptions): { guardSettings?: GuardSettings } {
  if (allowLoops === undefined && thresholds === undefined) return {};
  const loops = allowLoops === true ? { loops: false } : allowLoops === undefined ? {} : { exempt: allowLoops };
  return { guardSettings: { ...loops, ...(thresholds === undefined ? {} : { thresholds }) } };
}

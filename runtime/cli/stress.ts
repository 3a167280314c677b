import { relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run.ts';
import { HIGHEST_LLM_CALLS, MAX_LLM_CALLS } from '../loop/model-call/limits.ts';
import type { GuardPreset } from '../protocol/events.ts';
import { GUARD_PRESETS } from '../protocol/guard-presets.ts';
import type { StressedSkill, StressMatrix, StressReport } from '../protocol/stress.ts';
import type { StressClient } from '../stress/client-copy.ts';
import { stressPage } from '../stress/page.ts';
import { readPrompts } from '../stress/read-prompts.ts';
import { findSkillsIn, stressReport } from '../stress/report.ts';
import { STRESS_MODELS, STRESS_SEEDS, STRESS_SEEDS_PER_CLIENT } from '../stress/stress.ts';
import { formatCount } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { EXIT_CODES, INVALID_USAGE } from './exit-codes.ts';
import { Output } from './output.ts';
import { oneLine } from './plain-text.ts';
import { prettyReport } from './pretty-report.ts';
import { statsOf } from './stats-of.ts';
import { terminalColors } from './terminal-colors.ts';

interface StressCommandOptions {
  readonly prompt?: readonly string[];
  readonly prompts?: string;
  readonly seeds?: number;
  readonly model: readonly string[];
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  readonly maxWasted: number;
  readonly format: 'pretty' | 'json' | 'html';
  readonly runs?: string;
  readonly client?: readonly string[];
  readonly workspace?: string;
  readonly install?: 'user' | 'project';
  readonly with?: readonly string[];
}

/** The value of `--client` for every client. */
const ALL = 'all';

/** Exit code if a run wasted more calls than allowed. */
const WASTED_CALLS = 1;

/**
 * Creates `skillwright stress`, which runs simulated models on a skill many times. Its exit codes and JSON are a
 * contract.
 */
export function stressCommand(): Command {
  return new Command('stress')
    .description('Runs simulated models on skills many times and reports which words of SKILL.md waste calls.')
    .argument('<skill...>', 'skill folders, or folders that contain skills; each skill is tested separately')
    .option('--prompt <text...>', "the user's requests (default: derived from name, description and headings)")
    .option('--prompts <file>', 'a file with one prompt per line')
    .addOption(
      new Option(
        '--seeds <n>',
        `number of runs per model and prompt (default: ${STRESS_SEEDS}; ${STRESS_SEEDS_PER_CLIENT} with several clients)`,
      ).argParser(parseCount(1, 10_000)),
    )
    .option('--model <name...>', 'simulated models: simulated/weak, simulated/stubborn, …', [...STRESS_MODELS])
    .addOption(
      new Option(
        '--client <id...>',
        'test as these clients: their tools, list of skills and working directory; all: every client (default: adk)',
      ).choices([...CLIENT_RUN_IDS, ALL]),
    )
    .option('--workspace <dir>', 'the folder that clients have as their workspace; copied, never written')
    .addOption(
      new Option(
        '--install <place>',
        "where clients find the skill: the user's folder or the workspace's (default: user)",
      ).choices(['user', 'project']),
    )
    .option('--with <dir...>', 'further skills that the clients have installed')
    .addOption(
      new Option('--guards <preset>', 'guards against runaway loops').choices([...GUARD_PRESETS]).default('default'),
    )
    .addOption(
      new Option('--max-llm-calls <n>', 'maximum number of model calls per run')
        .argParser(parseCount(1, HIGHEST_LLM_CALLS - 1))
        .default(MAX_LLM_CALLS),
    )
    .addOption(
      new Option('--max-wasted <n>', 'wasted calls allowed per run; exits with 1 if a run wastes more')
        .argParser(parseCount(0, Number.MAX_SAFE_INTEGER))
        .default(0),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['pretty', 'json', 'html']).default('pretty'))
    .option('--runs <dir>', 'store the journals of all runs in this folder (default: none is stored)')
    .addHelpText(
      'after',
      '\nNo language model is called, and no script runs.\nExit codes: 0 no run wasted more than --max-wasted, 1 one did, 2 invalid usage, 130 stopped (with a partial report).',
    )
    .action(async (skills: readonly string[], options: StressCommandOptions) => {
      process.exitCode = await stress(skills, options, new Output('stress'));
    });
}

async function stress(folders: readonly string[], options: StressCommandOptions, output: Output): Promise<number> {
  const fail = (message: string): number => {
    output.error(message);
    return INVALID_USAGE;
  };
  const read = options.prompts === undefined ? [] : readPrompts(resolve(options.prompts));
  if (typeof read === 'string') return fail(read);
  const prompts = [...new Set([...(options.prompt ?? []), ...read])];
  if (prompts.some((prompt) => prompt.trim() === '')) return fail('Remove the empty prompt.');
  const found = findSkillsIn(folders.map((folder) => resolve(folder)));
  if (found.kind === 'failed') return fail(found.message);
  const clients = clientsOf(options);
  if (clients === undefined && (options.workspace ?? options.install ?? options.with) !== undefined)
    return fail('Add --client: --workspace, --install and --with apply to clients only.');
  if (options.guards === 'client' && clients === undefined)
    return fail("Add --client: the preset 'client' uses that client's own limits.");
  const installation = installationOf(options);
  if (typeof installation === 'string') return fail(installation);
  const { controller, release } = cancelOnSignals(output);
  const defaultSeeds = (clients?.length ?? 1) > 1 ? STRESS_SEEDS_PER_CLIENT : STRESS_SEEDS;
  const { model: models, seeds = defaultSeeds, guards, maxLlmCalls, runs, format } = options;
  const report = await stressReport(
    defined({
      skills: found.skills,
      prompts,
      models: [...new Set(models)],
      seeds,
      guards,
      maxLlmCalls,
      runs: runs === undefined ? undefined : resolve(runs),
      clients,
      installation: clients === undefined ? undefined : installation,
      signal: controller.signal,
      onProgress: process.stderr.isTTY === true ? progress() : undefined,
    }),
    found.notes,
  );
  if ('kind' in report) return fail(report.message);
  output.line(formatReport(report, format));
  await output.flushed();
  release();
  if (!report.complete) return EXIT_CODES.cancelled;
  return report.skills.some(({ mostWasted }) => mostWasted > options.maxWasted) ? WASTED_CALLS : 0;
}

function clientsOf({ client }: StressCommandOptions): readonly string[] | undefined {
  return client?.includes(ALL) === true ? CLIENT_RUN_IDS : client && [...new Set(client)];
}

/** Returns the installation in clients, or an error message. */
function installationOf({
  workspace,
  install,
  with: folders = [],
}: StressCommandOptions): Omit<StressClient, 'id'> | string {
  if (workspace !== undefined && statsOf(workspace)?.isDirectory() !== true)
    return `The folder ${workspace} does not exist.`;
  const others = folders.length === 0 ? undefined : findSkillsIn(folders.map((folder) => resolve(folder)));
  if (others?.kind === 'failed') return others.message;
  return defined({
    workspace: workspace === undefined ? undefined : resolve(workspace),
    install,
    with: others?.skills,
  });
}

function formatReport(report: StressReport, format: StressCommandOptions['format']): string {
  const here = `${process.cwd().replaceAll('\\', '/')}/`;
  const notes = report.notes.map((note) => note.replaceAll(here, ''));
  const { matrices } = report;
  const byClient = matrices === undefined ? {} : { matrices: matrices.map(withRelativeRows) };
  const shown = { ...report, skills: report.skills.map(withRelativePaths), ...byClient, notes };
  if (format === 'html') return stressPage(shown);
  if (format === 'json') return JSON.stringify(shown);
  return prettyReport(shown, terminalColors()).trimEnd();
}

/** Returns a skill with file names relative to the working directory, like those of `check`. */
function withRelativePaths(skill: StressedSkill): StressedSkill {
  return {
    ...skill,
    file: relativeToCwd(skill.file),
    causes: skill.causes.map((cause) => ({ ...cause, file: relativeToCwd(cause.file) })),
  };
}

function withRelativeRows(matrix: StressMatrix): StressMatrix {
  const words = matrix.words.map((one) => ({ ...one, file: relativeToCwd(one.file) }));
  return { ...matrix, file: relativeToCwd(matrix.file), words };
}

const relativeToCwd = (file: string): string => relative(process.cwd(), file).replaceAll('\\', '/');

/** Creates a progress line that is overwritten in place, at most ten times a second. */
function progress(): (skill: { readonly name: string }, done: number, planned: number) => void {
  let last = 0;
  return ({ name }, done, planned) => {
    const now = performance.now();
    if (now - last < 100 && done < planned) return;
    last = now;
    process.stderr.write(
      done < planned ? `\r${oneLine(name)}: ${done} of ${formatCount(planned, 'run')}\u001b[K` : '\r\u001b[K',
    );
  };
}

function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min}${max > 1e9 ? '' : ` to ${max}`}.`);
    return value;
  };
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { CLIENT_RUN_IDS } from '../../clients/client-run-ids.ts';
import { HIGHEST_LLM_CALLS, MAX_LLM_CALLS } from '../../loop/model-call/limits.ts';
import { GUARD_PRESETS } from '../../protocol/guard-presets.ts';
import {
  ALL_CLIENTS,
  OBSERVED_MODEL,
  STRESS_MODELS,
  STRESS_SEEDS,
  STRESS_SEEDS_PER_CLIENT,
} from '../../stress/defaults.ts';
import { Output } from '../output.ts';
import type { StressCommandOptions } from '../stress.ts';

/**
 * Creates `skillwright stress`, which runs simulated models on a skill many times. Its exit codes and JSON are a
 * contract.
 */
export function stressCommand(): Command {
  return new Command('stress')
    .argument('<skill...>', 'skill folders, or folders that contain skills; each skill is tested separately')
    .option('--prompt <text...>', "the user's requests (default: derived from name, description and headings)")
    .option('--prompts <file>', 'a file with one prompt per line')
    .addOption(
      new Option(
        '--seeds <n>',
        `number of runs per model and prompt (default: ${STRESS_SEEDS}; ${STRESS_SEEDS_PER_CLIENT} with several clients)`,
      ).argParser(parseCount(1, 10_000)),
    )
    .option(
      '--model <name...>',
      `simulated models: simulated/weak, simulated/stubborn, … (default: ${STRESS_MODELS.join(', ')}; in clients also ${OBSERVED_MODEL})`,
    )
    .addOption(
      new Option(
        '--client <id...>',
        'test as these clients: their tools, list of skills and working directory; all: every client (default: adk)',
      ).choices([...CLIENT_RUN_IDS, ALL_CLIENTS]),
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
      const { stress } = await import('../stress.ts');
      process.exitCode = await stress(skills, options, new Output('stress'));
    });
}

function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min}${max > 1e9 ? '' : ` to ${max}`}.`);
    return value;
  };
}

import { relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { HIGHEST_LLM_CALLS, MAX_LLM_CALLS } from '../loop/limits.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { StressedSkill, StressReport } from '../protocol/stress.ts';
import { stressPage } from '../stress/page.ts';
import { readPrompts } from '../stress/prompts.ts';
import { skillsIn, stressReport } from '../stress/report.ts';
import { STRESS_MODELS, STRESS_SEEDS } from '../stress/stress.ts';
import { untilCancelled } from './cancelled.ts';
import { EXIT_CODES, WRONG_USE } from './exit-codes.ts';
import { Output } from './output.ts';
import { oneLine } from './plain.ts';
import { prettyReport } from './stress-pretty.ts';

interface StressCommandOptions {
  readonly prompt?: readonly string[];
  readonly prompts?: string;
  readonly seeds: number;
  readonly model: readonly string[];
  readonly guards: GuardPreset;
  readonly maxLlmCalls: number;
  readonly maxWasted: number;
  readonly format: 'pretty' | 'json' | 'html';
  readonly runs?: string;
}

/** A run wasted more than is allowed. */
const WASTED = 1;

/** `skillwright stress`: simulated models on a skill, many times. Its exit codes and its JSON are a contract. */
export function stressCommand(): Command {
  return new Command('stress')
    .description('Runs simulated models on skills, many times, and says which words of SKILL.md waste how many calls.')
    .argument('<skill...>', 'skill folders, or folders that hold skills; each is tested alone')
    .option('--prompt <text...>', 'what the user asks for (default: made from name, description and headings)')
    .option('--prompts <file>', 'a file of prompts, one a line')
    .addOption(
      new Option('--seeds <n>', 'runs of each model with each prompt')
        .argParser(parseCount(1, 10_000))
        .default(STRESS_SEEDS),
    )
    .option('--model <name...>', 'simulated models: simulated/weak, simulated/stubborn, …', [...STRESS_MODELS])
    .addOption(
      new Option('--guards <preset>', 'guards against runaway loops')
        .choices(['default', 'adk', 'off'])
        .default('default'),
    )
    .addOption(
      new Option('--max-llm-calls <n>', 'model calls before a run is ended')
        .argParser(parseCount(1, HIGHEST_LLM_CALLS - 1))
        .default(MAX_LLM_CALLS),
    )
    .addOption(
      new Option('--max-wasted <n>', 'calls that a run may waste; where one wastes more, it exits with 1')
        .argParser(parseCount(0, Number.MAX_SAFE_INTEGER))
        .default(0),
    )
    .addOption(new Option('--format <format>', 'what to print').choices(['pretty', 'json', 'html']).default('pretty'))
    .option('--runs <dir>', 'keep the journals of all runs in this folder (default: none is kept)')
    .addHelpText(
      'after',
      '\nNo language model is asked, and no script runs.\nExit: 0 no run wasted more than --max-wasted, 1 one did, 2 wrong use, 130 stopped (the report is of what was done).',
    )
    .action(async (skills: readonly string[], options: StressCommandOptions) => {
      process.exitCode = await stress(skills, options, new Output('stress'));
    });
}

async function stress(folders: readonly string[], options: StressCommandOptions, output: Output): Promise<number> {
  const wrong = (message: string): number => {
    output.error(message);
    return WRONG_USE;
  };
  const read = options.prompts === undefined ? [] : readPrompts(resolve(options.prompts));
  if (typeof read === 'string') return wrong(read);
  const prompts = [...new Set([...(options.prompt ?? []), ...read])];
  if (prompts.some((prompt) => prompt.trim() === '')) return wrong('A prompt is empty.');
  const found = skillsIn(folders.map((folder) => resolve(folder)));
  if (found.kind === 'failed') return wrong(found.message);
  const { controller, release } = untilCancelled(output);
  const { model: models, seeds, guards, maxLlmCalls, runs, format } = options;
  const report = await stressReport(
    {
      ...{ skills: found.skills, prompts, models: [...new Set(models)], seeds, guards, maxLlmCalls },
      ...(runs === undefined ? {} : { runs: resolve(runs) }),
      signal: controller.signal,
      ...(process.stderr.isTTY === true ? { onProgress: progress() } : {}),
    },
    found.notes,
  );
  if ('kind' in report) return wrong(report.message);
  output.line(printed(report, format));
  await output.flushed();
  release();
  if (!report.complete) return EXIT_CODES.cancelled;
  return report.skills.some(({ mostWasted }) => mostWasted > options.maxWasted) ? WASTED : 0;
}

function printed(report: StressReport, format: StressCommandOptions['format']): string {
  const here = `${process.cwd().replaceAll('\\', '/')}/`;
  const notes = report.notes.map((note) => note.replaceAll(here, ''));
  const shown = { ...report, skills: report.skills.map(fromHere), notes };
  if (format === 'html') return stressPage(shown);
  if (format === 'json') return JSON.stringify(shown);
  return prettyReport(shown, pc.createColors(pc.isColorSupported && process.stdout.isTTY === true)).trimEnd();
}

/** Files as `check` names them: from the working folder. */
function fromHere(skill: StressedSkill): StressedSkill {
  const here = (file: string): string => relative(process.cwd(), file).replaceAll('\\', '/');
  return {
    ...skill,
    file: here(skill.file),
    causes: skill.causes.map((cause) => ({ ...cause, file: here(cause.file) })),
  };
}

/** A line on the terminal that is written over, at most ten times a second. */
function progress(): (skill: { readonly name: string }, done: number, planned: number) => void {
  let last = 0;
  return ({ name }, done, planned) => {
    const now = performance.now();
    if (now - last < 100 && done < planned) return;
    last = now;
    process.stderr.write(done < planned ? `\r${oneLine(name)}: ${done} of ${planned} runs\u001b[K` : '\r\u001b[K');
  };
}

function parseCount(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least}${most > 1e9 ? '' : ` to ${most}`}.`);
    return value;
  };
}

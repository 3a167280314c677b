import { relative, resolve } from 'node:path';
import { defined } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run-ids.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { ObservedMisses, StressedSkill, StressMatrix, StressReport } from '../protocol/stress.ts';
import type { StressClient } from '../stress/client-copy.ts';
import {
  ALL_CLIENTS,
  STRESS_MODELS,
  STRESS_MODELS_IN_CLIENTS,
  STRESS_SEEDS,
  STRESS_SEEDS_PER_CLIENT,
} from '../stress/defaults.ts';
import { stressPage } from '../stress/page.ts';
import { readPrompts } from '../stress/read-prompts.ts';
import { findSkillsIn, stressReport } from '../stress/report.ts';
import { formatCount } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { EXIT_CODES, INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { oneLine } from './plain-text.ts';
import { prettyReport } from './pretty-report.ts';
import { statsOf } from './stats-of.ts';
import { terminalColors } from './terminal-colors.ts';

export interface StressCommandOptions {
  readonly prompt?: readonly string[];
  readonly prompts?: string;
  readonly seeds?: number;
  /** Absent: those of the defaults. */
  readonly model?: readonly string[];
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

/** Exit code if a run wasted more calls than allowed. */
const WASTED_CALLS = 1;

/** Runs simulated models on skills many times, and returns the exit code. */
export async function stress(
  folders: readonly string[],
  options: StressCommandOptions,
  output: Output,
): Promise<number> {
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
  const defaultModels = clients === undefined ? STRESS_MODELS : STRESS_MODELS_IN_CLIENTS;
  const { model: models = defaultModels, seeds = defaultSeeds, guards, maxLlmCalls, runs, format } = options;
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
  return client?.includes(ALL_CLIENTS) === true ? CLIENT_RUN_IDS : client && [...new Set(client)];
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
  return defined({
    ...skill,
    file: relativeToCwd(skill.file),
    causes: skill.causes.map((cause) => ({ ...cause, file: relativeToCwd(cause.file) })),
    observed: skill.observed && withRelativeWords(skill.observed),
  });
}

function withRelativeWords(observed: ObservedMisses): ObservedMisses {
  return { ...observed, words: observed.words.map((one) => ({ ...one, file: relativeToCwd(one.file) })) };
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

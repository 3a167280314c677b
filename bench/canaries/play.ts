/** Runs scenarios with planted secrets, and searches for them in everything that was written. */
import { canary, chanceOf, FORM_NAMES } from './forms.ts';
import { formOf } from './parts.ts';
import { SCENARIOS } from './scenarios.ts';
import { filesBelow, type Leak, leaks } from './search.ts';
import { newWorld, type World } from './world.ts';

export interface Outcome {
  readonly scenario: string;
  readonly form: string;
  readonly seed: number;
  readonly secret: string;
  readonly leaks: readonly Leak[];
  /** Expected events that did not happen. */
  readonly problems: readonly string[];
}

/** Milliseconds for one run, after which it counts as hanging. */
const LIMIT = 90_000;

const NAMES = Object.keys(SCENARIOS);

/** Number of runs until every scenario was played once. */
export const SCENARIO_COUNT = NAMES.length;

/** Performs the run of a seed: scenarios in turn, with forms and kinds of secrets shifted so that all pairs occur. */
export async function play(dist: string, seed: number): Promise<Outcome> {
  const round = Math.floor(seed / NAMES.length);
  const scenario = NAMES[seed % NAMES.length] ?? '';
  const form = FORM_NAMES[(seed + round) % FORM_NAMES.length] ?? '';
  const chance = chanceOf(seed * 7919 + 1);
  const secret = canary(chance, (seed + Math.floor(round / 4)) % 4);
  const world = newWorld(dist);
  try {
    const scene = { world, secret, form: formOf(form, secret, chance), chance };
    const late = new Promise<readonly string[]>((resolve) => setTimeout(() => resolve(['it hangs']), LIMIT).unref());
    const problems = (await Promise.race([SCENARIOS[scenario]?.(scene), late])) ?? [];
    const failed = await exportRuns(world);
    return {
      scenario,
      form,
      seed,
      secret,
      problems: [...problems, ...failed],
      leaks: leaks(world.folder, world.planted, world.outputs, [secret]),
    };
  } finally {
    world.remove();
  }
}

/**
 * Exports all runs of a world, without the secrets in the environment. The output is searched as well.
 * @returns the problems of exports that failed
 */
async function exportRuns(world: World): Promise<readonly string[]> {
  const journals = filesBelow(world.folder, world.planted).filter((path) => path.endsWith('journal.jsonl'));
  const problems: string[] = [];
  for (const journal of journals) {
    const { code, stdout, stderr } = await world.cli(['export', journal, '--format', 'otlp']);
    if (code !== 0 || !stdout.includes('"resourceSpans"')) problems.push(`The export failed: ${stderr}`);
  }
  return problems;
}

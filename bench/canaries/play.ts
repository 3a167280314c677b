/** Plays runs with secrets planted, and looks for these in everything that was written. */
import { canary, chanceOf, FORM_NAMES } from './forms.ts';
import { formOf } from './parts.ts';
import { SCENARIOS } from './scenarios.ts';
import { type Leak, leaks } from './search.ts';
import { newWorld } from './world.ts';

export interface Outcome {
  readonly scenario: string;
  readonly form: string;
  readonly seed: number;
  readonly secret: string;
  readonly leaks: readonly Leak[];
  /** What did not happen that should have. */
  readonly problems: readonly string[];
}

/** Milliseconds for one run: then something hangs. */
const LIMIT = 90_000;

const NAMES = Object.keys(SCENARIOS);

/** How many runs it takes until every scenario was played once. */
export const SCENARIO_COUNT = NAMES.length;

/** The run of this number: scenarios in turn, forms and kinds of secrets shifted against them, so that all pairs come. */
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
    return {
      scenario,
      form,
      seed,
      secret,
      problems,
      leaks: leaks(world.folder, world.planted, world.outputs, [secret]),
    };
  } finally {
    world.remove();
  }
}

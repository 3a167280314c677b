import {
  type Estimate,
  pairedDifference,
  rateOverCases,
  type Tally,
} from '../../runtime/evals/statistics/intervals.ts';
import { createChance } from '../../runtime/random.ts';

const CASES = 20;
const TRIALS = 3;
/** The steps of random numbers; more precise than any rate here. */
const STEPS = 1_000_000;

/** The estimates for one truth. */
export interface Cell {
  /** Pass rate without the skill. */
  readonly p: number;
  /** The improvement by the skill. */
  readonly d: number;
  /** True if half of the cases are easier and half are harder. */
  readonly varied: boolean;
  /** Share of the intervals that contain the truth: of the rate without the skill, with it, and of the difference. */
  readonly without: number;
  readonly with: number;
  readonly difference: number;
  /** Mean of the estimates minus the truth; the largest of the three. */
  readonly bias: number;
}

/** Repeats made-up evals for each truth. Cases are drawn again each time, because intervals are about cases in general. */
export function measureCoverage(repetitions: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (const varied of [false, true])
    for (let tenth = 1; tenth <= 9; tenth++)
      for (const d of [0, 0.1, 0.2, 0.3, 0.4])
        if (tenth / 10 + d <= 1 + 1e-9) cells.push(measureCell(tenth / 10, d, varied, repetitions));
  return cells;
}

function measureCell(p: number, d: number, varied: boolean, repetitions: number): Cell {
  const q = Math.min(1, p + d);
  const chance = createChance(Math.round(p * 10) * 100 + Math.round(d * 10) * 10 + Number(varied));
  const happens = (rate: number): number => (chance.int(STEPS) < rate * STEPS ? 1 : 0);
  // As far as both sides allow. Half of the cases are hard on both sides; the others differ independently.
  const spread = varied ? 0.8 * Math.min(p, 1 - p, q, 1 - q) : 0;
  const hits = { without: 0, with: 0, difference: 0 };
  const sums = { without: 0, with: 0, difference: 0 };
  const count = (key: keyof typeof hits, estimate: Estimate | undefined, truth: number): void => {
    if (estimate === undefined) return;
    sums[key] += estimate.value - truth;
    if (estimate.low - 1e-9 <= truth && truth <= estimate.high + 1e-9) hits[key]++;
  };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const pairs: (readonly [Tally, Tally])[] = [];
    for (let number = 0; number < CASES; number++) {
      const ease = chance.oneIn(2) ? spread : -spread;
      const own = chance.oneIn(2) ? ease : chance.oneIn(2) ? spread : -spread;
      pairs.push([tally(() => happens(q + own)), tally(() => happens(p + ease))]);
    }
    count('without', rateOverCases(pairs.map(([, without]) => without)), p);
    count('with', rateOverCases(pairs.map(([withSkill]) => withSkill)), q);
    count('difference', pairedDifference(pairs), q - p);
  }
  const share = (key: keyof typeof hits): number => hits[key] / repetitions;
  const biases = Object.values(sums).map((sum) => Math.abs(sum / repetitions));
  return {
    ...{ p, d, varied, without: share('without'), with: share('with'), difference: share('difference') },
    bias: Math.max(...biases),
  };
}

function tally(trial: () => number): Tally {
  let passed = 0;
  for (let number = 0; number < TRIALS; number++) passed += trial();
  return { passed, judged: TRIALS };
}

/** Prints the coverage. Returns true if it is as promised: 0.93 to 0.98 in the mean, at least 0.90 everywhere, bias at most 0.01. */
export function printCoverage(cells: readonly Cell[]): boolean {
  console.log(`Coverage of the 95 % intervals: ${CASES} cases, ${TRIALS} trials, ${cells.length} truths.\n`);
  const rows: [name: string, values: readonly number[]][] = [
    ['pass rate', cells.flatMap((cell) => [cell.without, cell.with])],
    ['difference', cells.map((cell) => cell.difference)],
    ['pass rate, cases vary', cells.filter(({ varied }) => varied).flatMap((cell) => [cell.without, cell.with])],
    ['difference, cases vary', cells.filter(({ varied }) => varied).map((cell) => cell.difference)],
  ];
  let isGood = true;
  for (const [name, values] of rows) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const lowest = Math.min(...values);
    isGood &&= mean >= 0.93 && mean <= 0.98 && lowest >= 0.9;
    console.log(`${name.padEnd(24)} mean ${mean.toFixed(3)}  lowest ${lowest.toFixed(3)}`);
  }
  const bias = Math.max(...cells.map((cell) => cell.bias));
  console.log(`${'largest bias'.padEnd(24)} ${bias.toFixed(4)}\n`);
  return isGood && bias <= 0.01;
}

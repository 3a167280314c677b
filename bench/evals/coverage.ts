import type { EvalResults, TrialResult } from '../../runtime/evals/results/results.ts';
import { type JudgedTrial, summarize } from '../../runtime/evals/results/summarize.ts';
import { createChance, type Random } from '../../runtime/random.ts';
import type { Estimate } from '../../runtime/statistics/intervals.ts';
import type { PooledTrigger, TrialPool } from './trial-pool.ts';

const CASES = 20;
const TRIALS = 3;

/** The estimates for one truth. */
export interface Cell {
  /** Pass rate without the skill, or rate of triggers, in tenths. */
  readonly p: number;
  /** The improvement by the skill, in tenths; absent for triggers. */
  readonly d?: number;
  /** True if half of the cases are easier and half are harder. */
  readonly isVaried: boolean;
  /** Share of the intervals that contain the truth. */
  readonly coverage: Readonly<Record<string, number>>;
  /** The largest mean of an estimate minus the truth. */
  readonly bias: number;
}

/** Counts the intervals that contain the truth, and sums the errors. */
class Counter {
  private readonly hits = new Map<string, number>();
  private readonly errors = new Map<string, number>();

  count(key: string, estimate: Estimate | undefined, truth: number): void {
    if (estimate === undefined) throw new Error(`There is no estimate of ${key}.`);
    const isHit = estimate.low - 1e-9 <= truth && truth <= estimate.high + 1e-9;
    this.hits.set(key, (this.hits.get(key) ?? 0) + (isHit ? 1 : 0));
    this.errors.set(key, (this.errors.get(key) ?? 0) + estimate.value - truth);
  }

  result(repetitions: number): Pick<Cell, 'coverage' | 'bias'> {
    const coverage = Object.fromEntries([...this.hits].map(([key, hits]) => [key, hits / repetitions]));
    return { coverage, bias: Math.max(...[...this.errors.values()].map((sum) => Math.abs(sum / repetitions))) };
  }
}

/** Draws evals of tasks from the pool for each truth. */
export function measureTasks({ tasks }: TrialPool, repetitions: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (const isVaried of [false, true])
    for (let p = 1; p <= 9; p++)
      for (let d = 0; d <= 4 && p + d <= 10; d++) {
        const q = p + d;
        // Whole tenths, as far as both sides allow.
        const spread = isVaried ? Math.min(p - 1, 10 - q) : 0;
        if (isVaried && spread === 0) continue;
        const chance = createChance(p * 100 + d * 10 + Number(isVaried));
        const sides = {
          with: new Draws(chance, (rate) => tasks.get(rate)?.with ?? []),
          without: new Draws(chance, (rate) => tasks.get(rate)?.without ?? []),
        };
        const truth = {
          with: (sides.with.rateOf(q - spread) + sides.with.rateOf(q + spread)) / 2,
          without: (sides.without.rateOf(p - spread) + sides.without.rateOf(p + spread)) / 2,
        };
        const counter = new Counter();
        for (let repetition = 0; repetition < repetitions; repetition++) {
          const drawn: JudgedTrial[] = [];
          for (const one of Object.values(sides)) one.reset();
          for (let number = 1; number <= CASES; number++) {
            // Half of the cases are as hard on both sides; the others differ independently.
            const ease = chance.oneIn(2) ? spread : -spread;
            const own = chance.oneIn(2) ? ease : chance.oneIn(2) ? spread : -spread;
            drawn.push(...asCase(sides.with.take(q + own), number), ...asCase(sides.without.take(p + ease), number));
          }
          const [group] = summarize(drawn, true).groups as readonly [EvalResults['groups'][number]];
          counter.count('with', group.with, truth.with);
          counter.count('without', group.without, truth.without);
          counter.count('difference', group.difference, truth.with - truth.without);
        }
        cells.push({ p, d, isVaried, ...counter.result(repetitions) });
      }
  return cells;
}

/** Draws evals of triggers, and counts the same trials in skill-creator's way, too. */
export function measureTriggers({ triggers }: TrialPool, repetitions: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (let p = 1; p <= 9; p++) {
    const chance = createChance(p);
    const draws = new Draws(chance, (rate) => triggers.get(rate) ?? []);
    const pool = triggers.get(p) ?? [];
    const truth = pool.filter((one) => one.truth).length / pool.length;
    const counter = new Counter();
    for (let repetition = 0; repetition < repetitions; repetition++) {
      draws.reset();
      const drawn = Array.from({ length: CASES }, (_, index) => ({ number: index + 1, trials: draws.take(p) }));
      const estimate = (verdictOf: (one: PooledTrigger) => TrialResult['verdict']): Estimate | undefined =>
        summarize(
          drawn.flatMap(({ number, trials }) =>
            asCase(
              trials.map((one) => ({ ...one.trial, verdict: verdictOf(one) })),
              number,
              'trigger',
            ),
          ),
          true,
        ).groups[0]?.with;
      counter.count(
        'triggers',
        estimate(({ trial }) => trial.verdict),
        truth,
      );
      counter.count(
        'first tool',
        estimate(({ isFirstTool }) => (isFirstTool ? 'passed' : 'failed')),
        truth,
      );
    }
    cells.push({ p, isVaried: false, ...counter.result(repetitions) });
  }
  return cells;
}

/** Returns drawn trials as those of one case. */
function asCase(
  trials: readonly TrialResult[],
  number: number,
  kind: JudgedTrial['kind'] = 'task',
): readonly JudgedTrial[] {
  return trials.map((trial, index) => ({ ...trial, case: `${number}`, number: index + 1, kind }));
}

/** Draws trials from pools without replacement, until `reset`. */
class Draws<T> {
  private readonly chance: Random;
  private readonly poolOf: (rate: number) => readonly T[];
  private readonly orders = new Map<number, { readonly order: T[]; next: number }>();

  constructor(chance: Random, poolOf: (rate: number) => readonly T[]) {
    this.chance = chance;
    this.poolOf = poolOf;
  }

  /** Returns the share of passed trials in a pool: the truth, which its trials are drawn from. */
  rateOf(this: Draws<TrialResult>, rate: number): number {
    const pool = this.poolOf(rate);
    return pool.filter(({ verdict }) => verdict === 'passed').length / pool.length;
  }

  /** Starts another eval, for which all trials can be drawn again. */
  reset(): void {
    for (const one of this.orders.values()) one.next = 0;
  }

  take(rate: number): readonly T[] {
    const state = this.orders.get(rate) ?? { order: [...this.poolOf(rate)], next: 0 };
    this.orders.set(rate, state);
    const { order } = state;
    return Array.from({ length: TRIALS }, () => {
      const at = state.next++;
      if (at >= order.length) throw new Error('The pool is too small: use --pool.');
      const other = at + this.chance.int(order.length - at);
      [order[at], order[other]] = [order[other] as T, order[at] as T];
      return order[at] as T;
    });
  }
}

/** Prints the coverage. Returns true if it is as promised: 0.93 to 0.98 in the mean, at least 0.90 everywhere, bias at most 0.01. */
export function printCoverage(tasks: readonly Cell[], triggers: readonly Cell[]): boolean {
  const varied = tasks.filter(({ isVaried }) => isVaried);
  const of = (cells: readonly Cell[], ...keys: readonly string[]) =>
    cells.flatMap(({ coverage }) => keys.flatMap((key) => coverage[key] ?? []));
  const rows: [name: string, values: readonly number[]][] = [
    ['pass rate', of(tasks, 'with', 'without')],
    ['difference', of(tasks, 'difference')],
    ['pass rate, cases vary', of(varied, 'with', 'without')],
    ['difference, cases vary', of(varied, 'difference')],
    ['triggers', of(triggers, 'triggers')],
  ];
  console.log(
    `Coverage of the 95 % intervals: ${CASES} cases, ${TRIALS} trials, ${tasks.length} + ${triggers.length} truths.\n`,
  );
  let isGood = true;
  for (const [name, values] of rows) {
    const [mean, lowest] = [meanOf(values), Math.min(...values)];
    isGood &&= mean >= 0.93 && mean <= 0.98 && lowest >= 0.9;
    console.log(`${name.padEnd(24)} mean ${mean.toFixed(3)}  lowest ${lowest.toFixed(3)}`);
  }
  const bias = Math.max(...tasks.map((cell) => cell.bias));
  const first = of(triggers, 'first tool');
  console.log(`${'largest bias'.padEnd(24)} ${bias.toFixed(4)}`);
  console.log(
    `${"skill-creator's triggers".padEnd(24)} mean ${meanOf(first).toFixed(3)}  lowest ${Math.min(...first).toFixed(3)}\n`,
  );
  return isGood && bias <= 0.01;
}

/** Prints both ways of counting triggers on the same journals. Returns true if ours is exact. */
export function printTriggers({ triggers, wrong }: TrialPool): boolean {
  console.log('Triggers of a model in Claude Code that lists files first in half of its runs: share of trials.\n');
  console.log('probability  truth  ours   skill-creator');
  for (const [rate, pool] of triggers) {
    const share = (isCounted: (one: PooledTrigger) => boolean) =>
      (pool.filter(isCounted).length / pool.length).toFixed(3);
    const counts = [
      share(({ truth }) => truth),
      share(({ trial }) => trial.triggered),
      share((one) => one.isFirstTool),
    ];
    console.log(`${`${rate / 10}`.padEnd(11)}  ${counts.join('  ')}`);
  }
  console.log(`\nVerdicts that differ from what the model did: ${wrong}.\n`);
  return wrong === 0;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

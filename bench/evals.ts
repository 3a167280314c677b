/**
 * Evals: `npm run bench:evals [-- --repetitions N --pool N --trials N --kills N --only NAME…]`, with made-up skills whose truth is
 * known:
 *
 * 1. `coverage`: real trials through the eval, with a model in the same process that passes or triggers with a known probability.
 *    From their pool, evals of 20 cases with 3 trials on each side are drawn without replacement: the coverage and the bias of the
 *    intervals that the eval computes for them, and skill-creator's way of counting triggers on the same journals. The truth is the
 *    rate of the pool. Because an eval takes up to 60 trials of a pool of N, its variance is up to 60 / N smaller than that of
 *    new trials;
 * 2. `kills`: processes that share a limit on costs are killed at random moments and started again;
 * 3. `overhead`: the processor time of an eval in addition to that of the same runs, and its memory.
 *
 * Exits with 1 if something is not as promised.
 */
import './own-folders.ts';
import { parseArgs } from 'node:util';
import { measureTasks, measureTriggers, printCoverage, printTriggers } from './evals/coverage.ts';
import { measureKills } from './evals/kills.ts';
import { measureOverhead } from './evals/overhead.ts';
import { fillPool } from './evals/trial-pool.ts';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '2000' },
    pool: { type: 'string', default: '1500' },
    trials: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    only: { type: 'string', multiple: true, default: ['coverage', 'kills', 'overhead'] },
  },
});
const checks: Readonly<Record<string, () => Promise<boolean>>> = {
  coverage: async () => {
    const pool = await fillPool(Number(values.pool), Number(values.pool) / 3);
    const isExact = printTriggers(pool);
    const repetitions = Number(values.repetitions);
    return printCoverage(measureTasks(pool, repetitions), measureTriggers(pool, repetitions)) && isExact;
  },
  kills: () => measureKills(Number(values.kills)),
  overhead: () => measureOverhead(Number(values.trials)),
};
for (const name of values.only) {
  const isGood = await checks[name]?.();
  if (isGood !== true) process.exitCode = 1;
}

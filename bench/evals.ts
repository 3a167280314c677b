/**
 * The statistics of evals: `npm run bench:evals [-- --repetitions N --trials N]`. Made-up skills whose truth is known:
 *
 * 1. the coverage and the bias of the intervals, over repeated evals of 20 cases with 3 trials on each side;
 * 2. triggers counted by us and as skill-creator does, on the same journals of a model that triggers with a known
 *    probability;
 * 3. the processor time of an eval in addition to that of the same runs.
 *
 * Exits with 1 if an interval covers too rarely, an estimate is biased, or our count differs from the truth.
 */
import './own-folders.ts';
import { parseArgs } from 'node:util';
import { measureCoverage, printCoverage } from './evals/coverage.ts';
import { measureOverhead } from './evals/overhead.ts';
import { compareTriggerCounts } from './evals/triggers.ts';

const { values } = parseArgs({
  options: { repetitions: { type: 'string', default: '2000' }, trials: { type: 'string', default: '1000' } },
});
const cells = measureCoverage(Number(values.repetitions));
const isCovered = printCoverage(cells);
const isExact = await compareTriggerCounts();
await measureOverhead(Number(values.trials));
if (!isCovered || !isExact) process.exitCode = 1;

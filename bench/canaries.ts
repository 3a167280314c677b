/**
 * Plants secrets at every entry point of a run, in every encoding and truncated in every way: `npm run bench:canaries
 * [-- RUNS] [--workers N] [--seed N]`. Searches everything that was written: journals, blobs, caches, stored
 * approvals, temporary files, standard output and error, messages to the extension. Runs the bundles as separate
 * processes.
 */
import './own-folders.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FORM_NAMES } from './canaries/forms.ts';
import { type Outcome, play, SCENARIO_COUNT } from './canaries/play.ts';
import { filesBelow } from './canaries/search.ts';
import { COMPILED, copyBundles } from './canaries/world.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, workers: { type: 'string' } },
});
const root = join(import.meta.dirname, '..');
const dist = copyBundles(join(root, 'dist'), join(root, '.cache/canaries-dist'));
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(positionals[0] ?? 1000) }, (_, n) => n)
    : [Number(values.seed)];

const startTime = performance.now();
const remainingSeeds = [...seeds];
const outcomes: Outcome[] = [];
const worker = async (): Promise<void> => {
  for (let seed = remainingSeeds.shift(); seed !== undefined; seed = remainingSeeds.shift()) {
    const outcome = await play(dist, seed);
    outcomes.push(outcome);
    for (const leak of outcome.leaks)
      console.log(`seed ${seed}: ${leak.kind} in ${leak.where} (${outcome.scenario}; ${outcome.form}): ${leak.around}`);
    for (const problem of outcome.problems) console.log(`seed ${seed}: unexpected (${outcome.scenario}): ${problem}`);
    if (outcomes.length % 100 === 0)
      console.log(`${outcomes.length} runs, ${Math.round((performance.now() - startTime) / 1000)} s`);
  }
};
await Promise.all(Array.from({ length: Number(values.workers ?? 2) }, worker));

// Compiled code is shared by all runs.
for (const path of filesBelow(COMPILED, new Set())) {
  const bytes = readFileSync(path);
  for (const { secret, seed } of outcomes)
    if (bytes.includes(secret)) {
      console.log(`seed ${seed}: complete secret in compiled code ${path}`);
      process.exitCode = 1;
    }
}
const leaking = outcomes.filter((outcome) => outcome.leaks.length > 0);
const unexpected = outcomes.filter((outcome) => outcome.problems.length > 0);
console.log(
  `${outcomes.length} runs of ${Math.min(SCENARIO_COUNT, outcomes.length)} scenarios with ${FORM_NAMES.length} forms in ${Math.round((performance.now() - startTime) / 1000)} s: ${leaking.length} with a leak, ${unexpected.length} unexpected.`,
);
if (leaking.length + unexpected.length > 0) process.exitCode = 1;

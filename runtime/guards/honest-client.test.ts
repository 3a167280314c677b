import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { honestClientRun } from '../../test/equipment/runtime/honest-client-run.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import { sample } from '../../test/equipment/skill/long.ts';

/** A few of the runs of `npm run bench:guards`, which makes 200. `npm test` takes the first one. */
const SEEDS = sample([7, 10], 2);

const hasSandbox = await canSandbox();

test.skipIf(!hasSandbox).each(SEEDS)('no guard trips for a coding agent in a client: seed %i', async (seed) => {
  const run = await honestClientRun(seed, temporaryFolder());
  expect([...run.trips, ...run.problems]).toEqual([]);
  // The run contains the behavior under test.
  expect(Math.min(run.tests, run.edits, run.failures)).toBeGreaterThanOrEqual(6);
});

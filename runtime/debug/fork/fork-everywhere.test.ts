import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { FORK_KINDS, type ForkedRun, forkEverywhere } from '../../../test/equipment/runtime/fuzz/fork-run.ts';

/**
 * Runs of every kind. Of the two runs that wait, one is approved and one is not. `npm run bench:fork` forks 300 runs at
 * every step.
 */
const SEEDS = [0, 1, 2, 3, 4, 5, 8];
/** Every nth step of each run is forked. */
const EVERY = 12;

test('runs of every kind, forked with nothing changed, end as recorded, with only the recorded requests and effects that follow', async () => {
  const folder = temporaryFolder();
  const all: ForkedRun[] = [];
  for (const seed of SEEDS) all.push(await forkEverywhere(seed, folder, EVERY));
  expect(all.flatMap(({ problems, seed }) => problems.map((problem) => `seed ${seed}: ${problem}`))).toEqual([]);
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(FORK_KINDS.length);
  expect(new Set(all.map(({ end }) => end))).toEqual(new Set(['final', 'guard', 'paused', 'cancelled']));
  for (const { forks, requests, seed } of all) expect(Math.min(forks, requests), `seed ${seed}`).toBeGreaterThan(0);
  expect(new Set(all.filter(({ effects }) => effects > 0).map(({ kind }) => kind)).size).toBeGreaterThan(3);
});

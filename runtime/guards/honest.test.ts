import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { honestRun } from '../../test/equipment/runtime/honest-run.ts';

/** Number of runs; `npm run bench:guards` makes 200. */
const RUNS = 20;

test('[114] [118] no guard trips for agents that search, edit and run the same tests again', async () => {
  const folder = temporaryFolder();
  const all = [];
  for (let seed = 1; seed <= RUNS; seed++) all.push(await honestRun(seed, folder));
  expect(all.filter(({ guards, problems }) => guards.length + problems.length > 0)).toEqual([]);
  // The runs contain the behavior under test.
  expect(Math.min(...all.map(({ tests }) => tests))).toBeGreaterThanOrEqual(6);
  expect(all.filter(({ tests }) => tests > 12).length).toBeGreaterThan(RUNS / 4);
  expect(all.every(({ edits }) => edits >= 6)).toBe(true);
});

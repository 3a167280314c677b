import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { honestRun } from '../testing/honest-run.ts';

/** `npm run bench:guards` does it with 200 of them. */
const RUNS = 60;

test('[114] [118] sound agents search, edit and run the same tests again: no guard trips', async () => {
  const folder = temporaryFolder();
  const all = [];
  for (let seed = 1; seed <= RUNS; seed++) all.push(await honestRun(seed, folder));
  expect(all.filter(({ guards, problems }) => guards.length + problems.length > 0)).toEqual([]);
  // They do what they are said to do.
  expect(Math.min(...all.map(({ tests }) => tests))).toBeGreaterThanOrEqual(6);
  expect(all.filter(({ tests }) => tests > 12).length).toBeGreaterThan(RUNS / 4);
  expect(all.every(({ edits }) => edits >= 6)).toBe(true);
});

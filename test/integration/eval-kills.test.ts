import { expect, test } from 'vitest';
import { createChance } from '../../runtime/random.ts';
import { killEvals } from './killed-evals.ts';
import { CLI, createTemporaryFolder } from './run-support.ts';

// `npm run bench:evals` kills 200.
test('evals that are killed at random keep their common limit on costs, and run each trial once', async () => {
  const chance = createChance(1);
  const shards = 2;
  const ended = await killEvals({
    folder: createTemporaryFolder(),
    cli: CLI,
    kills: 3,
    cases: 8,
    trials: 3,
    shards,
    jobs: 3,
    maxTrials: 32,
    random: (below) => chance.int(below),
  });
  expect(ended.kills).toBeGreaterThan(0);
  // A shard with few trials may complete them before the limit is reached.
  expect(['0,4', '4,0', '4,4']).toContain(ended.codes.join());
  expect(ended.paidUntilLimit).toBeLessThanOrEqual(32 + shards);
  expect(ended.isComplete).toBe(true);
  expect(new Set(ended.ids).size).toBe(48);
  expect(ended.ids).toHaveLength(48);
  expect(ended.finishedTwice).toEqual([]);
}, 120_000);

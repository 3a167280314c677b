import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/equipment/runtime/folders.ts';
import { type FuzzResult, fuzzRun } from '../test/equipment/runtime/fuzz/fuzz-run.ts';
import { makeWorld } from '../test/equipment/runtime/fuzz/world.ts';

/** `npm run bench:fuzz` does the same with thousands of seeds on real skills. */
const SEEDS = 40;
/** Number of concurrent runs: many of them wait for a tool that hangs. */
const CONCURRENCY = 8;
const EXAMPLES = join(import.meta.dirname, '../examples/skills');

test('[39] [40] [85] [114] [118] [120] with random models, every call gets one result, every decision is reproducible and every run ends', async () => {
  const world = makeWorld(temporaryFolder(), [EXAMPLES]);
  const all: FuzzResult[] = [];
  let seed = 0;
  const worker = async (): Promise<void> => {
    while (seed < SEEDS) all.push(await fuzzRun(++seed, world));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  expect(all.filter(({ problems }) => problems.length > 0)).toEqual([]);
  const ends = new Set(all.flatMap((one) => one.ends));
  for (const end of ['final', 'guard', 'max_llm_calls', 'model_error', 'cancelled', 'paused'])
    expect(ends).toContain(end);
  expect(all.reduce((sum, one) => sum + one.decisions, 0)).toBeGreaterThan(SEEDS);
});

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replayRun } from '../../runtime/replay/replay.ts';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { fuzzRun } from '../equipment/runtime/fuzz/fuzz-run.ts';
import { makeWorld } from '../equipment/runtime/fuzz/world.ts';
import { isLong } from '../equipment/skill/long.ts';
import { createDemoSkill, runCli } from './run-support.ts';

/** The number of runs. */
const RUNS = isLong ? 200 : 50;
const EXAMPLES = join(import.meta.dirname, '../../examples/skills');

test(`${RUNS} runs of random models, some killed and resumed, have identical replays`, async () => {
  const world = { ...makeWorld(temporaryFolder(), [EXAMPLES]), keepsRuns: true };
  const differences: unknown[] = [];
  let runs = 0;
  let compared = 0;
  let cutPrompts = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let seed = ++next; seed <= RUNS; seed = ++next) await playAndReplay(seed);
  };
  const playAndReplay = async (seed: number): Promise<void> => {
    await fuzzRun(seed, world);
    const folder = join(world.runs, `seed-${seed}`);
    for (const run of readdirSync(folder).filter((name) => !name.startsWith('.'))) {
      const replayed = await replayRun(folder, run);
      if (replayed.kind === 'failed') differences.push({ seed, ...replayed });
      else {
        runs++;
        for (const prompt of replayed.prompts) {
          compared += prompt.compared;
          if (prompt.cut) cutPrompts++;
          if (prompt.divergence !== undefined) differences.push({ seed, run, ...prompt.divergence });
        }
      }
    }
  };
  // Several concurrently, because many wait for a tool that hangs.
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(differences).toEqual([]);
  expect(runs).toBeGreaterThanOrEqual(RUNS);
  expect(compared).toBeGreaterThan(20 * runs);
  expect(cutPrompts).toBeLessThan(runs / 2);
});

test('skillwright replay reports an identical run, and the first difference after a change', async () => {
  const cwd = temporaryFolder();
  const skills = createDemoSkill();
  const result = await runCli(
    ['run', 'Say hello.', '--skills', skills, '--model', 'simulated/stubborn', '--yes', '--json'],
    {
      cwd,
    },
  );
  const run = result.ofType('run_started')[0]?.run ?? '';
  const unchanged = await runCli(['replay', run], { cwd });
  expect([unchanged.code, unchanged.stderr]).toEqual([0, '']);
  expect(unchanged.stdout).toMatch(/^the same, \d\d events\n$/);
  writeFileSync(join(skills, 'demo/references/user_guide.md'), 'Here it is.\n');
  const changed = await runCli(['replay', run], { cwd });
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(/^differs after \d+ events: event \d+, tool_result, .*:\n {2}recorded .*\n {2}now /);
  const json = await runCli(['replay', run, '--json'], { cwd });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    run,
    same: false,
    prompts: [{ divergence: { type: 'tool_result' } }],
  });
  expect((await runCli(['replay', '../x'], { cwd })).code).toBe(2);
  expect((await runCli(['replay', run, '--runs', 'nowhere'], { cwd })).stderr).toMatch(/There is no run/);
});

import { expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { LIVE, RUNTIME, startOf, stepAt } from './ladders.ts';

test.each([
  ['load_skill_resource', 'references/menu.md'],
  ['run_skill_script', 'scripts/brew.sh'],
])('the guards of a run do what its ladder says: %s', async (tool, path) => {
  const calls = [[tool, { skill_name: 'demo', file_path: path }]] as const;
  const ran = await runOnce({
    model: scriptedModel([{ calls }, { calls }, { calls }, { calls }, { text: 'done' }]),
    skills: [skillOnDisk('demo', {}, '\nBrew.\n')],
    host: APPROVES,
  });
  const verdicts = { tell: 'warn', fatal: 'fatal', end: 'stop' } as const;
  const wanted = RUNTIME.steps.map(({ from }) => stepAt(RUNTIME, from, false));
  expect(ran.of('guard').map(({ verdict, count }) => [count, verdict])).toEqual(
    wanted.map((does, index) => [RUNTIME.steps[index]?.from, verdicts[does as keyof typeof verdicts]]),
  );
});

test('the ladder of hooks ends a turn only with the guard on', () => {
  const does = (isOn: boolean) => [1, 2, 3, 4, 9].map((count) => stepAt(LIVE, count, isOn));
  expect(does(false)).toEqual(['tell', 'tell-count', 'deny', 'deny', 'deny']);
  expect(does(true)).toEqual(['tell', 'tell-count', 'deny', 'end', 'end']);
  expect(stepAt(LIVE, 0, true)).toBeUndefined();
  expect([startOf(LIVE, 'deny'), startOf(LIVE, 'fatal')]).toEqual([3, Number.POSITIVE_INFINITY]);
});

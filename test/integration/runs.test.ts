import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { createDemoSkill, runCli } from './run-support.ts';

test('skillwright runs lists runs and forks newest first, with ids that other commands take', async () => {
  const cwd = temporaryFolder();
  const none = await runCli(['runs'], { cwd });
  expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('Start one with skillwright run PROMPT')]);
  expect(await runCli(['runs', '--json'], { cwd })).toMatchObject({ code: 0, stdout: '', stderr: '' });

  const run = ['run', 'Say hello.', '--skills', createDemoSkill(), '--model', 'simulated/stubborn', '--yes', '--json'];
  const first = await runCli(run, { cwd });
  const id = first.ofType('run_started')[0]?.run ?? '';
  const at = first.ofType('tool_call')[0]?.seq ?? 0;
  const fork = await runCli(['fork', id, '--at', String(at), '--yes', '--json'], { cwd });
  const forkId = fork.ofType('run_started')[0]?.run ?? '';
  const broken = join(cwd, '.skillwright/runs/20200101T000000000Z-00000000');
  mkdirSync(broken);
  writeFileSync(join(broken, 'journal.jsonl'), 'nonsense');

  const { code, stdout, stderr } = await runCli(['runs'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(new RegExp(`^${forkId} {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC {2}stopped by a guard$`));
  expect(lines.slice(1, 5)).toEqual([
    '  Say hello.',
    '  skills: demo; simulated/stubborn',
    expect.stringMatching(/^ {2}\d+ model calls, \d misses, about [\d,]+ tokens$/),
    `  fork of ${id} at ${at}`,
  ]);
  expect(lines[5]).toMatch(new RegExp(`^${id} `));
  expect(lines.slice(-2)).toEqual(['20200101T000000000Z-00000000  unreadable: it contains no run', '3 runs']);

  const json = (await runCli(['runs', '--limit', '2', '--json'], { cwd })).stdout.trim().split('\n');
  const [newest, older] = json.map((line) => JSON.parse(line));
  expect(newest).toMatchObject({ kind: 'run', run: forkId, forked: { run: id, at }, outcome: 'guard' });
  expect(older).toMatchObject({
    run: id,
    prompt: 'Say hello.',
    skills: ['demo'],
    model: 'simulated/stubborn',
    llmCalls: first.finished?.llmCalls,
  });
  expect((await runCli(['runs', '--limit', '1'], { cwd })).stdout).toMatch(/\n1 of 3 runs\n$/);
  expect((await runCli(['show', older.run], { cwd })).code).toBe(0);
});

test.each([
  [['--runs', 'absent'], 'Pass a folder of runs: absent is not a folder'],
  [['--limit', '0'], 'It must be a whole number from 1.'],
])('skillwright runs %j exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await runCli(['runs', ...args], { cwd: temporaryFolder() });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

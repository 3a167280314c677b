/** Runs `skillwright stress` as a process, and the process that VS Code uses for it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { type StressParams, StressProgress, type StressReport, StressSkill } from '../../runtime/protocol/stress.ts';
import { scaledLimit } from '../../runtime/testing/scaled-limit.ts';
import { createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';
import { startRuntimeProcess } from './runtime-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUESSABLE = 'examples/skills/release-writer';
const SOUND = 'examples/skills/csv-summary';

const stress = (...args: readonly string[]) => runCli(['stress', ...args], { cwd: ROOT });

test('a guessable skill: the words and the calls they waste, as JSON; the same in every process', async () => {
  const { code, stdout } = await stress(GUESSABLE, '--format', 'json');
  expect(code).toBe(1);
  const report = JSON.parse(stdout) as StressReport;
  await expect(`${JSON.stringify(report, undefined, 2)}\n`).toMatchFileSnapshot('stress-release-writer.snap');
});

test('the documentation shows the actual output', async () => {
  const page = readFileSync(join(ROOT, 'docs/stress.md'), 'utf8');
  const shown = /```\n(release-writer [\s\S]*?)\n```/.exec(page)?.[1];
  expect(shown).toBeDefined();
  expect((await stress(GUESSABLE)).stdout).toContain(shown);
});

test('a valid skill: nothing is wasted, exit 0', async () => {
  const { code, stdout } = await stress(SOUND);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^csv-summary {2}Nothing was wasted in 90 simulated runs\.\n\nSimulated: no language model/);
});

test('human-readable: a code frame, the requested paths, instructions; the allowed waste is configurable', async () => {
  const { code, stdout } = await stress(GUESSABLE, '--seeds', '3', '--max-wasted', '50', '--prompt', 'Notes', 'A post');
  expect(code).toBe(0);
  expect(stdout).toMatch(/release-writer\/SKILL\.md:14:52 {2}\d+ calls wasted in \d+ runs/);
  expect(stdout).toMatch(/14 \| 2\. For the tone.*\n +\| +\^{14}\n +\| requested references\/user_guide\.md ×\d+/);
  expect(stdout).toMatch(/ 18 simulated runs wasted/);
});

test('as a self-contained page', async () => {
  const { stdout } = await stress(GUESSABLE, '--seeds', '1', '--format', 'html');
  expect(stdout).toMatch(/^<!DOCTYPE html>[\s\S]*Content-Security-Policy[\s\S]*the user guide[\s\S]*<\/html>\n$/);
  expect(stdout).not.toMatch(/<script|href=|src=|url\(/);
});

test('prompts from a file, models with individual seeds, journals stored on request', async () => {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'prompts.txt'), 'Read the guide\n\n  Say hello  \n');
  const args = [
    '--prompts',
    join(folder, 'prompts.txt'),
    '--model',
    'simulated/weak:7',
    '--runs',
    join(folder, 'runs'),
  ];
  const { stdout } = await stress(createDemoSkill(), ...args, '--format', 'json');
  const { skills } = JSON.parse(stdout) as StressReport;
  expect(skills[0]?.byPrompt.map(({ prompt }) => prompt)).toEqual(['Read the guide', 'Say hello']);
  expect(readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'))).toHaveLength(2);
  if (skills[0]?.worst !== undefined) expect(existsSync(skills[0].worst.journal ?? '')).toBe(true);
});

test.each([
  [['examples/none'], /does not exist/],
  [[SOUND, '--model', 'openai/gpt-5'], /Name a simulated model instead of openai\/gpt-5/],
  [[SOUND, '--prompts', 'no-such-file'], /file of prompts .* does not exist/],
  [[SOUND, '--prompt', ' '], /Remove the empty prompt/],
  [[SOUND, '--seeds', '0'], /whole number from 1/],
  [[SOUND, '--max-wasted', '-1'], /whole number from 0/],
  [[], /missing required argument/],
])('wrong use: %j', async (args, message) => {
  const { code, stderr } = await stress(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test('Ctrl-C: a partial report immediately, marked as such', async () => {
  const runs = join(createTemporaryFolder(), 'runs');
  let sent = 0;
  const args = ['stress', GUESSABLE, '--seeds', '5000', '--format', 'json', '--runs', runs];
  const result = runCli(args, {
    cwd: ROOT,
    onStart: (child) => {
      const timer = setInterval(() => {
        if (!existsSync(runs) || readdirSync(runs).length < 5) return;
        clearInterval(timer);
        sent = performance.now();
        child.kill('SIGINT');
      }, 5);
    },
  });
  const { code, stdout } = await result;
  // 200 ms by contract, on a machine that is not busy; all runs would take minutes.
  expect(performance.now() - sent).toBeLessThan(scaledLimit(2000));
  expect(code).toBe(130);
  const { complete, skills } = JSON.parse(stdout) as StressReport;
  expect(complete).toBe(false);
  expect(skills[0]?.runs).toBeGreaterThan(0);
  expect(skills[0]?.runs).toBeLessThan(skills[0]?.planned ?? 0);
});

test('for VS Code: progress, a page with links, and a partial report if cancelled', async () => {
  const { connection } = startRuntimeProcess();
  const stop = new CancellationTokenSource();
  const progressed: (readonly [done: number, planned: number])[] = [];
  connection.onNotification(StressProgress, (progress) => {
    progressed.push(progress);
    if (progress[0] > 20) stop.cancel();
  });
  const links = { cause: 'command:x?{n}', again: 'command:a', worst: 'command:w', manifest: 'command:m' };
  const params: StressParams = {
    ...{
      skill: join(ROOT, GUESSABLE),
      prompts: [],
      models: [],
      seeds: 1_000,
      guards: 'default',
      maxLlmCalls: 0,
      links,
    },
  };
  const { report, page } = await connection.sendRequest(StressSkill, params, stop.token);
  expect(report.complete).toBe(false);
  const done = progressed.map(([runs]) => runs);
  expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
  expect(new Set(progressed.map(([, planned]) => planned))).toEqual(new Set([4 * 3 * 1_000]));
  expect(report.skills[0]?.maxLlmCalls).toBe(500);
  expect(page).toContain('href="command:x?0"');
  await expect(connection.sendRequest(StressSkill, { ...params, skill: '/dev/null/none' })).rejects.toThrow(
    /does not exist/,
  );
});

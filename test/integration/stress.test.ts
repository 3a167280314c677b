/** Runs `skillwright stress`, and the process that VS Code uses for it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { CLIENT_RUN_IDS } from '../../runtime/clients/client-run-ids.ts';
import { type StressParams, StressProgress, type StressReport, StressSkill } from '../../runtime/protocol/stress.ts';
import { scaledLimit } from '../equipment/runtime/scaled-limit.ts';
import { createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';
import { startRuntimeProcess } from './runtime-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUESSABLE = 'examples/skills/release-writer';
const VALID = 'examples/skills/csv-summary';

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
  const matrix = /```\n(release-writer {2}Calls are wasted in [\s\S]*?)\n```/.exec(page)?.[1];
  expect(matrix).toBeDefined();
  const clients = ['adk', 'claude-code', 'codex', 'opencode'];
  expect((await stress(GUESSABLE, '--client', ...clients)).stdout).toContain(matrix);
});

test('a valid skill: nothing is wasted, exit 0', async () => {
  const { code, stdout } = await stress(VALID);
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

test('in every client: a matrix of words, the same in every process, as text, JSON and a page', async () => {
  const args = [GUESSABLE, '--client', 'all', '--seeds', '1'];
  const { code, stdout } = await stress(...args, '--format', 'json');
  expect(code).toBe(1);
  const { skills, matrices } = JSON.parse(stdout) as StressReport;
  const [matrix] = matrices ?? [];
  expect(matrix?.clients.map(({ client }) => client)).toEqual(CLIENT_RUN_IDS);
  expect(skills.map(({ client = 'adk' }) => client)).toEqual(CLIENT_RUN_IDS);
  const script = matrix?.words.find(({ text }) => text === 'scripts/group.py');
  // ADK's tools resolve paths in the skill, and these clients say that paths are relative to it.
  const misses = Object.keys(script?.calls ?? {});
  expect(misses).toContain('claude-code');
  for (const client of ['adk', 'codex', 'opencode', 'pi']) expect(misses).not.toContain(client);
  expect(matrix?.clients.every(({ fixed }) => fixed === 0)).toBe(true);
  const text = (await stress(...args)).stdout;
  const count = CLIENT_RUN_IDS.length;
  expect(text).toContain(`release-writer  Calls are wasted in all ${count} clients. (${12 * count} simulated runs)\n`);
  expect(text).toMatch(/^[^\n]+\n\n +adk +claude-code/);
  expect(text).toMatch(/\n\[\d\] line 15 .*\d → 0/);
  expect(text).toContain('the same runs waste 0 calls instead of');
  const page = (await stress(GUESSABLE, '--client', 'adk', 'gemini-cli', '--seeds', '1', '--format', 'html')).stdout;
  expect(page).toMatch(
    /<caption>Wasted calls by client → with the fixes<\/caption>[\s\S]*<th scope="col">gemini-cli<\/th>/,
  );
  expect(page).not.toMatch(/<script|href=|src=|url\(/);
});

test('in one client, with a workspace and further skills', async () => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts/group.py'), '');
  const args = ['--client', 'vscode', '--seeds', '2', '--format', 'json'];
  const report = async (...more: readonly string[]) =>
    (JSON.parse((await stress(GUESSABLE, ...args, ...more)).stdout) as StressReport).skills[0];
  const single = await report();
  expect(single?.client).toBe('vscode');
  expect(single?.causes.map(({ text }) => text)).toContain('scripts/group.py');
  const withOthers = await report('--workspace', folder, '--with', VALID, '--install', 'project');
  expect(withOthers?.causes.map(({ text }) => text)).not.toContain('scripts/group.py');
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
  [[VALID, '--model', 'openai/gpt-5'], /Name a simulated model instead of openai\/gpt-5/],
  [[VALID, '--prompts', 'no-such-file'], /file of prompts .* does not exist/],
  [[VALID, '--prompt', ' '], /Remove the empty prompt/],
  [[VALID, '--seeds', '0'], /whole number from 1/],
  [[VALID, '--max-wasted', '-1'], /whole number from 0/],
  [[VALID, '--client', 'absent'], /Allowed choices are adk, .*, all/],
  [[VALID, '--workspace', '.'], /Add --client/],
  [[VALID, '--guards', 'client'], /Add --client/],
  [[VALID, '--client', 'codex', '--workspace', 'examples/none'], /does not exist/],
  [[VALID, '--client', 'codex', '--with', 'examples/none'], /does not exist/],
  [[], /missing required argument/],
])('rejects invalid usage: %j', async (args, message) => {
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
  const updates: (readonly [done: number, planned: number])[] = [];
  connection.onNotification(StressProgress, (progress) => {
    updates.push(progress);
    if (progress[0] > 20) stop.cancel();
  });
  const links = { cause: 'command:x?{n}', again: 'command:a', worst: 'command:w', manifest: 'command:m' };
  const params: StressParams = {
    skill: join(ROOT, GUESSABLE),
    prompts: [],
    models: [],
    seeds: 1_000,
    guards: 'default',
    maxLlmCalls: 0,
    links,
  };
  const { report, page } = await connection.sendRequest(StressSkill, params, stop.token);
  expect(report.complete).toBe(false);
  const done = updates.map(([runs]) => runs);
  expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
  expect(new Set(updates.map(([, planned]) => planned))).toEqual(new Set([4 * 3 * 1_000]));
  expect(report.skills[0]?.maxLlmCalls).toBe(500);
  expect(page).toContain('href="command:x?0"');
  await expect(connection.sendRequest(StressSkill, { ...params, skill: '/dev/null/none' })).rejects.toThrow(
    /does not exist/,
  );
});

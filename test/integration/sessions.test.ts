import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { runCli } from './run-support.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.mjs');
const CLAUDE = MADE_UP_SESSIONS['claude-code'] ?? '';

test('sessions list finds the sessions of clients, or those below a folder', async () => {
  const home = temporaryFolder();
  const folder = writeFiles(temporaryFolder(), {
    'a/copy.jsonl': CLAUDE,
    'b/copy.jsonl': CLAUDE,
    'b/notes.json': '{}',
  });
  writeFiles(home, { '.claude/projects/-home-ada/1.jsonl': CLAUDE });
  const options = { cwd: folder, env: ownFolders(home) };
  const { code, stdout } = await runCli(['sessions', 'list'], options);
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '2026-01-05 10:00 UTC  Claude Code, /home/ada',
    '  Brew.',
    '  no skills; no misses',
    `  ${join(home, '.claude/projects/-home-ada/1.jsonl')}`,
  ]);
  const below = await runCli(['sessions', 'list', '.', '--exclude', 'a', '--json'], options);
  expect(
    below.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).file),
  ).toEqual([join(folder, 'b/copy.jsonl')]);
  const counted = await runCli(['sessions', 'list', 'b'], options);
  expect(counted.stdout).toContain('1 session (1 file has an unknown format)');
  const refused = await runCli(['sessions', 'list', 'absent'], options);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Specify a folder: absent is not a folder.'),
  });
  const long = await runCli(['sessions', 'list', 'x'.repeat(5000)], options);
  expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('Specify a folder: xxx') });
});

test('sessions report adds up the skills of sessions as text, JSON or a page', async () => {
  const folder = writeFiles(temporaryFolder(), {
    'a.jsonl': MADE_UP_SESSIONS['claude-stream-json'] ?? '',
    'b.jsonl': MADE_UP_SESSIONS['claude-stream-json'] ?? '',
    'c.json': '[1]',
  });
  const options = { cwd: folder, env: ownFolders(temporaryFolder()) };
  const text = await runCli(['sessions', 'report', '.'], options);
  expect(text.stdout).toMatch(/^2 sessions, .*: Claude Code 2\n/);
  expect(text.stdout).toMatch(/\nbrewer\n {2}loaded in 2 sessions \(by its tool 2\)/);
  expect(text.stdout).toContain('1 file of unknown format');
  const json = await runCli(['sessions', 'report', '.', '--json'], options);
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    sessions: 2,
    otherFiles: 1,
    skills: [{ skill: 'brewer', loaded: 2 }],
  });
  const page = await runCli(['sessions', 'report', '.', '--html'], options);
  expect(page.stdout).toMatch(/^<!DOCTYPE html>[\s\S]*<h1>2 sessions<\/h1>[\s\S]*<\/html>\n$/);
  expect(await runCli(['sessions', 'report', '.', '--html', '--json'], options)).toMatchObject({ code: 2 });
});

/** A home folder with many sessions, the environment for it, and a function that lists their files. */
function manySessions(number: number) {
  const home = temporaryFolder();
  for (let at = 0; at < number; at++) writeFiles(home, { [`.claude/projects/p/${at}.jsonl`]: CLAUDE });
  const env = ownFolders(home);
  const list = async (): Promise<number> => {
    const { code, stdout } = await runCli(['sessions', 'list', '--json'], { cwd: home, env });
    expect(code).toBe(0);
    return new Set(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).file),
    ).size;
  };
  const countIndexed = (): number => {
    const folder = join(home, '.cache/skillwright/sessions');
    if (!existsSync(folder)) return 0;
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.jsonl'));
    return name === '' ? 0 : readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).length;
  };
  return { home, env, list, countIndexed };
}

test('sessions list that is killed continues where it was', async () => {
  const { home, env, list, countIndexed } = manySessions(300);
  // No one reads its output, so it has to wait long before the end.
  const child = spawn(process.execPath, [CLI, 'sessions', 'list', '--json'], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await expect.poll(countIndexed, { timeout: 60_000 }).toBeGreaterThanOrEqual(20);
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  const before = countIndexed();
  expect(before).toBeLessThan(300);
  expect(await list()).toBe(300);
  // Nothing was read twice, except for a line that was cut off.
  expect(countIndexed()).toBeLessThanOrEqual(301);
});

test.skipIf(process.platform === 'win32')('sessions list on a full disk lists everything', async () => {
  const { home, env, list } = manySessions(60);
  // No file can have more than 8 blocks (of 512 or 1,024 bytes).
  const limited = [
    '-c',
    'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"',
    process.execPath,
    CLI,
    'sessions',
    'list',
    '--json',
  ];
  const { stdout } = await promisify(execFile)('/bin/sh', limited, {
    cwd: home,
    env: { PATH: process.env.PATH, ...env },
  });
  expect(stdout.trim().split('\n')).toHaveLength(60);
  expect(await list()).toBe(60);
});

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandResult, createFolder, skill } from './command.ts';

const CLI = join(import.meta.dirname, '../../../dist/cli.mjs');

/** Runs a process that cannot write a file of more than 8 blocks (of 512 or 1,024 bytes), as if the disk were full. */
function runOnFullDisk(cwd: string, args: readonly string[]): Promise<CommandResult> {
  const shell = ['-c', 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"', process.execPath, CLI, ...args];
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    XDG_CACHE_HOME: join(cwd, 'cache'),
    SKILLWRIGHT_SIMULATED_DELAY: '0',
  };
  return new Promise((resolve) => {
    execFile('/bin/sh', shell, { cwd, env, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), signal: null, stdout, stderr, cwd }),
    );
  });
}

const createSkills = (): string =>
  createFolder({ 'skills/demo/SKILL.md': skill('demo', 'Read [the rules](references/rules.md).') });

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  test('run: a clear error, exit 5', async () => {
    const { code, stderr, stdout } = await runOnFullDisk(createSkills(), [
      ...['run', 'Do it.', '--skills', 'skills', '--model', 'simulated/stubborn', '--guards', 'off'],
    ]);
    expect(code, stdout).toBe(5);
    expect(stdout + stderr).toMatch(/journal cannot be written/i);
  });

  test('stress: a failed run does not count as a run without waste', async () => {
    const { code, stderr, stdout } = await runOnFullDisk(createSkills(), [
      ...['stress', 'skills/demo', '--model', 'simulated/stubborn', '--guards', 'off', '--runs', 'kept'],
    ]);
    expect(code, stdout).toBe(2);
    expect(stderr).toMatch(/journal cannot be written/i);
    expect(stdout).toBe('');
  });

  test('check: a baseline that cannot be written completely stays unchanged', async () => {
    const cwd = createSkills();
    const links = Array.from({ length: 400 }, (_, i) => `[r](references/some-file-that-is-missing-${i}.md)`).join(
      '\n\n',
    );
    const before = '{"version":1,"findings":{}}';
    const many = createFolder({ 'skills/demo/SKILL.md': skill('demo', links), 'baseline.json': before });
    const { code, stderr } = await runOnFullDisk(many, [
      'check',
      'skills',
      '--baseline',
      'baseline.json',
      '--update-baseline',
    ]);
    expect(code, cwd).toBe(2);
    expect(stderr).toMatch(/^skillwright: baseline\.json cannot be written: /);
    expect(stderr).not.toContain('Error:');
    expect(readFileSync(join(many, 'baseline.json'), 'utf8')).toBe(before);
    expect(readdirSync(many).filter((name) => name.includes('baseline'))).toEqual(['baseline.json']);
  });
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../runtime/testing/folders.ts';
import { MADE_UP_SESSIONS } from '../../runtime/testing/made-up-sessions/made-up-sessions.ts';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { runCli } from './run-support.ts';

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
    '2026-01-05 10:00  Claude Code, /home/ada',
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
  expect(counted.stdout).toContain('1 session (1 file is of no known format)');
  const refused = await runCli(['sessions', 'list', 'absent'], options);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Name a folder: absent is none.') });
});

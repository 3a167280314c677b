/** Folders that are too large to be copied for a client. */
import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

/** Creates a skill and a workspace, one of which has 300 MB. The file is sparse. */
function folders(large: 'app' | 'notes'): string {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'notes/SKILL.md': manifest('notes'),
    'notes/evals/evals.json': JSON.stringify({
      evals: [{ id: 1, prompt: 'Do it.', assertions: [{ check: 'loaded' }] }],
    }),
    [`${large}/data.bin`]: '',
    'app/README.md': '',
  });
  truncateSync(join(cwd, large, 'data.bin'), 300 * 1024 * 1024);
  return cwd;
}

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  run: ['run', 'Do it.', '--skills', 'notes', '--client', 'claude-code', '--workspace', 'app'],
  stress: ['stress', 'notes', '--client', 'claude-code', '--workspace', 'app', '--seeds', '1'],
  eval: ['eval', 'notes', '--trials', '1', '--client', 'claude-code', '--workspace', 'app'],
};

test.each(Object.keys(COMMANDS))(
  '%s refuses a workspace that is too large, with its size and the limit',
  async (name) => {
    const cwd = folders('app');
    const { code, stdout, stderr } = await runCli(COMMANDS[name] ?? [], { cwd });
    const printed = stdout + stderr;
    expect(printed).toContain(`Choose a smaller workspace: ${join(cwd, 'app')} has 300 MB, and 256 MB can be copied.`);
    expect(printed).not.toContain('Internal error');
    expect(code).toBe(2);
    expect(existsSync(join(cwd, '.skillwright/runs'))).toBe(false);
  },
);

test.each(Object.keys(COMMANDS))('%s refuses a skill that is too large', async (name) => {
  const cwd = folders('notes');
  const { code, stdout, stderr } = await runCli(COMMANDS[name] ?? [], { cwd });
  const printed = stdout + stderr;
  expect(printed).toContain(`Make the skill smaller: ${join(cwd, 'notes')} has 300 MB, and 256 MB can be copied.`);
  expect(printed).not.toContain('Internal error');
  expect(code).toBe(2);
});

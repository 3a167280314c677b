/** Copies that commands filled so that they cannot be deleted in the usual way: the run ends as it would otherwise. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyFolder, removeCopy } from '../../../runtime/disk/client-copy.ts';
import { openClient } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();
const isRoot = process.getuid?.() === 0;

/** Python that makes a chain of folders in the current one, deeper than a path can be long. */
const DEEP = `python3 -c "
import os
for i in range(1500): os.mkdir('dddd'); os.chdir('dddd')"`;

/** Starts a run in Claude Code that runs a command. */
async function startRun(command: string) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, { 'workspace/README.md': '# App\n', 'skills/one/SKILL.md': manifest('one') });
  const server = await startModelServer([{ calls: [['Bash', { command }]] }, { text: 'Done.' }]);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data') };
  const cli = (...args: readonly string[]) =>
    runCli([...args, '--runs', 'runs', '--json'], { cwd, env, process: true });
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const copied = ['--skills', 'skills', '--workspace', 'workspace', '--client', 'claude-code'];
  return { cli, start: (...more: readonly string[]) => cli('run', 'Do it.', ...copied, ...model, ...more) };
}

describe.skipIf(!hasSandbox)('a run deletes its copy and ends', () => {
  test.each([
    ...(isRoot ? [] : [['read-only folders, such as the module cache of Go', 'mkdir x; touch x/f; chmod 500 x']]),
    ['folders deeper than a path can be long', DEEP],
  ])('with %s', async (_, command) => {
    const { start } = await startRun(command);
    const result = await start('--yes');
    expect([result.code, result.finished?.reason]).toEqual([0, 'final']);
    const root = copyFolder(result.ofType('run_started')[0]?.run ?? '');
    expect([existsSync(root), existsSync(`${root}.lock`)]).toEqual([false, false]);
  });
});

describe.skipIf(!hasSandbox)('a copy is deleted', () => {
  test.skipIf(isRoot)('with a folder that commands made read-only', async () => {
    const { behavior, call, installation } = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const command = 'mkdir -p x/y; touch x/y/f; chmod 500 x/y; chmod 0 x';
    await call(behavior.shell.tool, { [behavior.shell.command]: command });
    expect(await installation.remove()).toBeUndefined();
    expect(existsSync(installation.root)).toBe(false);
  });

  test('that is deeper than a path can be long', async () => {
    const { behavior, call, installation } = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await call(behavior.shell.tool, { [behavior.shell.command]: DEEP });
    const { root } = installation;
    installation.release();
    expect(await removeCopy(root)).toBeUndefined();
    expect(existsSync(root)).toBe(false);
  });
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ShellTool } from '../../../skill/index.ts';
import { openClient, textIn, VARIANTS } from '../../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { dryShells } from './dry-shell.ts';

async function open(cd: ShellTool['cd']) {
  const workspace = writeFiles(temporaryFolder(), { 'src/app.ts': '' });
  const client = await openClient('claude-code', { skills: [skillOnDisk('demo')], workspace });
  const unknown: string[] = [];
  const openShell = dryShells({ ...client.behavior.shell, cd }, client.installation, (command) =>
    unknown.push(command),
  );
  return { ...client.installation, unknown, openShell };
}

async function outputsOf({ openShell }: Awaited<ReturnType<typeof open>>, commands: readonly string[]) {
  const shell = openShell();
  const plan = await shell.plan();
  if (plan.kind === 'failed') throw new Error(plan.message);
  const outputs: string[] = [];
  for (const command of commands) {
    const ran = await shell.run(plan, { command, timeoutMs: 1_000, signal: new AbortController().signal });
    if (ran.kind === 'failed') throw new Error(ran.message);
    outputs.push(`${ran.output.trim()}${ran.resetTo === undefined ? '' : ' reset'}`);
  }
  return outputs;
}

describe('a shell that runs nothing', () => {
  test.each([
    ['kept', (workspace: string, home: string) => [join(workspace, 'src'), '', home]],
    ['kept-in-workspace', (workspace: string) => [join(workspace, 'src'), ' reset', workspace]],
    ['forgotten', (workspace: string) => [workspace, '', workspace]],
  ] as const)('keeps the directory as the client does: %s', async (cd, expected) => {
    const client = await open(cd);
    const [, ...outputs] = await outputsOf(client, ['cd src', 'pwd', 'cd ~', 'pwd']);
    expect(outputs).toEqual(expected(client.workspace, client.home));
    expect(await outputsOf(client, ['pwd']), 'another run begins in the workspace').toEqual([client.workspace]);
  });

  test('reports each command that is not simulated, even if it is repeated', async () => {
    const client = await open('forgotten');
    const outputs = await outputsOf(client, ['npm test', 'npm test', 'pwd']);
    expect(outputs[0]).toBe('Not simulated: the answer of npm is unknown. Nothing was run.');
    expect(client.unknown).toEqual(['npm test', 'npm test']);
  });
});

test('needs no approval in any client', async () => {
  for (const [id, { shell }] of VARIANTS) {
    const client = await openClient(id, { skills: [skillOnDisk('demo')], runsNothing: true });
    const { failed, succeeded } = shell;
    const missed = await client.call(shell.tool, { [shell.command]: 'cat absent.md' });
    expect([textIn(missed).includes('No such file'), missed.errorCode]).toEqual([
      failed.includes('{output}'),
      'COMMAND_FAILED',
    ]);
    expect(
      textIn(await client.call(shell.tool, { [shell.command]: 'pwd' })).includes(client.installation.workspace),
    ).toBe(succeeded.includes('{output}'));
    expect(client.questions).toEqual([]);
  }
});

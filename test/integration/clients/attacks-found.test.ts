/** Attacks that succeed. Each group names the cause; a fix moves its cases next to the code. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CaseWorkspaces } from '../../../runtime/evals/prepare/case-workspaces.ts';
import { copyFolder, removeCopy } from '../../../runtime/protocol/client-copy.ts';
import { type OpenedClient, openClient, textIn } from '../../../runtime/testing/client.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../../runtime/testing/folders.ts';
import { canSandbox } from '../../../runtime/testing/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { CLI, createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();
const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;

const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });

/** Python that makes a chain of folders `name` in the current one, deeper than a path can be long. */
const deepFolders = (levels: number, name: string) =>
  `python3 -c "
import os
for i in range(${levels}): os.mkdir('${name}'); os.chdir('${name}')"`;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

/** Starts a run in Claude Code with two skills that bring scripts. */
async function startRun(replies: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    ...{ 'workspace/README.md': '# App\n', 'skills/one/SKILL.md': manifest('one') },
    ...{ 'skills/one/scripts/x.py': 'print("one")\n', 'skills/two/SKILL.md': manifest('two') },
    'skills/two/tool.sh': 'echo two\n',
  });
  const server = await startModelServer([...replies, { text: 'Done.' }]);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data') };
  const cli = (...args: readonly string[]) =>
    runCli([...args, '--runs', 'runs', '--json'], { cwd, env, process: true });
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const start = (...more: readonly string[]) =>
    cli(
      'run',
      'Do it.',
      '--skills',
      'skills',
      '--workspace',
      'workspace',
      '--client',
      'claude-code',
      ...model,
      ...more,
    );
  return { cwd, cli, start };
}

describe.skipIf(!hasSandbox)('the end of a run', () => {
  // Such as the module cache of Go.
  test.skipIf(isRoot)('does not fail at a folder that commands made read-only', async () => {
    const { start } = await startRun([bash('mkdir x; touch x/f; chmod 500 x')]);
    const result = await start('--yes');
    expect([result.code, result.finished?.reason]).toEqual([0, 'final']);
    expect(existsSync(copyFolder(result.ofType('run_started')[0]?.run ?? ''))).toBe(false);
  });

  test.skipIf(isRoot)('deletes a copy with a folder that commands made read-only', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await run(client, 'mkdir -p x/y; touch x/y/f; chmod 500 x/y; chmod 0 x');
    expect(() => client.installation.remove()).not.toThrow();
    expect(existsSync(client.installation.root)).toBe(false);
  });

  test('deletes a copy that is deeper than a path can be long', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await run(client, deepFolders(1500, 'dddd'));
    const { root } = client.installation;
    client.installation.release();
    onTestFinished(() => void spawnSync('rm', ['-rf', root]));
    await removeCopy(root).catch(() => undefined);
    expect(existsSync(root)).toBe(false);
  });
});

describe.skipIf(!hasSandbox)('the host is not blocked for long', () => {
  test('by a link whose target goes up and down in deep folders', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await run(
      client,
      `python3 -c "
import os
for i in range(300): os.mkdir('d'); os.chdir('d')
os.makedirs('d/e'); os.symlink('d/e/../../' * 400 + 'f', 'l'); open('f', 'w').write('x')"`,
    );
    const path = `${client.installation.workspace}/${'d/'.repeat(300)}l`;
    expect(await milliseconds(() => client.call('Read', { file_path: path }))).toBeLessThan(2000);
  });

  test.each(['opencode', 'copilot-cli'])('by deep folders in a skill that %s loads', async (id) => {
    const client = await openClient(id, { skills: [skillOnDisk('one')] });
    await run(client, `cd ${client.installation.skills[0]?.folder}; ${deepFolders(1000, 'dd')}`);
    const { activation } = client.behavior;
    if (activation.kind !== 'tool') throw new Error('no tool');
    const time = await milliseconds(() => client.call(activation.tool, { [activation.parameter]: 'one' }));
    expect(time).toBeLessThan(2000);
  });

  test('by ignore files of a workspace', async () => {
    const rules = Array.from({ length: 5000 }, (_, i) => `*q${i}*x*`).join('\n');
    const ignores = Object.fromEntries(
      ['', 'a/', 'a/b/'].map((folder) => [`${folder}.gitignore`, rules.slice(0, 60_000)]),
    );
    const files = Array.from({ length: 100 }, (_, i) => [`a/b/file${i}abcdefghijklmnopqrstuvw.txt`, 'x'] as const);
    const client = await openClient('opencode', {
      skills: [skillOnDisk('one')],
      workspace: writeFiles(temporaryFolder(), { ...ignores, ...Object.fromEntries(files) }),
    });
    expect(await milliseconds(() => client.call('glob', { pattern: '**/*' }))).toBeLessThan(2000);
  });
});

describe.skipIf(!hasSandbox)('commands work as before', () => {
  test('a file next to the workspace is kept, or refused', async () => {
    const client = await openClient('codex', { skills: [skillOnDisk('one')] });
    const first = await run(client, 'echo text > ../file');
    const second = await run(client, 'cat ../file');
    expect(first.errorCode !== undefined || textIn(second).includes('text')).toBe(true);
  });
});

describe.skipIf(!hasSandbox)('a changed record of the files of a copy', () => {
  const resume = async (record: unknown) => {
    const { cli, start } = await startRun([bash('echo x > passwd')]);
    const first = await start();
    const name = first.ofType('run_started')[0]?.run ?? '';
    writeFileSync(`${copyFolder(name)}.json`, JSON.stringify(record));
    return cli('resume', name, '--approve', first.ofType('pause')[0]?.id ?? '');
  };

  test('does not end the program', async () => {
    const result = await resume([['README.md', null]]);
    expect([result.code, result.finished?.reason]).toEqual([0, 'final']);
  });

  test.skipIf(!isLinux)('does not name originals elsewhere', async () => {
    const { size, mtimeMs: originalMtimeMs } = statSync('/etc/passwd');
    const original = { size, originalMtimeMs, ctimeMs: 1, ino: 1, folder: '/etc', original: '/etc/passwd' };
    const result = await resume([['passwd', original]]);
    expect(JSON.stringify(result.events)).not.toContain('root:x:');
  });
});

describe('evals', () => {
  test.skipIf(!isLinux).each([
    ['results.json', 'plan.json'],
    ['plan.json', 'results.json'],
  ])('a pipe as %s does not block the union of results', (pipe, file) => {
    const folder = createTemporaryFolder();
    const results = { version: 1, complete: true, trials: [], cases: [], groups: [] };
    writeFiles(folder, { [`a/${file}`]: JSON.stringify(results) });
    spawnSync('mkfifo', [join(folder, 'a', pipe)]);
    const ended = spawnSync(process.execPath, [CLI, 'eval', 'merge', 'a', '--out', 'out'], {
      cwd: folder,
      timeout: 10_000,
    });
    expect(ended.signal).toBeNull();
  });

  test('a workspace can be a link', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real/.skillwright'), { recursive: true });
    symlinkSync('real', join(folder, 'link'));
    const workspaces = new CaseWorkspaces(join(folder, 'link'), join(folder, 'out'));
    onTestFinished(() => workspaces.remove());
    expect(workspaces.baseFolder()).toHaveProperty('folder');
  });
});

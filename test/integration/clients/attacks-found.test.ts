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

describe.skipIf(!hasSandbox)('an approval of commands for one skill', () => {
  const open = async () => {
    const client = await openClient('claude-code', {
      skills: [
        skillOnDisk('one', { 'scripts/x.py': 'print("one")\n' }),
        skillOnDisk('two', { 'tool.sh': 'echo two-ran\n', Makefile: 'all:\n\t@echo two-ran\n' }),
      ],
    });
    await client.call('Skill', { skill: 'one' });
    await run(client, 'echo approved');
    return client;
  };
  const isAsked = ({ questions }: OpenedClient) => questions.some(({ hint }) => /'two'|"two"/.test(String(hint)));
  const S = '~/.claude/skills';

  test.each([
    `bash ${S}/t*o/tool.sh`,
    `cd ${S} && bash */tool.sh`,
    `cd ${S}/two && make`,
    `make -s -C ${S}/two`,
    `pushd ${S}/two; bash tool.sh`,
    `eval "bash ${S}/two/tool.sh"`,
    `bash -c 'bash ${S}/two/tool.sh'`,
    `timeout 5 bash ${S}/two/tool.sh`,
    `nice bash ${S}/two/tool.sh`,
    `find ${S} -name tool.sh -exec bash {} \\;`,
    `ls ${S}/*/tool.sh | xargs bash`,
    `bash < ${S}/two/tool.sh`,
    `$(cat ${S}/two/tool.sh)`,
    `ln -s ${S} "$TMPDIR/s"; bash "$TMPDIR/s/two/tool.sh"`,
    `python3 -c "import os; os.system('bash ${S}/two/tool.sh')"`,
    `bash <<'E'\nbash ${S}/two/tool.sh\nE`,
  ])('does not run a script of another one without asking: %s', async (command) => {
    const client = await open();
    const said = textIn(await run(client, command));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test.each<readonly [string, (client: OpenedClient) => Promise<unknown>]>([
    ['the search of a client', ({ call, installation }) => call('Grep', { pattern: '.', path: installation.home })],
    ['a pattern', (client) => run(client, `cat ${S}/tw?/SKILL.md`)],
    ['a search of a command', (client) => run(client, `grep -r . ${S}`)],
    [
      'a link',
      async (client) => {
        await run(client, `ln -s ${S}/two/SKILL.md x.md`);
        await client.call('Read', { file_path: join(client.installation.workspace, 'x.md') });
      },
    ],
    [
      'a copy',
      async (client) => {
        await run(client, `cp -r ${S} s`);
        await client.call('Read', { file_path: join(client.installation.workspace, 's/two/SKILL.md') });
      },
    ],
    [
      'its script',
      ({ call, installation }) => call('Read', { file_path: join(installation.home, '.claude/skills/two/tool.sh') }),
    ],
  ])('does not cover another one that was read by %s', async (_, read) => {
    const client = await open();
    await read(client);
    await run(client, 'echo more');
    expect(isAsked(client)).toBe(true);
  });

  test.each(['codex', 'opencode', 'gemini-cli'])(
    'asks for the skill that the directory of a command is in: %s',
    async (id) => {
      const client = await openClient(id, { skills: [skillOnDisk('two', { Makefile: 'all:\n\t@echo two-ran\n' })] });
      const { shell } = client.behavior;
      await client.call(shell.tool, {
        [shell.command]: 'make',
        [shell.workdir ?? '']: client.installation.skills[0]?.folder ?? '',
      });
      expect(isAsked(client)).toBe(true);
    },
  );
});

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
});

describe.skipIf(!hasSandbox)('commands work as before', () => {
  test('a temporary file can be moved into the workspace in one step', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const said = await run(
      client,
      `python3 -c "
import os, tempfile
file = tempfile.NamedTemporaryFile(delete=False)
file.close()
os.replace(file.name, 'moved')"; ls`,
    );
    expect(textIn(said)).toBe('moved');
  });

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

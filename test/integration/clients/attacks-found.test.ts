import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lookupsIn, onlyReads } from '../../../runtime/clients/command-lookups.ts';
import { type OpenedClient, openClient, textIn } from '../../../runtime/testing/client.ts';
import { manifest, skillOnDisk, temporaryFolder, writeFiles } from '../../../runtime/testing/folders.ts';
import { canSandbox } from '../../../runtime/testing/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

const load = (skill: string): Reply => ({ calls: [['Skill', { skill }]] });
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

describe.skipIf(!hasSandbox)('a denial', () => {
  test('is not undone by a missing script whose program runs code of the home folder first', async () => {
    const plant = `D=$(python3 -c 'import site; print(site.getusersitepackages())'); mkdir -p "$D"
      echo 'open("planted", "w"); print("code-ran")' > "$D/usercustomize.py"`;
    const { cli, start } = await startRun([
      ...[bash(plant), load('two'), bash('bash ~/.claude/skills/two/tool.sh'), bash('python3 ./nope.py')],
    ]);
    const first = await start();
    const name = first.ofType('run_started')[0]?.run ?? '';
    const second = await cli('resume', name, '--approve', first.ofType('pause')[0]?.id ?? '');
    const third = await cli('resume', name, '--deny', second.ofType('pause')[0]?.id ?? '');
    expect(JSON.stringify(third.ofType('tool_result'))).not.toContain('code-ran');
    expect(third.ofType('workspace_changes')).toEqual([]);
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

describe('a command line that is looked at before it is approved', () => {
  test('does not fill the memory by variables that double', () => {
    const line = `a=xxxx; ${'a="$a$a";'.repeat(16)} cat "$a"`;
    const longest = Math.max(0, ...lookupsIn(line, '/w', '/h').map(({ path }) => path.length));
    expect(longest).toBeLessThan(50_000);
  });

  test('does not fill the memory by operands in loops', () => {
    const list = 'x '.repeat(10);
    const line = `for a in ${list}; do for b in ${list}; do cat ${'f '.repeat(4000)}; done; done`;
    expect(lookupsIn(line, '/w', '/h').length).toBeLessThan(50_000);
  });
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: an expansion of the shell.
test.each([
  ...['sort -o out in', 'uniq in out', "sed -n 'w out' in", "sed 's/a/b/w out' in", "sed '1e touch out' in"],
  ...['find . -fls out', 'tree -o out', 'rg --pre ./x a', 'xxd -r in out', 'yq -i .a=1 f', 'less -o out in'],
  ...["bat --pager='touch out' in", 'PATH=$PWD ls', 'x=$(touch out); ls', 'ls "${x:-$(touch out)}"'],
  ...['cat < $(touch out)', 'cat <<E\n$(touch out)\nE', '[[ -f $(touch out) ]]; ls', 'ls; (( x = $(touch out) ))'],
])('does not take it for reading: %s', (command) => expect(onlyReads(command)).toBe(false));

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: an expansion of the shell.

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

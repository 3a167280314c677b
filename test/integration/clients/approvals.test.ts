/** Approvals of commands in a client's run: the skills that they cover, and how long a denial lasts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ShellSession } from '../../../runtime/clients/shell-session.ts';
import { readJournal } from '../../../runtime/journal/reader.ts';
import type { ResultOutcome } from '../../../runtime/loop/interfaces/tools.ts';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

const load = (skill: string): Reply => ({ calls: [['Skill', { skill }]] });
const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });

/** Starts a run in Claude Code with three skills, of which one brings no script. */
async function startRun(replies: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'workspace/README.md': '# App\n',
    'skills/prose/SKILL.md': manifest('prose'),
    'skills/prose/references/a.md': '# A\n',
    'skills/prose/assets/x.png': '',
    'skills/one/SKILL.md': manifest('one'),
    'skills/one/scripts/x.py': 'print("one")\n',
    'skills/two/SKILL.md': manifest('two'),
    'skills/two/tool.sh': 'echo two\n',
  });
  const server = await startModelServer([...replies, { text: 'Done.' }]);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data') };
  const cli = (...args: readonly string[]) => runCli([...args, '--runs', 'runs', '--json'], { cwd, env });
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const skills = ['--skills', 'skills', '--workspace', 'workspace', '--client', 'claude-code'];
  const first = await cli('run', 'Do it.', ...skills, ...model);
  const run = first.ofType('run_started')[0]?.run ?? '';
  return {
    first,
    answer: (to: CliResult, how: '--approve' | '--deny') => cli('resume', run, how, to.ofType('pause')[0]?.id ?? ''),
    continue: () => cli('run', 'Again.', ...skills, ...model, '--continue', run),
    codes: () =>
      readJournal(join(cwd, 'runs', run, 'journal.jsonl')).events.flatMap((event) =>
        event.type === 'tool_result' && event.tool === 'Bash' ? [event.error_code ?? 'ran'] : [],
      ),
  };
}

/** Commands that write code into the home folder, which interpreters run before a script. */
// cspell:ignore makedirs
const PLANTED = `python3 - <<'E'
import os, site
user = site.getusersitepackages()
os.makedirs(user, exist_ok=True)
code = 'import os; print("code-ran"); open(os.path.expanduser("~/../workspace/planted"), "w")'
for name in 'usercustomize', 'sitecustomize': open(user + '/' + name + '.py', 'w').write(code)
open(user + '/x.pth', 'w').write(code)
for name in '.bashrc', '.bash_profile', '.profile', '.bash_env':
    open(os.path.expanduser('~/' + name), 'w').write('echo code-ran; touch ~/../workspace/planted')
os.makedirs(os.path.expanduser('~/bin'), exist_ok=True)
for folder in os.path.expanduser('~/bin'), '.':
    for name in 'python3', 'node', 'bash', 'sh':
        path = folder + '/' + name
        open(path, 'w').write('#!/bin/bash\\necho code-ran')
        os.chmod(path, 0o755)
E`;

const askedFor = (result: CliResult) =>
  result.ofType('pause').map(({ hint }) => /run commands(.*?) in a copy/.exec(String(hint))?.[1]);

describe.skipIf(!hasSandbox)('commands of a client', () => {
  test('a denial lasts until the run ends, also for skills that were approved before', async () => {
    const run = await startRun([
      ...[load('one'), bash('echo 1'), load('two'), bash('echo 2')],
      ...[load('one'), bash('bash ~/.claude/skills/two/tool.sh'), bash('echo 3')],
    ]);
    expect(askedFor(run.first)).toEqual([" for the skill 'one'"]);
    const second = await run.answer(run.first, '--approve');
    expect(askedFor(second)).toEqual([" for the skills 'one', 'two'"]);
    const third = await run.answer(second, '--deny');
    expect([third.code, third.ofType('pause')]).toEqual([0, []]);
    expect(run.codes()).toEqual(['ran', 'REJECTED', 'REJECTED', 'REJECTED']);
    expect(third.ofType('note').map(({ message }) => message)).toContain(
      'Not asked again: you denied commands until the end of this run.',
    );
  });

  test('a skill without scripts asks nothing again, and one with scripts does', async () => {
    const run = await startRun([
      ...[bash('echo 0'), load('prose'), bash('echo 1'), load('one'), bash('echo 2'), load('prose')],
      ...[load('one'), bash('echo 3')],
    ]);
    expect(askedFor(run.first)).toEqual(['']);
    const second = await run.answer(run.first, '--approve');
    expect([askedFor(second), run.codes()]).toEqual([[" for the skill 'one'"], ['ran', 'ran']]);
    const third = await run.answer(second, '--approve');
    expect([third.code, run.codes()]).toEqual([0, ['ran', 'ran', 'ran', 'ran']]);
  });

  test.each([
    ['Read', { file_path: '~/.claude/skills/two/SKILL.md' }],
    ['Bash', { command: 'cat ~/.claude/skills/two/SKILL.md' }],
  ])('a skill that is read with %s counts as loaded', async (tool, args) => {
    const run = await startRun([load('one'), bash('echo 1'), { calls: [[tool, args]] }, bash('echo 2')]);
    const second = await run.answer(run.first, '--approve');
    expect(askedFor(second)).toEqual([" for the skills 'one', 'two'"]);
  });

  test('a script of another skill that was not loaded is asked about', async () => {
    const run = await startRun([
      load('one'),
      bash('echo 1'),
      bash('bash ~/.claude/skills/two/tool.sh'),
      bash('echo 2'),
    ]);
    const second = await run.answer(run.first, '--approve');
    expect(askedFor(second)).toEqual([" for the skills 'one', 'two'"]);
    const third = await run.answer(second, '--approve');
    expect([third.code, run.codes()]).toEqual([0, ['ran', 'ran', 'ran']]);
  });

  test('one denial answers all parallel commands, and the next prompt asks again', async () => {
    const both: Reply = { calls: ['1', '2'].map((name) => ['Bash', { command: `echo ${name}` }]) };
    const run = await startRun([both, { text: 'Not allowed.' }, bash('echo 3')]);
    const denied = await run.answer(run.first, '--deny');
    expect([denied.code, run.codes()]).toEqual([0, ['REJECTED', 'REJECTED']]);
    expect(denied.ofType('answer').map(({ answer }) => answer)).toEqual(['deny', 'deny']);
    expect(askedFor(await run.continue())).toEqual(['']);
  });

  test('a denial also holds for a script that does not exist', async () => {
    const run = await startRun([
      ...[bash(PLANTED), load('two'), bash('bash ~/.claude/skills/two/tool.sh'), bash('python3 ./nope.py')],
    ]);
    const third = await run.answer(await run.answer(run.first, '--approve'), '--deny');
    expect(run.codes()).toEqual(['ran', 'REJECTED', 'REJECTED']);
    expect(JSON.stringify(third.ofType('tool_result'))).not.toContain('code-ran');
  });
});

describe.skipIf(!hasSandbox)('a command that is not asked about', () => {
  const openPlanted = async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    await client.call('Bash', { command: PLANTED });
    client.questions.length = 0;
    return client;
  };

  test.each([
    ['python3 ./nope.py', "can't open file"],
    ['python3 scripts/nope.py --all', "can't open file"],
    ['node ./nope.js', 'Cannot find module'],
    ['bash ./nope.sh', 'No such file or directory'],
    ['sh ./nope.sh', /nope.sh/],
    ['./nope', 'No such file or directory'],
    ['perl ./nope.pl', /nope.pl|not found/],
    ['ruby ./nope.rb', /nope.rb|not found/],
  ])('runs no code of the copy: %s', async (command, expected) => {
    const client = await openPlanted();
    const said = textIn(await client.call('Bash', { command }));
    const { workspace } = client.installation;
    expect([client.questions, existsSync(join(workspace, 'planted'))]).toEqual([[], false]);
    expect(said).not.toContain('code-ran');
    if (command.startsWith('node') && said.includes('not found')) return;
    expect(said).toMatch(expected);
    if (command.startsWith('python3 .')) expect(said).toContain(`${workspace}/./nope.py`);
  });

  test('can change nothing, even if the script exists by then', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const { installation, behavior } = client;
    const session = new ShellSession(behavior.shell, installation);
    const plan = await session.plan();
    if (plan.kind === 'failed') throw new Error(plan.message);
    const { workspace, home, temporary, root } = installation;
    const folders = [workspace, home, temporary, root];
    const command = `pwd; touch ${[...folders, '$HOME'].map((folder) => `${folder}/x`).join(' ')}`;
    const options = { command, timeoutMs: 10_000, signal: new AbortController().signal };
    const ran = await session.run(plan, { ...options, changesNothing: true });
    expect(ran).toMatchObject({ output: expect.stringContaining(`${workspace}\n`) });
    expect(folders.filter((folder) => existsSync(join(folder, 'x')))).toEqual([]);
  });
});

/** Calls a client's shell. */
const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

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
    `mv ~/.claude ~/moved; bash ~/moved/skills/two/tool.sh`,
    `mv ${S} ~/moved; bash ~/moved/two/tool.sh`,
    `mv ${S}/two ~/moved; cp -r ${S}/two ~/copied; bash ~/moved/tool.sh; bash ~/copied/tool.sh`,
  ])('does not run a script of another one without asking: %s', async (command) => {
    const client = await open();
    const said = textIn(await run(client, command));
    expect(isAsked(client) || !said.includes('two-ran')).toBe(true);
  });

  test.each<readonly [string, (client: OpenedClient) => Promise<ResultOutcome>]>([
    ['the search of a client', ({ call, installation }) => call('Grep', { pattern: '.', path: installation.home })],
    ['a pattern', (client) => run(client, `cat ${S}/tw?/SKILL.md`)],
    ['a search of a command', (client) => run(client, `grep -r . ${S}`)],
    [
      'a link',
      async (client) => {
        await run(client, `ln -s ${S}/two/SKILL.md x.md`);
        return client.call('Read', { file_path: join(client.installation.workspace, 'x.md') });
      },
    ],
    [
      'a copy',
      async (client) => {
        await run(client, `cp -r ${S} s`);
        return client.call('Read', { file_path: join(client.installation.workspace, 's/two/SKILL.md') });
      },
    ],
    [
      'its script',
      ({ call, installation }) => call('Read', { file_path: join(installation.home, '.claude/skills/two/tool.sh') }),
    ],
  ])('does not cover another one that was read by %s', async (_, read) => {
    const client = await open();
    const said = textIn(await read(client));
    await run(client, 'echo more');
    expect(isAsked(client) || !said.includes('Does two things')).toBe(true);
  });

  test('asks before a file of a skill is run, whatever its name says', async () => {
    const client = await openClient('claude-code', {
      skills: [skillOnDisk('one'), skillOnDisk('two', { 'run.txt': 'echo two-ran\n' })],
    });
    await run(client, 'echo approved');
    await run(client, `bash ${S}/two/run.txt`);
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

/** Approvals of commands in a client's run: the skills that they cover, and how long a denial lasts. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { manifest, writeFiles } from '../../../runtime/testing/folders.ts';
import { canSandbox } from '../../../runtime/testing/sandbox.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

const load = (skill: string): Reply => ({ calls: [['Skill', { skill }]] });
const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });

/** Starts a run in Claude Code with three skills, of which one brings no script. */
async function startRun(replies: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    ...{ 'workspace/README.md': '# App\n', 'skills/prose/SKILL.md': manifest('prose') },
    ...{ 'skills/prose/references/a.md': '# A\n', 'skills/prose/assets/x.png': '' },
    ...{ 'skills/one/SKILL.md': manifest('one'), 'skills/one/scripts/x.py': 'print("one")\n' },
    ...{ 'skills/two/SKILL.md': manifest('two'), 'skills/two/tool.sh': 'echo two\n' },
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
});

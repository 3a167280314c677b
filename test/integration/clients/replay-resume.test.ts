/** Runs in clients that are replayed, killed and continued. No command runs twice. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { VARIANTS } from '../../equipment/runtime/client.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { sample } from '../../equipment/skill/long.ts';
import { type Reply, startModelServer } from '../run-server.ts';
import { type CliResult, createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

/** A workspace and a skill whose paths miss; copies are made in `temporary`. */
async function makeProject(replies?: readonly Reply[]) {
  const cwd = createTemporaryFolder();
  const temporary = join(cwd, 'tmp');
  mkdirSync(temporary);
  writeFiles(cwd, {
    'workspace/README.md': '# App\n',
    'greeter/SKILL.md': manifest(
      'greeter',
      '# Steps\n\nRead `references/guide.md`. Then run `python3 scripts/hello.py`.\n',
    ),
    'greeter/references/guide.md': '# Guide\n\nGreet politely.\n',
    'greeter/scripts/hello.py': 'print("hello")\n',
  });
  const env = { XDG_DATA_HOME: join(cwd, 'data'), SKILLWRIGHT_SIMULATED_DELAY: '0', TMPDIR: temporary };
  const server = replies && (await startModelServer(replies));
  if (server !== undefined) onTestFinished(() => server.close());
  const model = server === undefined ? [] : ['--model', 'openai-compatible/m', '--base-url', server.url];
  const workspace = ['--skills', 'greeter', '--workspace', 'workspace'];
  const command = (args: readonly string[], options: Parameters<typeof runCli>[1]) =>
    runCli([...args, '--runs', 'runs', '--json'], { cwd, env, ...options });
  const copies = () => readdirSync(temporary).filter((name) => name.startsWith('skillwright-client-'));
  return {
    copies,
    /** Kills the process of a run as soon as `made.txt` has content. */
    killAfterWriting: (child: { kill(signal: 'SIGKILL'): unknown }) => {
      const earlier = new Set(copies());
      const timer = setInterval(() => {
        const copy = copies().find((name) => !earlier.has(name)) ?? '';
        const file = join(temporary, copy, 'workspace/made.txt');
        if (!existsSync(file) || readFileSync(file, 'utf8') === '') return;
        clearInterval(timer);
        child.kill('SIGKILL');
      }, 20);
    },
    deleteRun: (run: string) => rmSync(join(cwd, 'runs', run), { recursive: true }),
    /** Removes the approvals that are stored outside the workspace, as on another machine. */
    forgetApprovals: () => rmSync(join(cwd, 'data/skillwright/said'), { recursive: true }),
    run: (args: readonly string[], options: Parameters<typeof runCli>[1] = {}) =>
      command(['run', 'Greet me.', ...workspace, '--yes', ...model, ...args], options),
    /** Starts the run without `--yes`. */
    ask: (...args: readonly string[]) => command(['run', 'Greet me.', ...workspace, ...model, ...args], {}),
    /** Continues a run without the options of the other runs; without `run`, starts one. */
    continue: (run: string | undefined, args: readonly string[]) => {
      const at = args.includes('--client') && !args.includes('--workspace') ? ['--workspace', 'workspace'] : [];
      const earlier = run === undefined ? [] : ['--continue', run];
      return command(['run', 'Again.', '--skills', 'greeter', ...model, ...at, ...args, ...earlier], {});
    },
    resume: (run: string, args: readonly string[] = [], options: Parameters<typeof runCli>[1] = {}) =>
      command(['resume', run, ...args], options),
    /** Resumes a run with `--yes`, which holds for one process, and approves the first command. */
    resumeAndApprove: async (run: string) => {
      const paused = await command(['resume', run], {});
      return command(['resume', run, '--approve', paused.ofType('pause')[0]?.id ?? ''], {});
    },
    replay: (run: string) => command(['replay', run], {}),
    events: (run: string) => readJournal(join(cwd, 'runs', run, 'journal.jsonl')).events,
  };
}

const idOf = (result: CliResult): string => result.ofType('run_started')[0]?.run ?? '';

/** Clients whose runs are killed: every third one in `npm test`. */
const KILLED = sample(VARIANTS, 3).map(([id]) => id);

describe.skipIf(!hasSandbox).each(VARIANTS)('%s', (id, { shell }) => {
  const extra = Object.fromEntries(
    shell.extra
      .filter(({ required }) => required)
      .map(({ name }) => [name, name === 'isBackground' ? false : 'Make it']),
  );
  const sh = (command: string): Reply => ({ calls: [[shell.tool, { [shell.command]: command, ...extra }]] });

  test.each(['weak', 'stubborn-scripts'])('a replay of simulated/%s is the same, without a copy', async (mode) => {
    const project = await makeProject();
    const result = await project.run(['--client', id, '--model', `simulated/${mode}`]);
    const run = idOf(result);
    expect(project.copies(), 'the copy is removed at the end of the run').toEqual([]);
    const journal = project.events(run).length;
    const replayed = await project.replay(run);
    expect([replayed.code, JSON.parse(replayed.stdout)]).toMatchObject([0, { same: true }]);
    expect(project.events(run)).toHaveLength(journal);
    expect(project.copies()).toEqual([]);
  });

  test.runIf(KILLED.includes(id))(
    'a run that was killed continues in its copy, and runs no command twice',
    async () => {
      const project = await makeProject([sh('echo once >> made.txt'), sh('cat made.txt'), { text: 'Done.' }]);
      const killed = await project.run(['--client', id], { killAtLine: '"type":"tool_result"' });
      const run = idOf(killed);
      expect(project.copies()).toContain(`skillwright-client-${run}`);
      const resumed = await project.resumeAndApprove(run);
      expect(resumed.code).toBe(0);
      const results = project.events(run).filter((event) => event.type === 'tool_result');
      expect(results).toHaveLength(2);
      expect(JSON.stringify(results[1]?.result).match(/once/g)).toHaveLength(1);
      expect(project.copies()).toEqual([]);
      const replayed = await project.replay(run);
      expect(JSON.parse(replayed.stdout)).toMatchObject({ same: true });
    },
  );
});

describe.skipIf(!hasSandbox)('claude-code', () => {
  const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });

  const atFirstResult = { killAtLine: '"type":"tool_result"' };

  test('commands are approved once per run, even if its process is killed', async () => {
    const project = await makeProject([bash('echo a >> made.txt'), bash('cat made.txt'), { text: 'Done.' }]);
    const paused = await project.ask('--client', 'claude-code');
    const run = idOf(paused);
    const [question] = paused.ofType('pause');
    expect([paused.code, question?.approvesFor]).toEqual([6, 'run']);
    const killed = await project.resume(run, ['--approve', question?.id ?? ''], atFirstResult);
    expect(killed.ofType('run_finished')).toEqual([]);
    const resumed = await project.resume(run);
    expect([resumed.code, resumed.ofType('pause')]).toEqual([0, []]);
    expect(resumed.ofType('note'), 'the client was named when the run started').toEqual([]);
    const results = project.events(run).filter((event) => event.type === 'tool_result');
    expect(results.map(({ result }) => result)).toEqual([expect.anything(), 'a']);
    expect(JSON.parse((await project.replay(run)).stdout)).toMatchObject({ same: true });
  });

  test('the copy of a killed run is removed after the run is deleted, with the next run', async () => {
    const write = bash('echo a >> made.txt; sleep 60');
    const project = await makeProject([write, write, { text: 'Done.' }]);
    const killed = () => project.run(['--client', 'claude-code'], { onStart: project.killAfterWriting });
    const first = idOf(await killed());
    const second = idOf(await killed());
    const copies = [first, second].map((run) => `skillwright-client-${run}`);
    expect(project.copies().filter((name) => !name.includes('.'))).toEqual(copies.sort());
    project.deleteRun(first);
    await project.run(['--client', 'claude-code']);
    expect(project.copies().filter((name) => name.includes(first))).toEqual([]);
    expect(project.copies()).toContain(`skillwright-client-${second}`);
  });

  test('one approval answers all parallel commands', async () => {
    const both: Reply = { calls: ['one', 'two'].map((name) => ['Bash', { command: `echo ${name}` }]) };
    const project = await makeProject([both, { text: 'Done.' }]);
    const paused = await project.ask('--client', 'claude-code');
    expect(paused.ofType('pause')).toHaveLength(2);
    const resumed = await project.resume(idOf(paused), ['--approve', paused.ofType('pause')[1]?.id ?? '']);
    expect([resumed.code, resumed.ofType('pause')]).toEqual([0, []]);
    expect(resumed.ofType('answer').map(({ answer }) => answer)).toEqual(['approve', 'approve']);
    expect(JSON.parse((await project.replay(idOf(paused))).stdout)).toMatchObject({ same: true });
  });

  test('an approval in a journal that was not given on this machine does not count', async () => {
    const project = await makeProject([bash('echo a >> made.txt'), bash('cat made.txt'), { text: 'Done.' }]);
    const paused = await project.ask('--client', 'claude-code');
    const run = idOf(paused);
    await project.resume(run, ['--approve', paused.ofType('pause')[0]?.id ?? ''], atFirstResult);
    project.forgetApprovals();
    const resumed = await project.resume(run);
    expect([resumed.code, resumed.ofType('pause')]).toEqual([6, [expect.anything()]]);
  });

  test('a second command whose process was killed is not run again', async () => {
    const project = await makeProject([
      bash('echo first'),
      bash('echo once >> made.txt; sleep 60'),
      bash('cat made.txt'),
      { text: 'Done.' },
    ]);
    const killed = await project.run(['--client', 'claude-code'], { onStart: project.killAfterWriting });
    const run = idOf(killed);
    expect((await project.resumeAndApprove(run)).code).toBe(0);
    const results = project.events(run).filter((event) => event.type === 'tool_result');
    expect(results.map(({ error_code }) => error_code)).toEqual([undefined, 'INTERRUPTED', undefined]);
    expect(results[2]?.result).toBe('once');
  });

  test('a command whose process was killed is not run again', async () => {
    const project = await makeProject([
      bash('echo once >> made.txt; sleep 60'),
      bash('cat made.txt'),
      { text: 'Done.' },
    ]);
    const killed = await project.run(['--client', 'claude-code'], { onStart: project.killAfterWriting });
    expect(killed.ofType('run_finished')).toEqual([]);
    const run = idOf(killed);
    expect((await project.resumeAndApprove(run)).code).toBe(0);
    const results = project.events(run).filter((event) => event.type === 'tool_result');
    expect(results.map(({ error_code }) => error_code)).toEqual(['INTERRUPTED', undefined]);
    expect(results[1]?.result).toBe('once');
  });

  test('a further prompt continues in the client, in a copy at the same path', async () => {
    const project = await makeProject([{ text: 'Hello.' }, bash('pwd'), { text: 'Done.' }]);
    const run = idOf(await project.run(['--client', 'claude-code']));
    const more = await project.run(['--client', 'claude-code', '--continue', run]);
    expect(more.code).toBe(0);
    expect(
      project
        .events(run)
        .filter((event) => event.type === 'run_started')
        .map(({ client }) => client),
    ).toEqual(['claude-code', 'claude-code']);
    const result = project.events(run).find((event) => event.type === 'tool_result');
    expect(result?.result).toContain(`skillwright-client-${run}/workspace`);
    expect(JSON.parse((await project.replay(run)).stdout)).toMatchObject({ same: true });
  });

  test('a further prompt is refused in another client, workspace or location of the skills', async () => {
    const project = await makeProject([{ text: 'Hello.' }]);
    const run = idOf(await project.run(['--client', 'claude-code']));
    const length = project.events(run).length;
    for (const [args, message] of [
      [['--client', 'codex'], /^skillwright: Continue with --client claude-code, or start a new run: .* not of codex/],
      [[], /^skillwright: Continue with --client claude-code, .* not of adk/],
      [
        ['--client', 'claude-code', '--install', 'project'],
        /^skillwright: Continue with --install user, or start a new run/,
      ],
      [
        ['--client', 'claude-code', '--workspace', '.'],
        /^skillwright: Continue with --workspace .*\/workspace, or start a new run/,
      ],
    ] as const) {
      const refused = await project.continue(run, args);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    expect(project.events(run)).toHaveLength(length);
  });

  test('a run as ADK is not continued in a client', async () => {
    const project = await makeProject([{ text: 'Hello.' }]);
    const run = idOf(await project.continue(undefined, []));
    const refused = await project.run(['--client', 'codex', '--continue', run]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^skillwright: Continue with --client adk/),
    ]);
    expect(project.events(run).filter(({ type }) => type === 'run_started')).toHaveLength(1);
  });
});

/** Runs in clients that are replayed, killed and continued. No command runs twice. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { VARIANTS } from '../../../runtime/testing/client.ts';
import { manifest, writeFiles } from '../../../runtime/testing/folders.ts';
import { canSandbox } from '../../../runtime/testing/sandbox.ts';
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
  const command = (args: readonly string[], options: Parameters<typeof runCli>[1]) =>
    runCli([...args, '--runs', 'runs', '--json'], { cwd, env, ...options });
  return {
    folder: temporary,
    copies: () => readdirSync(temporary).filter((name) => name.startsWith('skillwright-client-')),
    run: (args: readonly string[], options: Parameters<typeof runCli>[1] = {}) =>
      command(
        ['run', 'Greet me.', '--skills', 'greeter', '--workspace', 'workspace', '--yes', ...model, ...args],
        options,
      ),
    /** Resumes the run and approves the first command: an approval is not kept for another process. */
    resume: async (run: string) => {
      const paused = await command(['resume', run], {});
      return command(['resume', run, '--approve', paused.ofType('pause')[0]?.id ?? ''], {});
    },
    replay: (run: string) => command(['replay', run], {}),
    events: (run: string) => readJournal(join(cwd, 'runs', run, 'journal.jsonl')).events,
  };
}

const idOf = (result: CliResult): string => result.ofType('run_started')[0]?.run ?? '';

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

  test('a run that was killed continues in its copy, and runs no command twice', async () => {
    const project = await makeProject([sh('echo once >> made.txt'), sh('cat made.txt'), { text: 'Done.' }]);
    const killed = await project.run(['--client', id], {
      onLine: (line, child) => {
        if (line.includes('"type":"tool_result"')) child.kill('SIGKILL');
      },
    });
    const run = idOf(killed);
    expect(project.copies()).toContain(`skillwright-client-${run}`);
    const resumed = await project.resume(run);
    expect(resumed.code).toBe(0);
    const results = project.events(run).filter((event) => event.type === 'tool_result');
    expect(results).toHaveLength(2);
    expect(JSON.stringify(results[1]?.result).match(/once/g)).toHaveLength(1);
    expect(project.copies()).toEqual([]);
    const replayed = await project.replay(run);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ same: true });
  });
});

describe.skipIf(!hasSandbox)('claude-code', () => {
  const bash = (command: string): Reply => ({ calls: [['Bash', { command }]] });

  test('a command whose process was killed is not run again', async () => {
    const project = await makeProject([
      bash('echo once >> made.txt; sleep 60'),
      bash('cat made.txt'),
      { text: 'Done.' },
    ]);
    let made = false;
    const killed = await project.run(['--client', 'claude-code'], {
      onStart: (child) => {
        const timer = setInterval(() => {
          const [copy = ''] = project.copies();
          const file = join(project.folder, copy, 'workspace/made.txt');
          if (!existsSync(file) || readFileSync(file, 'utf8') === '') return;
          clearInterval(timer);
          made = true;
          child.kill('SIGKILL');
        }, 20);
      },
    });
    expect(made).toBe(true);
    const run = idOf(killed);
    expect((await project.resume(run)).code).toBe(0);
    const results = project.events(run).filter((event) => event.type === 'tool_result');
    expect(results.map(({ error_code }) => error_code)).toEqual(['INTERRUPTED', undefined]);
    expect(results[1]?.result).toBe('once');
  });

  test('a further prompt continues in the client, with a copy at the same place', async () => {
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
});

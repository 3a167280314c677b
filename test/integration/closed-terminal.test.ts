import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { pathWithOnly } from './contract/limited-path.ts';
import { script } from './run-replies.ts';
import { type Reply, startModelServer } from './run-server.ts';
import { CLI, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

/** Needs util-linux's `script`, which gives a process a terminal. */
describe.skipIf(process.platform !== 'linux' || !hasScript())('closing the terminal', () => {
  test('while the model is silent ends the run as Ctrl-C does', async () => {
    const { closed, has } = await runInTerminal([{ silent: true }]);
    await has('"llm_request"');
    closed();
    expect((await has('"run_finished"')).at(-1)).toMatchObject({ reason: 'cancelled' });
  });

  // Its output then has nowhere to go, neither to standard output nor to standard error, and there is no signal first.
  test('while the model continues, under a shell that passes no signal on, ends the run as well', async () => {
    const model = ['--model', 'simulated/stubborn-variants', '--guards', 'off'];
    const { closed, has, code } = await runInTerminal([], { model, shell: true });
    await has('"tool_result"');
    closed();
    expect(await code()).toBe(130);
    expect((await has('"run_finished"')).at(-1)).toMatchObject({ reason: 'cancelled' });
  });

  test.each([false, true])(
    'while a script waits for approval leaves the run paused (under a shell: %s)',
    async (shell) => {
      const { closed, has, shows, code, runs } = await runInTerminal([script('hello.sh'), { text: 'Done.' }], {
        shell,
      });
      await shows('[N]o');
      closed();
      const events = await has('"run_finished"');
      expect(events.at(-1)).toMatchObject({ reason: 'paused' });
      if (shell) expect(await code()).toBe(6);
      const run = readdirSync(runs)[0] ?? '';
      const id = events.find((event) => event.type === 'pause')?.id ?? '';
      const resumed = await runCli(['resume', run, '--runs', runs, '--approve', id, '--json']);
      expect([resumed.code, resumed.finished?.reason]).toEqual([0, 'final']);
      expect(resumed.ofType('tool_result')).toHaveLength(1);
      expect(resumed.ofType('tool_result')[0]?.error_code).toBeUndefined();
    },
  );
});

describe.skipIf(process.platform !== 'linux' || !hasScript())('a question at the terminal', () => {
  test('starts with the warning that there is no sandbox, above the source', async () => {
    const PATH = pathWithOnly('bash', 'sh', 'script');
    const { shows, text } = await runInTerminal([script('hello.sh'), { text: 'Done.' }], { path: PATH });
    await shows('[N]o');
    const shown = text().replaceAll('\r', '');
    const question = shown.slice(shown.lastIndexOf('No sandbox: '));
    // Above the source, followed by the question.
    expect(question).toMatch(
      /^No sandbox: the script runs as you, and can read and change everything you can\.\n\n.*echo.*Run scripts\/hello\.sh of the skill 'demo'\? \[y\]es/s,
    );
    // Nothing of the script precedes the warning.
    expect(shown.slice(0, shown.indexOf('No sandbox: '))).not.toContain('echo');
  });
});

interface TerminalOptions {
  readonly model?: readonly string[];
  readonly shell?: boolean;
  readonly path?: string | undefined;
}

/** Runs `skillwright run` in a terminal of its own, which disappears as soon as `script` is killed. */
async function runInTerminal(
  replies: readonly Reply[],
  { model: given, shell = false, path = process.env.PATH }: TerminalOptions = {},
) {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const runs = createTemporaryFolder();
  const model = given ?? ['--model', 'openai-compatible/m', '--base-url', server.url];
  const args = ['run', 'x', '--skills', createDemoSkill(), ...model, '--runs', runs].join(' ');
  const exit = join(createTemporaryFolder(), 'code');
  const command = `${process.execPath} ${CLI} ${args}`;
  // A shell survives the terminal and records the exit code.
  const line = shell ? `trap : HUP; ${command}; echo $? > ${exit}` : `exec ${command}`;
  const terminal: ChildProcess = spawn('script', ['-qfc', line, '/dev/null'], {
    env: { ...process.env, SHELL: '/bin/sh', PATH: path },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let shown = '';
  terminal.stdout?.on('data', (data: Buffer) => {
    shown += data.toString('utf8');
  });
  const journal = (): string =>
    readdirSync(runs)
      .map((run) => readFileSync(join(runs, run, 'journal.jsonl'), 'utf8'))
      .join('');
  return {
    runs,
    text: () => shown,
    closed: () => void terminal.kill('SIGKILL'),
    shows: (text: string) => expect.poll(() => shown, { timeout: 20_000 }).toContain(text),
    has: async (text: string): Promise<RunEvent[]> => {
      await expect.poll(journal, { timeout: 20_000 }).toContain(text);
      return journal()
        .split('\n')
        .slice(0, -1)
        .map((one) => JSON.parse(one) as RunEvent);
    },
    /** Only with a shell. */
    code: async (): Promise<number> => {
      const read = (): string => (existsSync(exit) ? readFileSync(exit, 'utf8') : '');
      await expect.poll(read, { timeout: 20_000 }).toMatch(/\d\n/);
      return Number(read());
    },
  };
}

function hasScript(): boolean {
  return spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
}

import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { type AgentRun, createDemo, DONE, runAgainst, script, step } from './contract/agent-run.ts';
import { createFolder, skillwright } from './contract/command.ts';
import { pathWithOnly } from './contract/limited-path.ts';
import { startModelServer } from './run-server.ts';
import { HAS_BUBBLEWRAP } from './sandbox-support.ts';

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: string;
  readonly sandbox: string;
}

const resultOf = (result: AgentRun): Result => result.results()[0]?.result as Result;

test('--script-timeout stops a script in time, also after a resume, and the question contains it', async () => {
  const skills = createDemo({ 'demo/scripts/slow.sh': 'echo started\nsleep 30\n' });
  const startTime = performance.now();
  const more = ['--skills', skills, '--script-timeout', '0.5'];
  const result = await runAgainst([step(script('slow.sh')), DONE], [...more, '--yes']);
  expect(resultOf(result)).toMatchObject({ status: 'error', stderr: expect.stringMatching(/Timed out/) });
  const paused = await runAgainst([step(script('slow.sh')), DONE], more);
  expect(paused.ofType('pause')[0]?.script).toMatchObject({ timeoutSeconds: 0.5 });
  expect(paused.ofType('run_started')[0]).toMatchObject({ scriptTimeout: 0.5 });
  expect(performance.now() - startTime).toBeLessThan(15_000);
  const { code, stderr } = await skillwright(['run', 'x', '--skills', skills, '--script-timeout', '0']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/up to 86400/)]);
});

describe('the sandbox', () => {
  const look = [
    'import os, socket',
    'print([line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")])',
    'for path in ("/usr/x", "/etc/x", "/x", "OUT/x"):',
    '    try: open(path, "w"); print("wrote", path)',
    '    except OSError: pass',
    'for path in ("OUT/outside.txt", "/etc/shadow", "/etc/passwd"):',
    '    if os.path.exists(path): print("saw", path)',
    'try: socket.create_connection(("127.0.0.1", PORT), 1); print("net")',
    'except OSError: print("no net")',
    'open("mine.txt", "w").write("x"); print("own folder")',
  ].join('\n');

  test.skipIf(!HAS_BUBBLEWRAP)('bubblewrap: no network, no other files to write or read, no capabilities', async () => {
    const outside = createFolder({ 'outside.txt': 'secret' });
    const server = await startModelServer([DONE]);
    const source = look.replaceAll('OUT', outside).replace('PORT', new URL(server.url).port);
    const skills = createDemo({ 'demo/scripts/look.py': source });
    const result = await runAgainst([step(script('look.py')), DONE], ['--skills', skills, '--yes']);
    server.close();
    const { stdout, stderr, sandbox } = resultOf(result);
    expect([stderr, stdout]).toEqual(['', "['0000000000000000']\nno net\nown folder\n"]);
    expect([sandbox, result.ofType('script')[0]?.sandbox]).toEqual(['bubblewrap', 'bubblewrap']);
  });

  test('none: reported in the result, the event and the question', async () => {
    const calls = [step(script('hello.sh')), DONE];
    const options = { env: { PATH: pathWithOnly('bash', 'sh') } };
    const result = await runAgainst(calls, ['--skills', createDemo(), '--yes'], options);
    if (process.platform === 'darwin') return;
    expect(result.results()[0]?.result).toMatchObject({ stdout: 'hello \n', sandbox: 'none' });
    expect(result.ofType('script')[0]).toMatchObject({ sandbox: 'none' });
    const paused = await runAgainst(calls, ['--skills', createDemo()], options);
    expect(paused.ofType('pause')[0]?.script).toMatchObject({ sandbox: 'none' });
  });
});

describe('--require-sandbox', () => {
  const calls = [step(script('hello.sh')), DONE];

  test('without a sandbox the script is refused with instructions, and no question is asked', async () => {
    if (process.platform === 'darwin') return;
    const result = await runAgainst(calls, ['--skills', createDemo(), '--yes', '--require-sandbox'], {
      env: { PATH: pathWithOnly('bash', 'sh') },
    });
    expect(result.results()[0]).toMatchObject({ error_code: 'SANDBOX_REQUIRED' });
    const error = String(Reflect.get(Object(result.results()[0]?.result), 'error'));
    expect(error).toMatch(/^(?:Install bubblewrap|Run it on).*--require-sandbox/);
    expect(error.length).toBeLessThanOrEqual(160);
    expect([result.ofType('pause'), result.ofType('script')]).toEqual([[], []]);
    expect(result.ofType('run_started')[0]).toMatchObject({ requireSandbox: true });
  });

  test.each([
    ['preserved by a resume', ['--require-sandbox'], []],
    ['requested by a resume', [], ['--require-sandbox']],
  ])('%s', async (_, startOptions, resumeOptions) => {
    if (process.platform === 'darwin') return;
    const server = await startModelServer([step(script('hello.sh')), step(script('hello.sh')), DONE]);
    const model = ['--model', 'openai-compatible/tiny', '--base-url', server.url];
    const runs = createFolder();
    // Started with a sandbox if one works: without one, it is refused immediately or waits for the user.
    const first = await skillwright([
      'run',
      'x',
      '--json',
      '--runs',
      runs,
      '--skills',
      createDemo(),
      ...model,
      ...startOptions,
    ]);
    const events = first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RunEvent);
    const pause = events.find((event) => event.type === 'pause');
    const started = events.find((event) => event.type === 'run_started');
    if (pause === undefined) return expect([HAS_BUBBLEWRAP, startOptions.length]).toEqual([false, 1]);
    const id = started?.type === 'run_started' ? started.run : '';
    const going = ['resume', id, '--runs', runs, '--approve', pause.id, '--json', ...resumeOptions];
    const second = await skillwright(going, { env: { PATH: pathWithOnly('bash', 'sh') } });
    server.close();
    expect(second.stdout).toContain('SANDBOX_REQUIRED');
    expect(second.stdout).not.toContain('"type":"script"');
  });

  test.skipIf(!HAS_BUBBLEWRAP)('runs with a sandbox', async () => {
    const result = await runAgainst(calls, ['--skills', createDemo(), '--yes', '--require-sandbox']);
    expect(result.results()[0]?.result).toMatchObject({ stdout: 'hello \n', sandbox: 'bubblewrap' });
  });
});

describe('a missing interpreter', () => {
  test.each([
    ['a.py', /^Install Python 3 from https:\/\/www\.python\.org/],
    ['a.bash', /^Install bash .*no bash on PATH/],
    ['a.sh', /^Install a shell/],
  ])('%s: named in the result with instructions; no question is asked', async (file, message) => {
    const result = await runAgainst(
      [step(script(file)), DONE],
      ['--skills', createDemo({ [`demo/scripts/${file}`]: 'x' })],
      {
        env: { PATH: pathWithOnly() },
      },
    );
    expect(result.results()[0]).toMatchObject({ error_code: 'INTERPRETER_NOT_FOUND' });
    expect(result.results()[0]?.result).toMatchObject({ error: expect.stringMatching(message) });
    expect(result.ofType('pause')).toEqual([]);
    expect(result.end.reason).toBe('final');
  });

  test('JavaScript needs none: it runs in our own Node', async () => {
    const skills = createDemo({ 'demo/scripts/a.mjs': 'console.log(process.argv.length)' });
    const result = await runAgainst([step(script('a.mjs', { args: ['x'] })), DONE], ['--skills', skills, '--yes'], {
      env: { PATH: pathWithOnly() },
    });
    expect(result.results()[0]?.result).toMatchObject({ stdout: '3\n', status: 'success' });
  });
});

describe('processes', () => {
  /** Returns the processes whose command line contains the token. */
  const processesWith = (token: string): readonly string[] =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(token);
      } catch {
        return false;
      }
    });
  const until = async (done: () => boolean, ms: number): Promise<boolean> => {
    for (const end = Date.now() + ms; Date.now() < end; ) {
      if (done()) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return done();
  };
  const SLEEPER = 'trap "" TERM INT HUP\npwd\nsh -c "sleep 600; : $1" &\nwhile :; do sleep 1; done\n';
  const listFolders = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('skillwright-script-'));

  /**
   * Starts a run whose script sleeps, then calls `act` with the runtime's process; the token is in the script's
   * arguments.
   */
  async function runSleepingScript(path: string | undefined, act: (child: ChildProcess) => void): Promise<string> {
    const token = `token-${Math.random().toString(36).slice(2)}`;
    const server = await startModelServer([step(script('sleep.sh', { args: [token] })), DONE]);
    const skills = createDemo({ 'demo/scripts/sleep.sh': SLEEPER });
    const model = ['--model', 'openai-compatible/tiny', '--base-url', server.url];
    let acted: Promise<void> | undefined;
    await skillwright(
      ['run', 'Do it.', '--json', '--yes', '--skills', skills, ...model],
      defined({
        env: path === undefined ? undefined : { PATH: path },
        onLine: (line, child) => {
          if (!line.includes('"type":"tool_call"')) return;
          acted = until(() => processesWith(token).length >= 2, 5000).then((there) => {
            expect(there, 'the script runs').toBe(true);
            act(child);
          });
        },
      }),
    );
    await acted;
    server.close();
    return token;
  }

  const KINDS = [
    ['bubblewrap', undefined],
    ['none', 'bare'],
  ] as const;

  test.each(KINDS)('[60] %s: a killed runtime leaves no script behind', async (sandbox, bare) => {
    if (process.platform !== 'linux' || (sandbox === 'bubblewrap' && !HAS_BUBBLEWRAP)) return;
    const before = listFolders();
    const path = bare === undefined ? undefined : pathWithOnly('bash', 'sh', 'sleep');
    const token = await runSleepingScript(path, (child) => child.kill('SIGKILL'));
    expect(await until(() => processesWith(token).length === 0, 3000)).toBe(true);
    expect(await until(() => listFolders().every((name) => before.includes(name)), 3000)).toBe(true);
  });

  test.each(KINDS)('%s: neither does a cancelled one', async (sandbox, bare) => {
    if (process.platform !== 'linux' || (sandbox === 'bubblewrap' && !HAS_BUBBLEWRAP)) return;
    const path = bare === undefined ? undefined : pathWithOnly('bash', 'sh', 'sleep');
    const token = await runSleepingScript(path, (child) => child.kill('SIGINT'));
    expect(await until(() => processesWith(token).length === 0, 3000)).toBe(true);
  });

  test('the watchdog exits with its script', async () => {
    if (process.platform !== 'linux') return;
    const skills = createDemo({ 'demo/scripts/where.sh': 'pwd' });
    const result = await runAgainst([step(script('where.sh')), DONE], ['--skills', skills, '--yes']);
    const where = resultOf(result).stdout.trim();
    expect(where).toContain('skillwright-script-');
    expect(await until(() => processesWith(where).length === 0, 2000)).toBe(true);
  });
});

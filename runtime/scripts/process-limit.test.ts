import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import { interpreterFor } from './interpreters.ts';
import { localExecutor } from './local-executor.ts';
import { findProcessLimit, limitNote, MAX_PROCESSES, startLimit } from './process-limit.ts';
import { runProcess } from './run-process.ts';
import { findWorkingSandbox, NO_SANDBOX, planOf, type SandboxKind, systemSandbox } from './sandbox.ts';

const hasBubblewrap = process.platform === 'linux' && (await canSandbox());
const isRoot = process.getuid?.() === 0;

/** Bombs whose processes are bounded, so that a missing limit does not take the machine. */
const BOMBS = {
  'bomb.sh': 'b() { if test "$1" -gt 0; then b $(($1 - 1)) & b $(($1 - 1)) & fi; sleep 60; }; b 8; wait',
  'bomb.py': [
    'import os, time',
    'for _ in range(9):',
    '    try: os.fork()',
    '    except OSError as error: print(error, flush=True)',
    'time.sleep(60)',
  ].join('\n'),
  'bomb.mjs': [
    "import { spawn } from 'node:child_process';",
    'for (let index = 0; index < 400; index++)',
    "  spawn('sleep', ['60']).on('error', (error) => console.log(error.message));",
  ].join('\n'),
};

describe.runIf(hasBubblewrap)('the limit of processes in a sandbox', { timeout: 120_000 }, () => {
  test.each(Object.entries(BOMBS))('holds %s, says so, and leaves nothing running', async (name, text) => {
    // A name of its own, so that sandboxes of other tests are not counted.
    const script = `scripts/${randomUUID()}-${name}`;
    const root = writeFiles(temporaryFolder(), { [script]: text });
    const executor = localExecutor({ trusted: true, timeoutSeconds: 4 });
    const plan = await executor.plan(script);
    if (plan.kind === 'failed') throw new Error(plan.message);
    expect(plan).not.toHaveProperty('unlimitedProcesses');
    let peak = 0;
    const spaces = new Set<string>();
    const counting = setInterval(() => {
      for (const pid of processes())
        if (inSandbox(pid) && read(`/proc/${pid}/cmdline`).includes(script)) spaces.add(spaceOf(pid));
      peak = Math.max(peak, processesIn(spaces).length);
    }, 20);
    const ran = await executor.run(plan, root, [], new AbortController().signal);
    clearInterval(counting);
    if (ran.kind === 'failed') throw new Error(ran.message);
    expect(ran.stderr).toContain(limitNote(''));
    expect([ran.timedOut, ran.exitCode]).toEqual([true, null]);
    expect(peak).toBeGreaterThan(20);
    expect(peak).toBeLessThan(200);
    await expect.poll(() => processesIn(spaces), { timeout: 10_000 }).toEqual([]);
  });

  test('holds for commands that are started at the same time', async () => {
    const shell = await interpreterFor('bomb.sh');
    if (shell.kind === 'failed') throw new Error(shell.message);
    const sandbox = await findWorkingSandbox(shell);
    const folder = temporaryFolder();
    // Each counts those of all: their names are in the folder as long as they run.
    const one = 'touch running-$$; ls | grep -c running; sleep 0.2; rm running-$$';
    const run = (name: string, signal = new AbortController().signal) => {
      const command = [shell.path, '-c', one.replaceAll('$$', name)];
      return runProcess({ ...commandIn(folder, command), sandbox, needs: shell.needs, signal });
    };
    const first = run('a');
    const stop = new AbortController();
    const waiting = run('b', stop.signal);
    const others = ['c', 'd'].map((name) => run(name));
    stop.abort();
    expect(await waiting).toEqual({ kind: 'failed', message: 'not started' });
    for (const end of await Promise.all([first, ...others]))
      expect(end).toMatchObject({ kind: 'ended', exitCode: 0, stdout: expect.stringMatching(/^\s*1\n$/) });
  });

  test('allows a build with 64 parallel processes, whose files belong to us', async () => {
    const shell = await interpreterFor('build.sh');
    if (shell.kind === 'failed') throw new Error(shell.message);
    const sandbox = await findWorkingSandbox(shell);
    const folder = temporaryFolder();
    const command = 'seq 128 | xargs -P 64 -I{} sh -c "sleep 0.5; echo {} > {}.o"; ls | wc -l; echo a > built';
    const end = await runProcess({ ...commandIn(folder, [shell.path, '-c', command]), sandbox, needs: shell.needs });
    expect(end).toMatchObject({ kind: 'ended', exitCode: 0, stdout: expect.stringMatching(/^\s*128\n$/), stderr: '' });
    expect(end).not.toHaveProperty('limitReached');
    expect(statSync(join(folder, 'built')).uid).toBe(process.getuid?.());
  });

  test('removes its control group, also if the command is aborted', async () => {
    const shell = await interpreterFor('wait.sh');
    if (shell.kind === 'failed') throw new Error(shell.message);
    const sandbox = await findWorkingSandbox(shell);
    const parent = sandbox.limit?.kind === 'group' ? sandbox.limit.parent : undefined;
    // A command of its own, because other tests have groups, too.
    const marker = randomUUID();
    const own = () =>
      (parent === undefined ? [] : readdirSync(parent))
        .filter((one) => one.startsWith('skillwright-'))
        .map((one) => join(parent ?? '', one))
        .filter((group) =>
          read(join(group, 'cgroup.procs'))
            .split('\n')
            .some((pid) => pid !== '' && read(`/proc/${pid}/cmdline`).includes(marker)),
        );
    const stop = new AbortController();
    const command = [shell.path, '-c', `sleep 60; : ${marker}`];
    const options = { ...commandIn(temporaryFolder(), command), sandbox, needs: shell.needs };
    const running = runProcess({ ...options, signal: stop.signal });
    let groups: readonly string[] = [];
    const find = () => {
      groups = own();
      return groups.length;
    };
    if (parent !== undefined) await expect.poll(find, { timeout: 10_000 }).toBeGreaterThan(0);
    stop.abort();
    await running;
    await expect.poll(() => groups.filter((one) => existsSync(one)), { timeout: 10_000 }).toEqual([]);
  });

  test.runIf(isRoot && existsSync('/usr/bin/setpriv'))('of an ordinary user is their resource limit', async () => {
    const sandbox = systemSandbox();
    const user = ['/usr/bin/setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
    // The probe's own folder is root's.
    const wrap: SandboxKind['wrap'] = (sandboxed) => [...user, ...sandbox.wrap({ ...sandboxed, folder: '/tmp' })];
    const limit = { kind: 'user' } as const;
    const command = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 9 & done';
    const started = startLimit(limit, wrap, 8);
    const inside = { folder: '/', needs: [], environment: {}, command: ['/bin/dash', '-c', command] };
    const end = await runProcess({
      ...commandIn('/', []),
      command: inside.command,
      sandbox: { name: 'none', wrap: () => started.wrap(inside) },
    });
    expect(end).toMatchObject({ kind: 'ended', exitCode: 2, stderr: expect.stringContaining('Cannot fork') });
    expect(started.wasReached(end.kind === 'ended' ? end.stderr : '')).toBe(true);
  });
});

describe('a sandbox without a limit of processes', () => {
  test.skipIf(process.platform === 'win32')('is found by a probe that starts too many', async () => {
    const ignores: SandboxKind['wrap'] = () => ['/bin/sh', '-c', 'echo begin; echo all'];
    expect(await findProcessLimit(ignores)).toBeUndefined();
    expect(await findProcessLimit(() => ['/nowhere/sandbox'])).toBeUndefined();
    expect(
      await findProcessLimit(() => ['/bin/sh', '-c', 'echo bwrap: fork: no permissions >&2; exit 1']),
    ).toBeUndefined();
  });

  test('says so in the plan, unless there is no sandbox', () => {
    expect(planOf({ name: 'seatbelt', wrap: () => [] })).toEqual({ sandbox: 'seatbelt', unlimitedProcesses: true });
    expect(planOf({ name: 'bubblewrap', wrap: () => [], limit: { kind: 'user' } })).toEqual({ sandbox: 'bubblewrap' });
    expect(planOf(NO_SANDBOX)).toEqual({ sandbox: 'none' });
  });

  test('runs the command unchanged', () => {
    const command = { folder: '/x', needs: [], environment: {}, command: ['/bin/true'] };
    expect(startLimit(undefined, NO_SANDBOX.wrap).wrap(command)).toEqual(['/bin/true']);
    expect(MAX_PROCESSES).toBeLessThan(200);
  });
});

function commandIn(folder: string, command: readonly string[]) {
  return {
    folder,
    command,
    needs: [],
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs: 60_000,
    maxOutputBytes: 10_000,
    signal: new AbortController().signal,
  };
}

function processes(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Returns the namespace of a process's id; empty if it has ended. */
function spaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return '';
  }
}

function processesIn(spaces: ReadonlySet<string>): readonly number[] {
  return processes().filter((pid) => spaces.has(spaceOf(pid)) && spaceOf(pid) !== '');
}

/** True for a process in a sandbox, which has an id in a further namespace. */
function inSandbox(pid: number): boolean {
  return (/^NSpid:\t(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1]?.split('\t').length ?? 0) > ownDepth;
}
const ownDepth = /^NSpid:\t(.*)$/m.exec(read('/proc/self/status'))?.[1]?.split('\t').length ?? 1;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

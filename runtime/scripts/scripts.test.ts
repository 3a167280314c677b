import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Host } from '../loop/interfaces/host.ts';
import type { PauseEvent } from '../protocol/events.ts';
import { scriptArguments } from '../toolset/script-arguments.ts';
import { copySkill } from './copy-skill.ts';
import type { ScriptExecutor } from './executor.ts';
import { interpreterFor } from './interpreters.ts';
import { localExecutor } from './local-executor.ts';
import { findWorkingSandbox } from './sandbox.ts';

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: string;
  readonly error?: string;
}

async function run(
  files: Record<string, string | Uint8Array>,
  args: Record<string, unknown>,
  more: { executor?: ScriptExecutor; host?: Host } = {},
) {
  const skill = skillOnDisk('demo', files);
  const call = ['run_skill_script', { skill_name: 'demo', ...args }] as const;
  const ran = await runOnce({
    model: scriptedModel([{ calls: [call] }, { text: 'done' }]),
    skills: [skill],
    host: APPROVES,
    ...more,
  });
  expect(faultsOf(ran).filter((problem) => ran.finished.reason !== 'paused' || !problem.startsWith('called'))).toEqual(
    [],
  );
  return {
    ...ran,
    result: ran.of('tool_result')[0]?.result as unknown as Result,
    code: ran.codes[0],
    script: ran.of('script')[0],
  };
}

describe('arguments', () => {
  test('[55] an object becomes --k v, short options -k v, positional arguments follow --; a list is unchanged', () => {
    expect(
      scriptArguments({ args: { name: 'x', n: 2 }, short_options: { v: 'y' }, positional_args: ['a', 'b'] }),
    ).toEqual({
      kind: 'argv',
      argv: ['--name', 'x', '--n', '2', '-v', 'y', '--', 'a', 'b'],
    });
    expect(scriptArguments({ args: ['-x', '1'] })).toEqual({ kind: 'argv', argv: ['-x', '1'] });
    expect(scriptArguments({})).toEqual({ kind: 'argv', argv: [] });
  });

  test.each([
    { args: 'x' },
    { args: 3 },
    { short_options: ['v'] },
    { positional_args: 'x' },
    { args: ['a'], positional_args: ['b'] },
    { args: ['a'], short_options: {} },
  ])('[43] [44] %o is refused and nothing runs', async (args) => {
    const { code, script } = await run({ 'scripts/a.sh': 'echo ran' }, { file_path: 'scripts/a.sh', ...args });
    expect([code, script]).toEqual(['INVALID_ARGUMENTS', undefined]);
  });

  test('[42] [45] rejects missing arguments and an unknown skill', async () => {
    expect((await run({}, {})).result.error).toBe("Argument 'file_path' is required.");
    expect((await run({}, { file_path: 'a.sh', skill_name: 'unknown' })).code).toBe('SKILL_NOT_FOUND');
  });

  test('[54] rejects a path that leads out of the skill', async () => {
    expect((await run({}, { file_path: '../../bin/sh' })).code).toBe('INVALID_RESOURCE_PATH');
  });
});

describe('running', () => {
  test('[46] [57] [58] `x` and `scripts/x` name the same script; the result has output and status', async () => {
    for (const file_path of ['a.sh', 'scripts/a.sh', './scripts/a.sh']) {
      const { result, script } = await run({ 'scripts/a.sh': 'echo "got $1"' }, { file_path, args: ['it'] });
      expect(result).toEqual({
        skill_name: 'demo',
        file_path: 'scripts/a.sh',
        stdout: 'got it\n',
        stderr: '',
        status: 'success',
        sandbox: script?.sandbox,
      });
      expect(script).toMatchObject({ path: 'scripts/a.sh', exitCode: 0, id: 'call-1' });
    }
  });

  test('[58] [59] [88] a non-zero exit is an error with its code on the last line; output on both streams at a clean exit is a warning', async () => {
    const failed = await run({ 'scripts/a.sh': 'echo out; echo bad >&2; exit 3' }, { file_path: 'a.sh' });
    expect(failed.result).toMatchObject({ stdout: 'out\n', stderr: 'bad\nExit code 3', status: 'error' });
    expect(failed.code).toBe('SKILL_SCRIPT_EXECUTION_ERROR');
    const status = async (source: string) =>
      (await run({ 'scripts/a.sh': source }, { file_path: 'a.sh' })).result.status;
    expect(await status('echo o; echo w >&2')).toBe('warning');
    expect(await status('echo w >&2')).toBe('success');
    expect(await status('echo w >&2; exit 1')).toBe('error');
    expect(await status('kill -9 $$')).toBe('error');
  });

  test.each(['sys.exit(0)', 'sys.exit(None)', 'sys.exit()', 'pass'])('[61] %s is success', async (end) => {
    const { result } = await run({ 'scripts/a.py': `import sys\nprint("out")\n${end}` }, { file_path: 'a.py' });
    expect(result).toMatchObject({ stdout: 'out\n', status: 'success' });
  });

  test('[61] another exit is an error with its code; an exception of an executor is EXECUTION_ERROR', async () => {
    const files = { 'scripts/a.py': 'import sys\nsys.exit(3)' };
    const { result, code } = await run(files, { file_path: 'a.py' });
    expect([result.status, result.stderr, code]).toEqual(['error', 'Exit code 3', 'SKILL_SCRIPT_EXECUTION_ERROR']);
    const throwing: ScriptExecutor = {
      ...localExecutor({ trusted: true }),
      run: () => Promise.reject(new Error('the process exited with code 3')),
    };
    const thrown = await run(files, { file_path: 'a.py' }, { executor: throwing });
    expect([thrown.code, thrown.result.error]).toEqual(['EXECUTION_ERROR', 'the process exited with code 3']);
  });

  test('[62] truncates an executor’s error to 200 characters', async () => {
    for (const failing of [
      () => Promise.reject(new Error('x'.repeat(500))),
      async () => ({ kind: 'failed' as const, code: 'EXECUTION_ERROR' as const, message: 'x'.repeat(500) }),
    ]) {
      const executor: ScriptExecutor = { ...localExecutor({ trusted: true }), run: failing };
      const { code, result } = await run({ 'scripts/a.sh': '' }, { file_path: 'a.sh' }, { executor });
      expect([code, result.error]).toEqual(['EXECUTION_ERROR', `${'x'.repeat(200)}...`]);
    }
  });

  test('[53] copies all files, text, binary and empty ones, to a fresh working folder and deletes it afterwards', async () => {
    const { result } = await run(
      {
        'references/a.md': 'ä',
        'assets/e.txt': '',
        'assets/b.bin': new Uint8Array([0, 255, 1]),
        'scripts/a.py':
          'import os\nprint(os.getcwd())\nprint(open("references/a.md").read(), os.path.getsize("assets/e.txt"), list(open("assets/b.bin","rb").read()))\nopen("new.txt","w").write("x")\n',
      },
      { file_path: 'a.py' },
    );
    expect(result.stderr).toBe('');
    const [folder = '', line] = result.stdout.split('\n');
    expect(line).toBe('ä 0 [0, 255, 1]');
    expect(existsSync(folder)).toBe(false);
  });

  test('[56] a script imports its sibling', async () => {
    const { result } = await run(
      { 'scripts/a.py': 'import helper\nprint(helper.x)', 'scripts/helper.py': 'x = 7' },
      { file_path: 'a.py' },
    );
    expect(result).toMatchObject({ stdout: '7\n', status: 'success' });
  });

  test.each([
    ['a.js', 'console.log(typeof require, process.argv.slice(2).join())', 'function x,y\n'],
    ['a.cjs', 'console.log(typeof require, process.argv.slice(2).join())', 'function x,y\n'],
    [
      'a.mjs',
      'import fs from "node:fs"; console.log(typeof fs.readFileSync, process.argv.slice(2).join())',
      'function x,y\n',
    ],
    ['a.bash', '[[ -n $1 ]] && echo "$@"', 'x y\n'],
  ])('[52] as decided: %s runs', async (file, source, stdout) => {
    expect((await run({ [`scripts/${file}`]: source }, { file_path: file, args: ['x', 'y'] })).result).toMatchObject({
      stdout,
      stderr: '',
    });
  });

  test.each(['a.rb', 'a', 'a.exe'])('[52] %s does not run', async (file) => {
    expect((await run({ [`scripts/${file}`]: 'x' }, { file_path: file })).code).toBe('UNSUPPORTED_SCRIPT_TYPE');
  });

  test('[60] the time limit ends a script and everything that it started: a.py, a.sh, a.mjs', async () => {
    const ended = async (file: string, source: string): Promise<void> => {
      // On a busy machine it may not have started before the first limit.
      for (const timeoutSeconds of [0.5, 5, 20]) {
        const executor = localExecutor({ trusted: true, timeoutSeconds });
        const startTime = performance.now();
        const { result, script } = await run({ [`scripts/${file}`]: source }, { file_path: file }, { executor });
        expect(performance.now() - startTime, file).toBeLessThan(timeoutSeconds * 1000 + 20_000);
        expect([file, result.status, script?.exitCode]).toEqual([file, 'error', null]);
        expect(result.stderr, file).toContain(`Timed out after ${timeoutSeconds} s`);
        if (result.stdout === '' && timeoutSeconds < 20) continue;
        expect(result.stdout, file).toBe('on\n');
        break;
      }
    };
    // Concurrently: each only waits for its limit.
    await Promise.all([
      ended('a.py', 'import time, subprocess\nprint("on", flush=True)\nsubprocess.run(["sleep", "60"])'),
      ended('a.sh', 'echo on; sleep 60 & sleep 60'),
      ended('a.mjs', 'console.log("on"); setInterval(() => {}, 1000)'),
    ]);
  });

  test('[63] decodes output as UTF-8 with replacement', async () => {
    expect((await run({ 'scripts/a.sh': "printf 'a\\377b'" }, { file_path: 'a.sh' })).result.stdout).toBe('a\ufffdb');
  });

  test('[64] as decided: truncates output at a limit and ends a flood', async () => {
    const executor = localExecutor({ trusted: true, maxOutputBytes: 1000 });
    const { result } = await run({ 'scripts/a.sh': 'yes' }, { file_path: 'a.sh' }, { executor });
    expect(result.stdout.length).toBeLessThan(1200);
    expect(result).toMatchObject({
      status: 'error',
      stdout: expect.stringMatching(/\[truncated: 1,000 of [\d,]+ bytes\]$/),
    });
  });

  test('[64] adds a note above 16 MiB of files, and fails above our own limit', async () => {
    const files = { 'scripts/a.sh': 'echo ran', 'assets/big.bin': new Uint8Array(17 * 1024 * 1024) };
    const large = await run(files, { file_path: 'a.sh' });
    expect(large.result.stdout).toBe('ran\n');
    expect(large.of('note').map((event) => event.message)).toEqual([expect.stringMatching(/17 MB/)]);
    const executor = localExecutor({ trusted: true, maxSkillBytes: 1000 });
    const small = { 'scripts/a.sh': 'echo ran', 'assets/a.bin': new Uint8Array(2000) };
    expect((await run(small, { file_path: 'a.sh' }, { executor })).code).toBe('RESOURCES_TOO_LARGE');
  });

  test('stops copying large files when the run is cancelled, and leaves nothing behind', async () => {
    const skill = skillOnDisk('demo', { 'scripts/a.sh': '' });
    mkdirSync(join(skill.root, 'assets'));
    for (let n = 0; n < 12; n++) {
      writeFileSync(join(skill.root, 'assets', `${n}.bin`), '');
      truncateSync(join(skill.root, 'assets', `${n}.bin`), 16 * 1024 * 1024);
    }
    const controller = new AbortController();
    const copying = copySkill(skill.root, 1024 ** 3, controller.signal);
    controller.abort();
    expect(await copying).toMatchObject({ kind: 'failed', message: expect.stringMatching(/cancelled/) });
  });

  test('[53] uses a fresh folder each time', async () => {
    const executor = localExecutor({ trusted: true });
    const plan = await executor.plan('scripts/a.sh');
    const skill = skillOnDisk('demo', { 'scripts/a.sh': 'ls; touch new' });
    const { signal } = new AbortController();
    for (let n = 0; n < 2; n++) {
      const ran = plan.kind === 'plan' ? await executor.run(plan, skill.root, [], signal) : plan;
      expect(ran).toMatchObject({ stdout: 'SKILL.md\nscripts\n' });
    }
  });

  test('does not wait for a grandchild that left the group', async () => {
    const executor = localExecutor({ trusted: true, sandbox: false });
    const startTime = performance.now();
    const { result, script } = await run(
      { 'scripts/a.sh': 'setsid sleep 30 & echo done' },
      { file_path: 'a.sh' },
      { executor },
    );
    expect(performance.now() - startTime).toBeLessThan(20_000);
    expect(result.stdout).toBe('done\n');
    expect(script?.sandbox).toBe('none');
  });

  test('passes none of our environment to a script', async () => {
    process.env.SKILLWRIGHT_CANARY = 'canary-7f3a';
    for (const sandbox of [true, false]) {
      const executor = localExecutor({ trusted: true, sandbox });
      const { result } = await run(
        { 'scripts/a.sh': 'env; cat /proc/self/environ' },
        { file_path: 'a.sh' },
        { executor },
      );
      expect(result.stdout).not.toContain('canary-7f3a');
    }
    delete process.env.SKILLWRIGHT_CANARY;
  });

  test('does not copy a link that leads out of the skill', async () => {
    const skill = skillOnDisk('demo', { 'scripts/a.sh': 'ls assets 2>&1', 'assets/a.txt': '' });
    symlinkSync('/etc/hostname', join(skill.root, 'assets', 'host'));
    symlinkSync('/etc', join(skill.root, 'assets', 'etc'));
    const call = ['run_skill_script', { skill_name: 'demo', file_path: 'a.sh' }] as const;
    const ran = await runOnce({
      model: scriptedModel([{ calls: [call] }, { text: 'x' }]),
      skills: [skill],
      host: APPROVES,
    });
    expect(ran.of('tool_result')[0]?.result).toMatchObject({ stdout: 'a.txt\n' });
  });
});

test('deletes everything that a script leaves, including folders that it made read-only', async () => {
  const source = 'mkdir -p a/b && touch a/b/c && chmod 500 a/b a && pwd';
  const { result } = await run({ 'scripts/a.sh': source }, { file_path: 'a.sh' });
  expect(result.stdout).toContain('skillwright-script-');
  expect(existsSync(result.stdout.trim())).toBe(false);
});

describe('sandbox', async () => {
  const python = await interpreterFor('a.py');
  const sandbox = python.kind === 'interpreter' ? (await findWorkingSandbox(python)).name : 'none';
  test.skipIf(sandbox !== 'bubblewrap')('has no network, only the folder writable, and no home folder', async () => {
    const source = [
      'import os, socket',
      'for path in ("/usr/x", os.path.expanduser("~root") + "/x"):',
      '    try: open(path, "w"); print("wrote", path)',
      '    except OSError as e: print(type(e).__name__)',
      'try: socket.create_connection(("127.0.0.1", 22), 1); print("net")',
      'except OSError: print("no net")',
      `print(os.path.exists(${JSON.stringify(join(process.cwd(), 'package.json'))}), os.environ["HOME"] == os.getcwd())`,
    ].join('\n');
    const { result, script } = await run({ 'scripts/a.py': source }, { file_path: 'a.py' });
    expect(script?.sandbox).toBe('bubblewrap');
    expect(result.stdout).toMatch(/no net\nFalse True\n$/);
    expect(result.stdout).not.toContain('wrote');
  });
});

describe('approval', () => {
  /** Creates a host that approves and records the prompts. */
  function approving(): { prompts: PauseEvent[]; host: Host } {
    const prompts: PauseEvent[] = [];
    const answer: Host['answer'] = async (pause) => {
      prompts.push(pause);
      return 'approve';
    };
    return { prompts, host: { isInteractive: true, preapproves: () => false, answer } };
  }

  test('[50] a missing script is an error without a prompt', async () => {
    const { prompts, host } = approving();
    const { code } = await run({}, { file_path: 'gone.py' }, { host });
    expect([code, prompts.length]).toEqual(['SCRIPT_NOT_FOUND', 0]);
  });

  test('the prompt shows the command; after approval it runs', async () => {
    const { prompts, host } = approving();
    const { result, of } = await run({ 'scripts/a.sh': 'echo hi' }, { file_path: 'a.sh', args: ['a b'] }, { host });
    expect(prompts[0]).toMatchObject({
      kind: 'confirmation',
      call: 'call-1',
      script: {
        skill: 'demo',
        path: 'scripts/a.sh',
        source: 'echo hi',
        command: expect.stringMatching(/bash scripts\/a.sh 'a b'$/),
      },
    });
    expect(of('answer')).toMatchObject([{ id: prompts[0]?.id, answer: 'approve' }]);
    expect(result.stdout).toBe('hi\n');
  });

  test('the prompts for two scripts of one step appear one after the other', async () => {
    const skill = skillOnDisk('demo', { 'scripts/a.sh': 'echo a', 'scripts/b.sh': 'echo b' });
    const calls = ['a.sh', 'b.sh'].map((file_path) => ['run_skill_script', { skill_name: 'demo', file_path }] as const);
    const { host } = approving();
    const ran = await runOnce({ model: scriptedModel([{ calls }, { text: 'x' }]), skills: [skill], host });
    const order = ran.events
      .filter((event) => event.type === 'pause' || event.type === 'answer')
      .map((event) => `${event.type} ${event.id}`);
    // The order depends on the disk.
    const hints = ran.of('pause').map(({ id }) => id);
    expect(hints.toSorted()).toEqual(['pause-call-1', 'pause-call-2']);
    expect(order).toEqual(hints.flatMap((id) => [`pause ${id}`, `answer ${id}`]));
    expect(ran.codes).toEqual(['-', '-']);
  });

  test('a rejected script does not run, and the model is informed', async () => {
    const host: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'deny' };
    const { code, script, finished } = await run({ 'scripts/a.sh': 'echo hi' }, { file_path: 'a.sh' }, { host });
    expect([code, script, finished.reason]).toEqual(['REJECTED', undefined, 'final']);
  });

  test('without an answer the run ends paused with the call open', async () => {
    const host: Host = { isInteractive: true, preapproves: () => false, answer: async () => 'unanswered' };
    const { finished, of } = await run({ 'scripts/a.sh': 'echo hi' }, { file_path: 'a.sh' }, { host });
    expect(finished).toMatchObject({ reason: 'paused', llmCalls: 1 });
    expect([of('pause').length, of('tool_result').length, of('answer').length]).toEqual([1, 0, 0]);
  });

  test('nothing runs in an untrusted workspace', async () => {
    const { code, script } = await run(
      { 'scripts/a.sh': 'echo hi' },
      { file_path: 'a.sh' },
      { executor: localExecutor({ trusted: false }) },
    );
    expect([code, script]).toEqual(['SCRIPTS_NOT_TRUSTED', undefined]);
  });
});

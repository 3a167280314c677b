import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXIT_CODES } from '../../runtime/cli/exit-codes.ts';
import { MODEL_LIMITS } from '../../runtime/loop/model-call/limits.ts';
import { scaledLimit } from '../equipment/runtime/scaled-limit.ts';
import { resource, runAgainst, script } from './run-replies.ts';
import { startModelServer } from './run-server.ts';
import { CLI, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

describe('the command', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no skills', ['run', 'x'], /--skills/],
    ['no prompt', ['run', '--skills', '.'], /prompt'\nSee skillwright run --help\./],
    ['no subcommand of this name', ['sessions', 'lost'], /See skillwright sessions --help\./],
    ['a missing folder', ['run', 'x', '--skills', '/dev/null/nowhere'], /The folder .*nowhere does not exist/],
    ['a folder without skills', ['run', 'x', '--skills', '.'], /No usable skill was found/],
    ['an unknown provider', ['run', 'x', '--skills', 'SKILLS', '--model', 'magic/one'], /Unknown provider 'magic'/],
    ['an unknown simulated model', ['run', 'x', '--skills', 'SKILLS', '--model', 'simulated/one'], /simulated\/one/],
    ['no endpoint', ['run', 'x', '--skills', 'SKILLS', '--model', 'openai-compatible/m'], /--base-url/],
    ['an unknown preset', ['run', 'x', '--skills', 'SKILLS', '--guards', 'strict'], /guards/],
    ['a value that is not a number', ['run', 'x', '--skills', 'SKILLS', '--max-llm-calls', 'many'], /whole number/],
    ['a huge number', ['run', 'x', '--skills', 'SKILLS', '--max-llm-calls', '9007199254740991'], /too large/],
    ['an unknown agent', ['run', 'x', '--skills', 'SKILLS', '--agent', 'unknown'], /no agent 'unknown'/],
    [
      'a run id with a path',
      ['run', 'x', '--skills', 'SKILLS', '--continue', '../../x'],
      /Not (?:the id of a run|a run id)/,
    ],
    ['an empty value for --skills', ['run', 'x', '--skills', ''], /Name a folder for --skills/],
    ['an empty value for --runs', ['run', 'x', '--skills', 'SKILLS', '--runs', ''], /Name a folder for --runs/],
    [
      'two values for a threshold',
      ['run', 'x', '--skills', 'SKILLS', '--guard-threshold', 'script=2=3'],
      /must be a whole number/,
    ],
    ['an unknown option', ['run', 'x', '--skills', 'SKILLS', '--nope'], /--nope/],
  ])('%s: exit 2 and instructions', async (_, args, message) => {
    const skills = createDemoSkill();
    const { code, stderr, stdout } = await runCli(args.map((arg) => (arg === 'SKILLS' ? skills : arg)));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/--help/);
  });

  test.skipIf(process.platform !== 'linux')(
    'a full disk behind standard output, and a deleted working folder, are reported',
    async () => {
      const shell = (line: string) =>
        spawnSync('sh', ['-c', line, process.execPath, CLI, createDemoSkill(), createTemporaryFolder()], {
          encoding: 'utf8',
        });
      const full = shell('cd "$3" && exec "$0" "$1" run x --skills "$2" --json > /dev/full');
      expect([full.status, full.stderr]).toEqual([
        130,
        expect.stringMatching(/Standard output cannot be written: ENOSPC/),
      ]);
      const gone = shell('cd "$3" && mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" run x --skills "$2"');
      expect([gone.status, gone.stderr]).toEqual([
        2,
        'skillwright: Change to an existing folder: the working directory was deleted.\n',
      ]);
    },
  );

  test.each(['run', 'resume'])('%s --help lists every exit code, and the limit of a reply', async (command) => {
    const { stdout } = await runCli([command, '--help']);
    const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
    for (const [reason, code] of Object.entries(EXIT_CODES)) {
      expect(stdout).toMatch(new RegExp(`^ +${code} ${reason}\\b`, 'm'));
      expect(page).toContain(`| ${code} | \`${reason}\` |`);
    }
    const limit = MODEL_LIMITS.maxCharacters.toLocaleString('en-US');
    expect(stdout).toMatch(new RegExp(`5 model_error.*${limit} characters`));
    expect(page).toMatch(new RegExp(`\\| 5 \\| .*${limit} characters`));
  });

  test('--help', async () => {
    const { code, stdout } = await runCli(['run', '--help']);
    expect(code).toBe(0);
    for (const option of [
      '--skills',
      '--agent',
      '--model',
      '--base-url',
      '--api-key-env',
      '--max-llm-calls',
      '--guards',
      '--runs',
      '--continue',
      '--yes',
      '--json',
    ])
      expect(stdout).toContain(option);
  });

  test('a call that needs an answer pauses the run if there is no user', async () => {
    const { code, finished, ofType } = await runAgainst([script('hello.sh'), { text: 'x' }]);
    expect([code, finished?.reason]).toEqual([6, 'paused']);
    expect(ofType('pause')).toMatchObject([
      { kind: 'confirmation', id: expect.any(String), script: { path: 'scripts/hello.sh', source: 'echo hello\n' } },
    ]);
    expect(ofType('tool_result')).toEqual([]);
  });

  test('Ctrl-C ends the run within 200 ms, even while the model is silent', async () => {
    let at = 0;
    const result = await runAgainst([{ silent: true }], [], {
      onLine: (line, child) => {
        if (!line.includes('"llm_request"')) return;
        setTimeout(() => {
          at = performance.now();
          child.kill('SIGINT');
        }, 100);
      },
    });
    expect(performance.now() - at).toBeLessThan(scaledLimit(200));
    expect([result.code, result.finished?.reason]).toEqual([130, 'cancelled']);
  });

  test('Ctrl-C ends a script and its children within 200 ms, and removes its folder', async () => {
    let at = 0;
    const temporary = createTemporaryFolder();
    const skills = createDemoSkill(undefined, { 'demo/scripts/slow.sh': 'sleep 317 & sleep 318\n' });
    const server = await startModelServer([script('slow.sh')]);
    onTestFinished(() => server.close());
    const result = await runCli(
      ['run', 'x', '--skills', skills, '--model', 'openai-compatible/m', '--base-url', server.url, '--json', '--yes'],
      {
        env: { TMPDIR: temporary },
        onLine: (line, child) => {
          if (!line.includes('"tool_call"')) return;
          setTimeout(() => {
            at = performance.now();
            child.kill('SIGINT');
          }, 700);
        },
      },
    );
    expect(performance.now() - at).toBeLessThan(scaledLimit(200));
    expect(result.ofType('tool_result')).toMatchObject([{ error_code: 'CANCELLED' }]);
    const alive = () =>
      readdirSync('/proc').filter((pid) => {
        try {
          return /sleep\0(?:317|318)\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          return false;
        }
      });
    await expect.poll(alive, { timeout: 20_000 }).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("human-readable output shows the events, without the model's escape sequences", async () => {
    const server = await startModelServer([
      resource('references/a.md'),
      { text: '\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u202eevil' },
    ]);
    onTestFinished(() => server.close());
    const result = await runCli([
      'run',
      'x',
      '--skills',
      createDemoSkill(),
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
    ]);
    expect(result.stdout).toContain('RESOURCE_NOT_FOUND');
    expect(result.stdout).toContain('  red evil\n');
    for (const trick of ['\u001b', '\u202e', 'owned']) expect(result.stdout).not.toContain(trick);
    expect(result.stdout).toMatch(/ended: final/);
  });

  test('--continue continues the conversation in the same journal, with guards reset', async () => {
    const runs = createTemporaryFolder();
    const skills = createDemoSkill();
    const server = await startModelServer([
      resource('references/a.md'),
      { text: 'First.' },
      resource('references/a.md'),
      { text: 'Second.' },
    ]);
    onTestFinished(() => server.close());
    const common = [
      '--skills',
      skills,
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
      '--json',
      '--runs',
      runs,
    ];
    const first = await runCli(['run', 'One?', ...common]);
    const id = first.ofType('run_started')[0]?.run ?? '';
    const second = await runCli(['run', 'Two?', ...common, '--continue', id]);
    expect(second.ofType('tool_result')).toMatchObject([{ error_code: 'RESOURCE_NOT_FOUND' }]);
    expect(second.events[0]?.seq).toBe((first.events.at(-1)?.seq ?? 0) + 1);
    const roles = server.requests.at(-1)?.body.messages.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool']);
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8')).toBe(first.stdout + second.stdout);
  });

  test('--continue takes the skills, the model and its address from the run', async () => {
    const server = await startModelServer([{ text: 'First.' }, { text: 'Second.' }]);
    onTestFinished(() => server.close());
    const data = createTemporaryFolder();
    const runs = ['--runs', createTemporaryFolder(), '--json'];
    const options = { env: { XDG_DATA_HOME: data } };
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const first = await runCli(['run', 'One?', '--skills', createDemoSkill(), ...model, ...runs], options);
    const [started] = first.ofType('run_started');
    const on = ['run', 'Two?', '--continue', started?.run ?? '', ...runs];
    const second = await runCli(on, options);
    expect([second.code, second.finished?.text]).toEqual([0, 'Second.']);
    const { model: name, baseUrl, skills } = started ?? {};
    expect(second.ofType('run_started')).toMatchObject([{ model: name, baseUrl, skills }]);
    // Another machine: the journal may name any address.
    const elsewhere = await runCli(on, { env: { XDG_DATA_HOME: createTemporaryFolder() } });
    expect([elsewhere.code, server.requests.length]).toEqual([2, 2]);
    expect(elsewhere.stderr).toMatch(/Add --model: run \S+ was not started on this machine/);
    const named = ['--skills', createDemoSkill(), '--model', 'simulated/weak'];
    const simulated = await runCli([...on, ...named], options);
    expect(simulated.ofType('run_started')).toMatchObject([{ model: 'simulated/weak' }]);
  });

  test('a model error is printed once', async () => {
    const server = await startModelServer([{ status: 401 }]);
    onTestFinished(() => server.close());
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const { code, stdout } = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), ...model]);
    expect([code, stdout.match(/rejected the request without a key/g)]).toMatchObject([5, { length: 1 }]);
  });
});

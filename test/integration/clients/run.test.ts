/** `run --client`: simulated and scripted models with the tools of each client. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunEvent, RunStarted, ToolCall, ToolResult } from '../../../runtime/protocol/events.ts';
import { statesBase } from '../../../skill/index.ts';
import { VARIANTS } from '../../equipment/runtime/client.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const hasSandbox = await canSandbox();

/** A workspace, and a skill that reads one file and runs one script, both by their relative paths. */
function makeProject(body = 'Read `references/guide.md`. Then run `python3 scripts/hello.py`.\n') {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'workspace/README.md': '# App\n',
    'greeter/SKILL.md': manifest('greeter', `# Steps\n\n${body}`),
    'greeter/references/guide.md': '# Guide\n\nGreet politely.\n',
    'greeter/scripts/hello.py': 'print("hello")\n',
  });
  const env = { XDG_DATA_HOME: join(cwd, 'data'), SKILLWRIGHT_SIMULATED_DELAY: '0' };
  return {
    cwd,
    run: (...args: readonly string[]) =>
      runCli(
        ['run', 'Greet me.', '--skills', 'greeter', '--workspace', 'workspace', '--runs', 'runs', '--json', ...args],
        { cwd, env },
      ),
    resume: (...args: readonly string[]) => runCli(['resume', ...args, '--runs', 'runs', '--json'], { cwd, env }),
  };
}

const eventsIn = (stdout: string): readonly RunEvent[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
const calls = (events: readonly RunEvent[]) => events.filter((event): event is ToolCall => event.type === 'tool_call');
const results = (events: readonly RunEvent[]) =>
  events.filter((event): event is ToolResult => event.type === 'tool_result');
const missed = (events: readonly RunEvent[]) =>
  results(events).filter(({ error_code }) => /NOT_FOUND|INVALID|COMMAND_FAILED/.test(error_code ?? ''));

describe.skipIf(!hasSandbox).each(VARIANTS)('%s', (id, behavior) => {
  test('a weak model misses relative paths, unless a text states what they are relative to', async () => {
    const { run } = makeProject();
    const { code, stdout } = await run('--client', id, '--yes');
    const events = eventsIn(stdout);
    expect(code).toBe(0);
    const started = events[0] as RunStarted;
    expect([started.client, started.install]).toEqual([id, 'user']);
    expect(results(events)).toHaveLength(calls(events).length);
    expect(
      results(events).some(({ result, message }) =>
        `${JSON.stringify(result)}${String(message)}`.includes('Greet politely.'),
      ),
    ).toBe(true);
    expect(missed(events).length > 0).toBe(!statesBase(behavior));
  });

  test('one sentence in the skill prevents the misses', async () => {
    const { run } = makeProject(
      'Paths in this file are relative to the folder of this SKILL.md; if you know that folder, put it before them, in commands too.\n\nRead `references/guide.md`. Then run `python3 scripts/hello.py`.\n',
    );
    const events = eventsIn((await run('--client', id, '--yes')).stdout);
    expect(missed(events)).toEqual([]);
  });

  test('a command is approved before it runs, and the run continues in the same copy', async () => {
    const { tool, command, extra } = behavior.shell;
    const more = Object.fromEntries(
      extra.filter(({ required }) => required).map(({ name }) => [name, name === 'isBackground' ? false : 'Make it']),
    );
    const server = await startModelServer([
      { calls: [[tool, { [command]: 'echo one > made.txt && ls', ...more }]] },
      { calls: [[tool, { [command]: 'cat made.txt', ...more }]] },
      { text: 'Done.' },
    ]);
    onTestFinished(() => server.close());
    const project = makeProject();
    const paused = await project.run('--client', id, '--model', 'openai-compatible/m', '--base-url', server.url);
    expect(paused.code).toBe(6);
    const events = eventsIn(paused.stdout);
    const pause = events.find((event) => event.type === 'pause');
    expect(pause?.hint).toMatch(
      /^Let .+ run commands in a copy of the workspace until this run ends \(sandbox: \S+\)\?\necho one/,
    );
    const { run = '' } = events[0] as RunStarted;
    const resumed = await project.resume(run, '--approve', pause?.id ?? '');
    expect(resumed.code).toBe(0);
    const outputs = results(eventsIn(resumed.stdout)).map(({ result }) => JSON.stringify(result));
    expect(outputs[0]).toContain('README.md');
    expect(outputs[1]).toContain('one');
    expect(existsSync(join(project.cwd, 'workspace/made.txt')), 'the workspace itself is never written').toBe(false);
  });
});

test.skipIf(!hasSandbox)('counts misses across a pause, and finds their words in what was read before it', async () => {
  const read = (path: string) => ({ calls: [['Read', { file_path: path }]] as const });
  const server = await startModelServer([
    { calls: [['Skill', { skill: 'greeter' }]] },
    read('references/guide.md'),
    { calls: [['Bash', { command: 'ls' }]] },
    read('./references/guide.md'),
    { text: 'Done.' },
  ]);
  onTestFinished(() => server.close());
  const project = makeProject();
  const paused = await project.run(
    ...['--client', 'claude-code', '--model', 'openai-compatible/m', '--base-url', server.url],
  );
  const events = eventsIn(paused.stdout);
  const pause = events.find((event) => event.type === 'pause');
  const resumed = await project.resume((events[0] as RunStarted).run, '--approve', pause?.id ?? '');
  const decisions = [...events, ...eventsIn(resumed.stdout)].flatMap((event) =>
    event.type === 'guard' ? [`${event.verdict} ${event.count}/${event.threshold} ${event.cause?.text}`] : [],
  );
  expect(decisions).toEqual(['warn 1/2 references/guide.md', 'fatal 2/2 references/guide.md']);
});

test('lists the clients, with the version and date of the facts', async () => {
  const { code, stdout } = await runCli(['clients', '--json'], { cwd: createTemporaryFolder() });
  expect(code).toBe(0);
  const { clients } = JSON.parse(stdout) as { clients: { id: string; version: string; date: string }[] };
  expect(clients.map(({ id }) => id)).toEqual(['adk', ...VARIANTS.map(([id]) => id)]);
  for (const { version, date } of clients) expect(`${version} ${date}`).toMatch(/\S+ .*20\d\d/);
});

test('refuses an unknown client, and options that need one', async () => {
  const { run, cwd } = makeProject();
  const unknown = await run('--client', 'absent');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Allowed choices are adk, claude-code')]);
  const withoutClient = await runCli(['run', 'Go.', '--skills', 'greeter', '--workspace', '.'], { cwd });
  expect([withoutClient.code, withoutClient.stderr]).toEqual([2, expect.stringContaining('Add --client')]);
  const guards = await runCli(['run', 'Go.', '--skills', 'greeter', '--guards', 'client'], { cwd });
  expect([guards.code, guards.stderr]).toEqual([2, expect.stringContaining('Choose a client')]);
});

test('copies nothing for a journal that names another workspace', async () => {
  if (!hasSandbox) return;
  const server = await startModelServer([{ calls: [['Bash', { command: 'ls' }]] }, { text: 'Done.' }]);
  onTestFinished(() => server.close());
  const project = makeProject();
  const paused = await project.run(
    '--client',
    'claude-code',
    '--model',
    'openai-compatible/m',
    '--base-url',
    server.url,
  );
  const { run = '' } = eventsIn(paused.stdout)[0] as RunStarted;
  const journal = join(project.cwd, 'runs', run, 'journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('/workspace"', '/elsewhere"'));
  const pause = eventsIn(paused.stdout).find((event) => event.type === 'pause');
  const resumed = await project.resume(run, '--approve', pause?.id ?? '');
  expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('copied workspace')]);
});

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ModelServer, type Reply, startModelServer } from '../run-server.ts';
import { type AgentRun, createDemo, DONE, resource, resume, step } from './agent-run.ts';
import { type CommandResult, createFolder, skillwright } from './command.ts';
import { createWorkspace, readAllText, readLog, runInWorkspace, toolMessages } from './workspace.ts';

const CANARY = 'canary-7f3a91c2d4';
const TOOLS = `const object = { type: 'object', properties: {} };
export default {
  echo: { description: 'x', inputSchema: object, execute: (input) => { log('echo'); return input; } },
  big: { description: 'x', inputSchema: object, execute: () => ({ error_code: 'BIG', error: 'E'.repeat(100000) }) },
  spread: { description: 'x', inputSchema: object, execute: ({ k }, context) => {
    context.state.set('k', k); console.log('printed', k);
    return { error_code: 'X', error: k, ['key ' + k]: [k], long: k + 'x'.repeat(70000) };
  } },
  thrown: { description: 'x', inputSchema: object, execute: ({ k }) => { throw new Error('No ' + k); } },
  ask: { description: 'x', inputSchema: object, execute: ({ k }, context) => context.requestConfirmation('Use ' + k + '?') },
  hangs: { description: 'x', inputSchema: object, execute: () => { console.log('at work'); return new Promise(() => {}); } },
  held: { description: 'x', inputSchema: object, needsApproval: true, execute: () => { log('held'); return 'held'; } },
};`;
const journal = (result: AgentRun): string => join(result.runFolder, 'journal.jsonl');
const id = (result: AgentRun): string => basename(result.runFolder);
const pauseOf = (result: AgentRun): string => `${result.ofType('pause')[0]?.id}`;
const runUntilPause = (cwd: string): Promise<AgentRun> =>
  runInWorkspace(cwd, [step(['echo', { n: 1 }], ['held', {}]), DONE]);
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

async function startServer(replies: readonly Reply[]): Promise<ModelServer> {
  const started = await startModelServer(replies);
  onTestFinished(() => started.close());
  return started;
}

/** Runs `run --json` against a server without checking its output. */
const runUnchecked = (
  args: readonly string[],
  url: string,
  cwd: string,
  env: Record<string, string> = {},
): Promise<CommandResult> =>
  skillwright(['run', 'Do it.', '--json', '--model', 'openai-compatible/tiny', '--base-url', url, ...args], {
    cwd,
    env,
  });

test('arguments and results above 64 kB are stored next to the journal, and are sent in full after a resume', async () => {
  const long = (letter: string): string => `${letter.repeat(99_000)}END-${letter}`;
  const calls = step(['big', {}], ['echo', { t: long('a') }], ['echo', long('b')], ['held', {}]);
  const result = await runInWorkspace(createWorkspace(TOOLS), [calls, DONE]);
  await resume(result, ['--approve', pauseOf(result)]);
  for (const line of readFileSync(journal(result), 'utf8').split('\n')) expect(line.length).toBeLessThan(70_000);
  const answers = toolMessages(result.requests[1]);
  expect(answers[0]).toContain('E'.repeat(100_000));
  expect(answers[1]).toContain(long('a'));
  expect(JSON.stringify(result.requests[1]?.body.messages)).toContain(long('a'));
});

describe('texts above 64 kB are stored next to the journal', () => {
  const expectShortLines = (text: string): void => {
    for (const line of text.split('\n')) expect(line.length, line.slice(0, 300)).toBeLessThan(70_000);
  };
  const long = (letter: string): string => `${letter.repeat(99_000)}END-${letter}`;

  test('prompt, answer, state and question; a resume and the next prompt have them in full', async () => {
    const cwd = createWorkspace(
      `const object = { type: 'object', properties: {} };
export default {
  big: { description: 'x', inputSchema: object, execute: (_, c) => { c.state.set('big', 'S'.repeat(100000)); return 1; } },
  hint: { description: 'x', inputSchema: object, execute: async (_, c) => { await c.requestConfirmation('H'.repeat(100000)); return 'approved'; } },
  read: { description: 'x', inputSchema: object, execute: (_, c) => c.state.get('big').length } };`,
    );
    const started = await startServer([
      step(['big', {}], ['hint', {}]),
      step(['read', {}]),
      { text: long('a') },
      { text: 'Next.' },
    ]);
    const named = ['--json', '--model', 'openai-compatible/tiny', '--base-url', started.url, '--agent', 'a'];
    const first = await skillwright(['run', long('p'), ...named], { cwd });
    const events = (processResult: CommandResult) =>
      processResult.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    const [runStarted] = events(first);
    const pause = events(first).find((event) => event.type === 'pause');
    expect([runStarted.prompt, pause.hint]).toEqual(
      Array(2).fill({ blob: expect.any(String), size: expect.any(Number) }),
    );
    const second = await skillwright(['resume', runStarted.run, '--json', '--approve', pause.id], { cwd });
    expect([second.code, second.stderr]).toEqual([0, '']);
    const results = events(second).filter((event) => event.type === 'tool_result');
    expect(results.map((event) => event.result)).toEqual(['approved', 100_000]);
    const third = await skillwright(['run', 'And now?', ...named, '--continue', runStarted.run], { cwd });
    expect([third.code, third.stderr]).toEqual([0, '']);
    for (const { stdout } of [first, second, third]) expectShortLines(stdout);
    expectShortLines(readFileSync(join(cwd, '.skillwright/runs', runStarted.run, 'journal.jsonl'), 'utf8'));
    expect(JSON.stringify(started.requests[1]?.body.messages)).toContain(long('p'));
    expect(JSON.stringify(started.requests[3]?.body.messages)).toContain(long('p'));
    expect(JSON.stringify(started.requests[3]?.body.messages)).toContain(long('a'));
  });

  test('the terminal shows them in full, and a replay is the same', async () => {
    const started = await startServer([{ text: long('a') }]);
    const cwd = createFolder();
    const processResult = await skillwright(
      ['run', long('p'), '--skills', createDemo(), '--model', 'openai-compatible/tiny', '--base-url', started.url],
      { cwd },
    );
    expect(processResult.stdout).toContain(long('a'));
    const [run = ''] = readdirSync(join(cwd, '.skillwright/runs')).filter((name) => /^\d/.test(name));
    const again = await skillwright(['replay', run], { cwd });
    expect([again.code, again.stderr]).toEqual([0, '']);
  });
});

describe('a secret', () => {
  test('in the endpoint address is recorded nowhere', async () => {
    const { url } = await startServer([step(resource('references/guide.md')), DONE]);
    for (const one of [url.replace('//', `//user:${CANARY}@`), `${url}?api_key=${CANARY}`, `${url}#${CANARY}`]) {
      const cwd = createFolder();
      const processResult = await runUnchecked(['--skills', createDemo()], one, cwd);
      expect(readAllText(cwd) + processResult.stdout + processResult.stderr).not.toContain(CANARY);
    }
  });

  test('is redacted from prompt, arguments, results, errors, notes, state, hints and blobs', async () => {
    const k = CANARY;
    const calls = step(['spread', { k }], ['ask', { k }], ['thrown', { k }], [`t-${k}`, {}], ['echo', `{"k": "${k}`]);
    const cwd = createWorkspace(TOOLS);
    const { url } = await startServer([calls, { text: k }]);
    const args = ['run', `My key is ${k}.`, '--json', '--agent', 'a', '--api-key-env', 'K'];
    const endpoint = ['--model', 'openai-compatible/tiny', '--base-url', url];
    const processResult = await skillwright([...args, ...endpoint], { cwd, env: { K: k } });
    expect(processResult.code).toBe(6);
    expect(processResult.stdout + processResult.stderr + readAllText(cwd)).not.toContain(k);
  });

  test('is sent to no other origin, even if the journal was changed', async () => {
    const cwd = createWorkspace(TOOLS);
    const env = { K: CANARY };
    const result = await runInWorkspace(cwd, [step(['held', {}]), DONE], ['--api-key-env', 'K'], { env });
    expect(result.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    const attacker = await startServer([DONE]);
    edit(journal(result), (text) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/v1/g, attacker.url));
    const args = ['resume', id(result), '--json', '--approve', pauseOf(result), '--api-key-env', 'K'];
    const processResult = await skillwright(args, { cwd, env });
    expect([processResult.code, attacker.requests]).toEqual([2, []]);
  });
});

describe('a modified journal', () => {
  test('naming a blob outside its folder: not read', async () => {
    const cwd = createWorkspace(TOOLS);
    writeFileSync(join(cwd, 'secret.txt'), `"${CANARY}"`);
    for (const blob of ['../../../secret.txt', join(cwd, 'secret.txt')]) {
      const result = await runUntilPause(cwd);
      edit(journal(result), (text) =>
        text.replace('"result":{"n":1}', `"result":${JSON.stringify({ blob, size: 20 })}`),
      );
      const processResult = await skillwright(['resume', id(result), '--json', '--approve', pauseOf(result)], { cwd });
      expect(JSON.stringify(result.requests) + processResult.stdout + processResult.stderr).not.toContain(CANARY);
    }
  });

  test.for([
    ['is binary', (path) => writeFileSync(path, Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 197) % 256)))],
    [
      'with a truncated line',
      (path) => edit(path, (text) => text.replace('"type":"llm_response"', '"type":"llm_resp')),
    ],
    ['with a jump in sequence numbers', (path) => edit(path, (text) => text.replace('"seq":3,', '"seq":300,'))],
    ['with a missing line', (path) => edit(path, (text) => text.split('\n').toSpliced(3, 1).join('\n'))],
    ['without its beginning', (path) => edit(path, (text) => text.slice(text.indexOf('\n') + 1))],
    [
      'with calls that are not a list',
      (path) => edit(path, (text) => text.replace('"toolCalls":[', '"toolCalls":"x","x":[')),
    ],
    ['with calls without a tool', (path) => edit(path, (text) => text.replace('"tool":"', '"tool":7,"x":"'))],
    [
      'with fields of wrong types',
      (path) =>
        edit(path, (text) => text.replace('"toolCalls":[', '"toolCalls":5,"x":[').replace(/"id":"/g, '"id":7,"x":"')),
    ],
  ] as const satisfies readonly (readonly [string, (path: string) => void])[])(
    '%s: a clear message, nothing runs',
    async ([, change]) => {
      const cwd = createWorkspace(TOOLS);
      const result = await runUntilPause(cwd);
      change(journal(result));
      const processResult = await skillwright(['resume', id(result), '--json', '--approve', pauseOf(result)], { cwd });
      expect([processResult.code, processResult.stdout, readLog(cwd)]).toEqual([2, '', ['echo']]);
      expect(processResult.stderr).toMatch(/^skillwright: /);
      expect(processResult.stderr).not.toMatch(/\n\s+at /);
    },
  );
});

test.skipIf(process.platform === 'win32')('a pipe in place of the journal does not block', async () => {
  const cwd = createWorkspace(TOOLS);
  const result = await runUntilPause(cwd);
  rmSync(journal(result));
  execFileSync('mkfifo', [journal(result)]);
  for (const command of [
    ['resume', id(result), '--json', '--approve', pauseOf(result)],
    ['run', 'And?', '--json', '--agent', 'a', '--continue', id(result)],
    ['replay', id(result), '--json'],
  ]) {
    const processResult = await skillwright(command, { cwd });
    expect([processResult.code, processResult.stdout, processResult.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^skillwright: /),
    ]);
  }
});

test('a journal damaged in the middle is not continued', async () => {
  const cwd = createWorkspace(TOOLS);
  const result = await runInWorkspace(cwd, [step(['echo', {}]), DONE]);
  edit(journal(result), (text) => text.replace('"type":"llm_response"', '"type":"llm_resp'));
  const before = readFileSync(journal(result), 'utf8');
  const processResult = await skillwright(['run', 'And?', '--json', '--agent', 'a', '--continue', id(result)], { cwd });
  expect([processResult.code, processResult.stdout, readFileSync(journal(result), 'utf8')]).toEqual([2, '', before]);
  expect(processResult.stderr).toMatch(/start a new run.*damaged.*line 3/);
});

describe('the run folder', () => {
  test('that cannot be created: exit 2, a clear message, no model call', async () => {
    const cwd = createFolder({ file: '' });
    const { url, requests } = await startServer([DONE]);
    const processResult = await runUnchecked(['--skills', createDemo(), '--runs', join(cwd, 'file/runs')], url, cwd);
    expect([processResult.code, processResult.stdout, requests]).toEqual([2, '', []]);
    expect(processResult.stderr).toMatch(/^skillwright: .*file/);
  });

  test('has one writer: another process is refused while it works, and the lock is removed', async () => {
    const cwd = createWorkspace(TOOLS);
    let others: Promise<readonly CommandResult[]> | undefined;
    const result = await runInWorkspace(cwd, [step(['hangs', {}]), DONE], [], {
      onLine: (line, child) => {
        if (!line.includes('at work')) return;
        const runs = join(cwd, '.skillwright/runs');
        const name = readdirSync(runs).find((one) => /^\d/.test(one)) ?? '';
        const commands = [
          ['resume', name, '--json'],
          ['run', 'x', '--continue', name, '--agent', 'a', '--json'],
        ];
        others = Promise.all(commands.map((command) => skillwright(command, { cwd })));
        void others.finally(() => child.kill('SIGINT'));
      },
    });
    for (const { code, stdout, stderr } of (await others) ?? []) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/another process/i);
    }
    const files = readdirSync(result.runFolder).filter((name) => !name.startsWith('blob-'));
    expect(files).toEqual(['journal.jsonl']);
  });
});

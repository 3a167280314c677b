import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sample } from '../../equipment/skill/long.ts';
import { startModelServer } from '../run-server.ts';
import { type AgentRun, createDemo, DONE, resume, run, runAgainst, script, step } from './agent-run.ts';
import { createFolder, skillwright } from './command.ts';
import { createWorkspace, readAllText, readLog, runInWorkspace, stepWithIds, toolMessages } from './workspace.ts';

const TOOLS = `
const object = { type: 'object', properties: {} };
export default {
  held: { description: 'Waits.', inputSchema: object, needsApproval: true, execute: (input) => { log('held', JSON.stringify(input)); return { did: input }; } },
  last: { description: 'Waits, has the last word.', inputSchema: object, needsApproval: true,
    execute: (input, context) => { log('last'); context.actions.skipSummarization = true; return { last: true }; } },
  inside: { description: 'Asks from inside.', inputSchema: object,
    async execute(input, context) { log('begins'); await context.requestConfirmation('Really ' + input.n + '?'); log('agreed'); return 'done'; } },
  insideLast: { description: 'Asks from inside, has the last word.', inputSchema: object,
    async execute(input, context) { await context.requestConfirmation('Really?'); log('agreed'); context.actions.skipSummarization = true; return 'done'; } },
  secret: { description: 'Needs a key.', inputSchema: object,
    async execute(input, context) { const key = await context.requestCredential({ key: 'api', hint: 'The key of the API' }); log('length', key.length, input.n ?? ''); return { echo: key, n: input.n, long: key + 'x'.repeat(70000), address: encodeURIComponent(key) }; } },
  free: { description: 'Never waits.', inputSchema: object, execute: (input) => { log('free'); return 'free ' + input.n; } },
};`;
const object = "const object = { type: 'object', properties: {} };";
const pauses = (runResult: AgentRun): string[] => runResult.ofType('pause').map((one) => String(one.id));
const journal = (runResult: AgentRun): string => readFileSync(join(runResult.runFolder, 'journal.jsonl'), 'utf8');

/** Checks that a resume is refused: exit 2, a clear message, and nothing ran, was asked or was written. */
async function expectRefused(
  runResult: AgentRun,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const before = [journal(runResult), readLog(runResult.cwd).length, runResult.requests.length];
  const runs = join(runResult.runFolder, '..');
  const processResult = await skillwright(
    ['resume', basename(runResult.runFolder), '--json', '--runs', runs, ...args],
    {
      cwd: runResult.cwd,
      env,
    },
  );
  expect([args, processResult.code, processResult.stdout]).toEqual([args, 2, '']);
  expect(processResult.stderr.trim()).not.toBe('');
  expect(processResult.stderr).not.toMatch(/\n\s+at /);
  expect([journal(runResult), readLog(runResult.cwd).length, runResult.requests.length]).toEqual(before);
}

describe('approval before a call', () => {
  test('approved in another process: runs once, with its own arguments, then exactly one model call', async () => {
    const cwd = createWorkspace(TOOLS);
    const args = { n: 1, text: 'ä "quoted" \u2028', list: [null, { deep: [1.5] }] };
    const runResult = await runInWorkspace(cwd, [step(['held', args], ['free', { n: 1 }]), DONE]);
    expect([runResult.end.reason, runResult.requests.length]).toEqual(['paused', 1]);
    expect(readLog(cwd)).toEqual(['free']);
    expect(runResult.ofType('pause')).toMatchObject([
      { kind: 'confirmation', id: expect.any(String), hint: expect.any(String) },
    ]);
    const [id] = pauses(runResult);
    const next = await resume(runResult, ['--approve', `${id}`], { process: true });
    expect(next.end).toMatchObject({ reason: 'final', text: 'Done.' });
    expect(readLog(cwd)).toEqual(['free', `held ${JSON.stringify(args)}`]);
    expect(runResult.requests).toHaveLength(2);
    expect(toolMessages(runResult.requests[1]).map((one) => one.includes('free 1'))).toEqual([false, true]);
    expect(next.ofType('run_resumed')).toMatchObject([{ by: expect.any(String) }]);
    await expectRefused(runResult, ['--approve', `${id}`]);
    await expectRefused(runResult, []);
  });

  test('skipSummarization: no model call follows, with and without a pause', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['last', {}]), DONE]);
    const next = await resume(runResult, ['--approve', `${pauses(runResult)[0]}`]);
    expect([next.end.reason, readLog(cwd), runResult.requests.length]).toEqual(['final', ['last'], 1]);
    const inside = await runInWorkspace(createWorkspace(TOOLS), [step(['insideLast', {}]), DONE]);
    const after = await resume(inside, ['--approve', `${pauses(inside)[0]}`]);
    expect([after.end.reason, readLog(after.cwd), inside.requests.length]).toEqual(['final', ['agreed'], 1]);
    const yes = await runInWorkspace(createWorkspace(TOOLS), [step(['last', {}], ['free', { n: 2 }]), DONE], ['--yes']);
    expect([yes.end.reason, yes.requests.length]).toEqual(['final', 1]);
  });

  test('denied: the tool does not run, the model is informed', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['held', {}], ['last', {}], ['inside', { n: 1 }]), DONE]);
    expect(pauses(runResult)).toHaveLength(3);
    const next = await resume(
      runResult,
      pauses(runResult).flatMap((id) => ['--deny', id]),
    );
    expect(readLog(cwd)).toEqual(['begins']);
    expect(next.ofType('tool_result').map((one) => [one.tool, one.error_code])).toEqual([
      ['held', 'REJECTED'],
      ['last', 'REJECTED'],
      ['inside', 'REJECTED'],
    ]);
    expect([next.end.reason, runResult.requests.length]).toEqual(['final', 2]);
  });
});

describe('a question from inside a tool', () => {
  test('approved: restarts, passes the question, once', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['inside', { n: 7 }]), DONE]);
    expect(runResult.ofType('pause')).toMatchObject([
      { kind: 'confirmation', hint: expect.stringContaining('Really 7?') },
    ]);
    const next = await resume(runResult, ['--approve', `${pauses(runResult)[0]}`]);
    expect(readLog(cwd)).toEqual(['begins', 'begins', 'agreed']);
    expect([next.end.reason, runResult.requests.length, toolMessages(runResult.requests[1])[0]]).toEqual([
      'final',
      2,
      expect.stringContaining('done'),
    ]);
  });
});

describe('a credential', () => {
  const CANARY = 'canary-cred-93f1aa';

  test('from the environment and from standard input: every call that waits for the key runs; it is recorded nowhere', async () => {
    for (const source of ['env:CRED', '-']) {
      const cwd = createWorkspace(TOOLS);
      const runResult = await runInWorkspace(cwd, [
        step(['secret', { n: 1 }], ['secret', { n: 2 }]),
        { text: `It is ${CANARY}.` },
      ]);
      expect(runResult.ofType('pause').map((one) => one.kind)).toContain('credential');
      const input = source === '-' ? { input: `${CANARY}\n` } : { env: { CRED: CANARY } };
      const next = await resume(runResult, ['--credential', `${pauses(runResult)[0]}=${source}`], input);
      expect(next.end.reason).toBe('final');
      expect(readLog(cwd).toSorted()).toEqual([`length ${CANARY.length} 1`, `length ${CANARY.length} 2`]);
      expect(JSON.stringify(runResult.requests)).not.toContain(CANARY);
      expect(next.stdout + next.stderr + readAllText(cwd)).not.toContain(CANARY);
      expect(next.ofType('tool_result').map((one) => one.error_code)).toEqual([undefined, undefined]);
    }
  });

  test('with line feeds and quotes: also redacted from JSON within a text', async () => {
    const key = '-----BEGIN "KEY"-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END KEY-----';
    const cwd = createWorkspace(
      `${object} export default { secret: { description: 'x', inputSchema: object, async execute(_, c) { const key = await c.requestCredential({ key: 'k', hint: 'h' }); return { body: JSON.stringify({ key }), twice: JSON.stringify(JSON.stringify({ key })) }; } } };`,
    );
    const runResult = await runInWorkspace(cwd, [step(['secret', {}]), DONE]);
    await resume(runResult, ['--credential', `${runResult.ofType('pause')[0]?.id}=env:C`], { env: { C: key } });
    expect(readFileSync(join(runResult.runFolder, 'journal.jsonl'), 'utf8')).not.toContain('MIIEvQIBADANBgkqhkiG9w0');
    expect(toolMessages(runResult.requests[1])).toHaveLength(1);
    expect(JSON.stringify(runResult.requests)).not.toContain('MIIEvQIBADANBgkqhkiG9w0');
  });

  test('that is missing or invalid: refused, and the call keeps waiting', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['secret', {}]), DONE]);
    const [id] = pauses(runResult);
    await expectRefused(runResult, ['--credential', `${id}=env:NOT_SET`]);
    await expectRefused(runResult, ['--credential', `${id}=env:EMPTY`], { EMPTY: '' });
    await expectRefused(runResult, ['--credential', `${id}=env:SHORT`], { SHORT: 'abcde' });
    await expectRefused(runResult, ['--credential', `${id}=${CANARY}`]);
    await expectRefused(runResult, ['--credential', `${id}`]);
    await expectRefused(runResult, ['--approve', `${id}`]);
    const denied = await resume(runResult, ['--deny', `${id}`]);
    expect([denied.end.reason, readLog(cwd), runResult.requests.length]).toEqual(['final', [], 2]);
  });

  test('is not provided by --yes', async () => {
    const runResult = await runInWorkspace(createWorkspace(TOOLS), [step(['secret', {}]), DONE], ['--yes']);
    expect(runResult.ofType('pause')).toMatchObject([{ kind: 'credential' }]);
    expect(runResult.code).toBe(6);
  });
});

describe('answers', () => {
  test('that are invalid: refused, nothing runs, a valid one still counts', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['held', {}]), DONE]);
    const [id] = pauses(runResult);
    const call = runResult.ofType('tool_call')[0]?.id as string;
    for (const wrong of ['unknown', '', '__proto__', `${id}x`]) {
      await expectRefused(runResult, [`--approve=${wrong}`]);
    }
    if (call !== id) await expectRefused(runResult, ['--approve', call]);
    await expectRefused(runResult, ['--approve', `${id}`, '--deny', `${id}`]);
    await expectRefused(runResult, ['--ignore', `${id}`]);
    await expectRefused(runResult, ['--approve', `${id}`, '--approve', 'unknown']);
    await expectRefused(runResult, ['--credential', `${id}=env:PATH`]);
    const next = await resume(runResult, ['--approve', `${id}`]);
    expect([next.end.reason, readLog(cwd)]).toEqual(['final', ['held {}']]);
  });

  test('to an unknown run, or one outside the runs folder', async () => {
    const cwd = createWorkspace(TOOLS);
    await runInWorkspace(cwd, [step(['held', {}]), DONE]);
    for (const name of ['unknown', '', '../runs', 'x'.repeat(5000)]) {
      const processResult = await skillwright(['resume', '--json', '--approve', 'x', '--', name], { cwd });
      expect([name, processResult.code, processResult.stdout]).toEqual([name, 2, '']);
      expect(processResult.stderr).not.toMatch(/\n\s+at /);
    }
  });

  test('to two questions, one by one: no model call before both, results in call order', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [
      step(['held', { n: 'a' }], ['free', { n: 'b' }], ['held', { n: 'c' }]),
      DONE,
    ]);
    const [first, second] = pauses(runResult);
    const half = await resume(runResult, ['--approve', `${second}`]);
    expect([half.end.reason, runResult.requests.length, half.ofType('llm_request').length]).toEqual(['paused', 1, 0]);
    await expectRefused(runResult, ['--approve', `${second}`]);
    const complete = await resume(runResult, ['--deny', `${first}`]);
    expect([complete.end.reason, runResult.requests.length]).toEqual(['final', 2]);
    expect(readLog(cwd)).toEqual(['free', 'held {"n":"c"}']);
    expect(toolMessages(runResult.requests[1])).toEqual([
      expect.stringMatching(/reject/i),
      expect.stringContaining('free b'),
      expect.stringContaining('"c"'),
    ]);
  });

  test('from two processes concurrently: one wins', async () => {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [step(['held', {}]), DONE]);
    const command = ['resume', basename(runResult.runFolder), '--json', '--approve', `${pauses(runResult)[0]}`];
    const processResult = await Promise.all([1, 2, 3].map(() => skillwright(command, { cwd, process: true })));
    expect(processResult.map((one) => one.code).toSorted()).toEqual([0, 2, 2]);
    expect([readLog(cwd), runResult.requests.length]).toEqual([['held {}'], 2]);
  });

  test('to a script that has changed: asked again', async () => {
    const skills = createDemo();
    const runResult = await runAgainst([step(script('hello.sh')), DONE], ['--skills', skills]);
    writeFileSync(join(skills, 'demo/scripts/hello.sh'), 'echo another\n');
    const next = await resume(runResult, ['--approve', `${pauses(runResult)[0]}`]);
    expect([next.end.reason, next.ofType('script')]).toEqual(['paused', []]);
    expect(JSON.stringify(next.ofType('pause'))).toContain('echo another');
  });
});

test('the tools of a module need a key: requested before the first model call, which then has them', async () => {
  const cwd = createWorkspace(`export default async ({ requestCredential }) => {
  const key = await requestCredential({ key: 'library', hint: 'Key of the library' });
  return { fetch: { description: 'x', inputSchema: { type: 'object' }, execute: () => ({ key }) } };
};`);
  const runResult = await runInWorkspace(cwd, [step(['fetch', {}]), DONE]);
  expect([runResult.end.reason, runResult.requests.length]).toEqual(['paused', 0]);
  expect(pauses(runResult)).toEqual([expect.stringMatching(/^_adk_toolset_auth_/)]);
  const env = { CRED: 'canary-library-1' };
  const next = await resume(runResult, ['--credential', `${pauses(runResult)[0]}=env:CRED`], { env });
  expect([next.end.reason, runResult.requests.length]).toEqual(['final', 2]);
  expect(JSON.stringify(runResult.requests) + readAllText(cwd) + next.stdout).not.toContain('canary-library-1');
});

test('the key of a module is denied: the run continues without its tools and reports why', async () => {
  const cwd = createWorkspace(
    `export default async ({ requestCredential }) => { log('asked'); await requestCredential({ key: 'lib', hint: 'Key' }); return {}; };`,
  );
  const runResult = await runInWorkspace(cwd, [step(['list_skills', {}]), DONE]);
  const next = await resume(runResult, ['--deny', `${pauses(runResult)[0]}`]);
  expect([next.end.reason, next.stderr, next.ofType('pause')]).toEqual(['final', '', []]);
  expect(next.ofType('note').map((one) => one.message)).toContainEqual(
    "./tools.mjs: no tools: The user did not provide 'lib'.",
  );
  expect([runResult.requests.length, readLog(cwd).length > 1]).toEqual([2, true]);
  await expectRefused(runResult, ['--deny', `${pauses(runResult)[0]}`]);
});

test('a key is requested by name: without a name the tool gets an error, and no question is asked', async () => {
  const cwd = createWorkspace(
    `${object} const tool = (execute) => ({ description: 'x', inputSchema: object, execute });
export default { none: tool((_, c) => c.requestCredential()), empty: tool((_, c) => c.requestCredential({ hint: 'h' })) };`,
  );
  const runResult = await runInWorkspace(cwd, [step(['none', {}], ['empty', {}]), DONE]);
  expect([runResult.end.reason, runResult.ofType('pause')]).toEqual(['final', []]);
  for (const result of runResult.results())
    expect(JSON.stringify(result.result)).toContain('requestCredential takes a key');
});

test('the query of --base-url is restored on resume, and not recorded in the journal', async () => {
  const server = await startModelServer([step(script('hello.sh')), DONE]);
  onTestFinished(() => server.close());
  const skills = createDemo();
  const cwd = createFolder();
  const endpoint = ['--model', 'openai-compatible/t', '--base-url', `${server.url}?api-version=canary-2031`];
  const runResult = await run(['--skills', skills, ...endpoint], { cwd });
  expect(journal(runResult)).not.toContain('canary-2031');
  const next = await resume(runResult, ['--approve', `${pauses(runResult)[0]}`]);
  expect([next.end.reason, ...server.requests.map((one) => one.path)]).toEqual([
    'final',
    '/v1/chat/completions?api-version=canary-2031',
    '/v1/chat/completions?api-version=canary-2031',
  ]);
  expect(journal(runResult)).not.toContain('canary-2031');
});

test('an answer can be given for any call id', async () => {
  const ids = ['call_QUJD==', 'a=env:b', 'nul\u0000', `long-${'x'.repeat(200_000)}`, "'\n$(x)"];
  for (const id of sample(ids, 4, 3)) {
    const cwd = createWorkspace(TOOLS);
    const runResult = await runInWorkspace(cwd, [stepWithIds([id, 'secret', '{}'], [`${id}2`, 'held', '{}']), DONE]);
    const [credential, held] = runResult.ofType('pause');
    expect(pauses(runResult).every((one) => /^[\w=:-]{1,100}$/.test(one))).toBe(true);
    const args = ['--credential', `${credential?.id}=env:C`, '--approve', `${held?.id}`];
    const next = await resume(runResult, args, { env: { C: 'canary-12345' } });
    expect([next.end.reason, readLog(cwd).toSorted()]).toEqual(['final', ['held {}', 'length 12 ']]);
  }
});

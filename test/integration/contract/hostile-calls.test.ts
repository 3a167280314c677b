import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { type AgentRun, DONE, resource, resume, step } from './agent-run.ts';
import { createWorkspace, readLog, runInWorkspace, stepWithIds, toolMessages } from './workspace.ts';

const TOOLS = `const object = { type: 'object', properties: {} };
export default { echo: { description: 'x', inputSchema: object, execute: (input) => { log('echo', JSON.stringify(input).slice(0, 100)); return input; } },
  slow: { description: 'x', inputSchema: object, execute: async () => { await new Promise((r) => setTimeout(r, 300)); return 'slow'; } },
  held: { description: 'x', inputSchema: object, needsApproval: true, execute: (input) => { log('held', JSON.stringify(input)); return 'held ' + input.n; } } };`;
/** Checks that each call in the request has an id, and that the results refer to these ids. */
const expectPaired = (result: AgentRun, n: number): void => {
  const messages = result.requests[n]?.body.messages ?? [];
  const requested = messages.flatMap((m) => (m.tool_calls ?? []) as { id: string }[]).map((c) => c.id);
  const answered = messages
    .filter((m) => m.role === 'tool')
    .map((m) => (m as unknown as { tool_call_id: string }).tool_call_id);
  expect(answered).toEqual(requested);
  expect(new Set(requested).size, `ids ${requested}`).toBe(requested.length);
};

describe('call ids', () => {
  test('repeated within one step', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      stepWithIds(['x', 'echo', '{"n":1}'], ['x', 'echo', '{"n":2}'], ['x', 'unknown', '{}']),
      DONE,
    ]);
    expect(result.end.reason).toBe('final');
    expect(readLog(result.cwd).toSorted()).toEqual(['echo {"n":1}', 'echo {"n":2}']);
    expectPaired(result, 1);
  });

  test('repeated in every step', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      stepWithIds(['call_0', 'echo', '{"n":1}']),
      stepWithIds(['call_0', 'echo', '{"n":2}']),
      stepWithIds(['call_0', 'held', '{"n":3}']),
      DONE,
    ]);
    expectPaired(result, 2);
    const next = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expectPaired(result, 3);
    expect(next.end.reason).toBe('final');
    expect(readLog(result.cwd)).toEqual(['echo {"n":1}', 'echo {"n":2}', 'held {"n":3}']);
  });

  test('two pauses with the same call id: each has its own question', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      stepWithIds(['x', 'held', '{"n":1}'], ['x', 'held', '{"n":2}']),
      DONE,
    ]);
    const pauses = result.ofType('pause').map((p) => `${p.id}`);
    expect(new Set(pauses).size).toBe(2);
    const next = await resume(result, ['--approve', `${pauses[0]}`, '--deny', `${pauses[1]}`]);
    expect(readLog(result.cwd)).toEqual(['held {"n":1}']);
    expect(next.end.reason).toBe('final');
  });

  test.for([
    ['none', undefined],
    ['odd', 'a\u0000b\u001b[31m\n"\\ é'],
  ] as const)('that are %s', async ([, id]) => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      stepWithIds([id, 'echo', '{"n":1}'], [id, 'held', '{"n":2}']),
      DONE,
    ]);
    expect(result.end.reason).toBe('paused');
    const pause = `${result.ofType('pause')[0]?.id}`;
    const next = await resume(result, [`--approve=${pause}`]);
    expect(next.end.reason).toBe('final');
    expect(readLog(result.cwd)).toEqual(['echo {"n":1}', 'held {"n":2}']);
  });
});

describe('arguments', () => {
  test('of 900,000 characters, nested, and with every name of Object.prototype reach the tool unchanged', async () => {
    const long = 'm'.repeat(900_000);
    const proto =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}';
    const deep = `{"d":${'['.repeat(2000)}${']'.repeat(2000)}}`;
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      step(
        ['echo', { text: long }],
        ['echo', proto],
        ['echo', deep],
        ['echo', '{"n":1e400,"big":12345678901234567890}'],
        ['echo', '{"a":1,"a":2}'],
        ['echo', '{"lone":"\\ud800"}'],
      ),
      DONE,
    ]);
    expect(toolMessages(result.requests[1])[0]).toContain(long);
    expect(toolMessages(result.requests[1])[1]).toContain('polluted');
    expect(result.end.reason).toBe('final');
    expect(result.ofType('tool_call')[0]?.args).toMatchObject({ blob: expect.any(String), size: expect.any(Number) });
  });

  test('count once towards the limit of a reply: 1,100,000 of 2,000,000 characters are not too long', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [step(['echo', { t: 'm'.repeat(1_100_000) }]), DONE]);
    expect([result.end.reason, result.end.error]).toEqual(['final', undefined]);
    const long = await runInWorkspace(createWorkspace(TOOLS), [step(['echo', { t: 'm'.repeat(2_000_001) }]), DONE]);
    expect([long.end.reason, long.end.error]).toEqual(['model_error', expect.stringContaining('2,000,000')]);
  });

  test('that are not objects are answered with an error, and no tool runs', async () => {
    const wrong = [
      '5',
      'null',
      '[]',
      '"x"',
      'true',
      '{',
      '{"a":1}{"b":2}',
      "{'a':1}",
      '{"a":undefined}',
      '{"a":NaN}',
      '\u0000',
      '```json\n{}\n```',
    ];
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      step(...wrong.map((args) => ['echo', args] as const), ...wrong.map((args) => ['held', args] as const)),
      DONE,
    ]);
    expect(result.end.reason).toBe('final');
    expect(readLog(result.cwd)).toEqual([]);
  });

  test('a hundred slow calls run concurrently, and are answered in call order', async () => {
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      step(...Array.from({ length: 100 }, (_, n) => [n % 2 ? 'slow' : 'echo', { n }] as const)),
      DONE,
    ]);
    const took =
      Date.parse(result.ofType('tool_result').at(-1)?.time ?? '') -
      Date.parse(result.ofType('tool_call')[0]?.time ?? '');
    expect(took).toBeLessThan(scaledLimit(3000));
    expect(toolMessages(result.requests[1])).toHaveLength(100);
    expect(toolMessages(result.requests[1])[98]).toContain('98');
    expectPaired(result, 1);
  });

  test('unknown tool names are each answered with TOOL_NOT_FOUND', async () => {
    const names = [
      '\u0000',
      '__proto__',
      'hasOwnProperty',
      'skills__unknown',
      'skills__',
      'skills__../demo',
      'adk_request_confirmation',
      'adk_request_credential',
      'transfer_to_agent',
      'ECHO',
      'echo\n',
      'a'.repeat(100_000),
      '日本',
    ];
    const result = await runInWorkspace(createWorkspace(TOOLS), [
      step(...names.map((name) => [name, {}] as const)),
      DONE,
    ]);
    expect(result.results().map((one) => one.error_code)).toEqual(names.map(() => 'TOOL_NOT_FOUND'));
    expect(result.end.reason).toBe('final');
    expectPaired(result, 1);
  });
});

test('no control characters are written to a terminal', async () => {
  const evil = '\u001b[31mred\u001b]0;title\u0007\u009b2J\r\u0008';
  const cwd = createWorkspace(
    `console.log(${JSON.stringify(evil)}); export default { echo: { description: 'x', inputSchema: { type: 'object' }, execute: (i) => { console.error(${JSON.stringify(evil)}); return i; } }, bad: { description: 'x', inputSchema: { type: 'object' }, execute: () => { throw new Error(${JSON.stringify(evil)}); } } };`,
  );
  const { startModelServer } = await import('../run-server.ts');
  const { skillwright } = await import('./command.ts');
  const server = await startModelServer([
    step(['echo', { x: evil }], ['bad', {}], [`no${evil}`, {}], resource(`references/${evil}.md`)),
    { text: `Text ${evil}` },
  ]);
  const processResult = await skillwright(
    ['run', `Do ${evil}`, '--agent', 'a', '--model', 'openai-compatible/tiny', '--base-url', server.url],
    { cwd },
  );
  server.close();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
  expect(processResult.stdout + processResult.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

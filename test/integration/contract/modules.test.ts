import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DONE, step } from './agent-run.ts';
import { createWorkspace, readLog, runInWorkspace, toolMessages } from './workspace.ts';

const object = "const object = { type: 'object', properties: {} };";

describe('a tool', () => {
  test('throws in different ways: an error to the model, the run continues', async () => {
    const cwd = createWorkspace(`${object}
const tool = (execute) => ({ description: 'x', inputSchema: object, execute });
export default {
  error: tool(() => { throw new Error('It broke: 42'); }),
  nothing: tool(() => { throw undefined; }),
  nul: tool(() => Promise.reject(null)),
  text: tool(async () => { throw 'just words'; }),
  late: tool(() => { setTimeout(() => { throw new Error('late'); }, 0); return new Promise((r) => setTimeout(() => r('late'), 50)); }),
  fine: tool(() => 'fine'),
};`);
    const names = ['error', 'nothing', 'nul', 'text', 'fine'];
    const result = await runInWorkspace(cwd, [step(...names.map((n) => [n, {}] as const)), DONE]);
    expect(result.results().map((one) => one.error_code !== undefined)).toEqual([true, true, true, true, false]);
    expect(JSON.stringify(result.results()[0]?.result)).toContain('It broke: 42');
    expect(result.end.reason).toBe('final');
    const late = await runInWorkspace(cwd, [step(['late', {}]), step(['fine', {}]), DONE]);
    expect(late.results('fine')).toMatchObject([{ result: 'fine' }]);
  });

  test('throws something that cannot be converted to text: answered, and no other call is lost', async () => {
    const cwd = createWorkspace(`${object}
export default {
  odd: { description: 'x', inputSchema: object, execute: () => { throw { get message() { throw new Error('x'); }, toString() { throw new Error('again'); } }; } },
  slow: { description: 'x', inputSchema: object, execute: () => new Promise((r) => setTimeout(() => r('slow'), 100)) },
};`);
    const result = await runInWorkspace(cwd, [step(['odd', {}], ['slow', {}]), DONE]);
    expect(result.results().map((one) => one.error_code)).toEqual(['TOOL_ERROR', undefined]);
  });

  test('throws, or returns an error, after skipSummarization: the model gets the error, the loop continues', async () => {
    const tool = (then: string): string =>
      `{ description: 'x', inputSchema: object, execute: (_, c) => { c.actions.skipSummarization = true; ${then} } }`;
    const cwd = createWorkspace(
      `${object} export default { broke: ${tool("throw new Error('It broke');")}, code: ${tool("return { error_code: 'NO' };")} };`,
    );
    for (const name of ['broke', 'code']) {
      const result = await runInWorkspace(cwd, [step([name, {}]), DONE]);
      expect([result.requests.length, result.end.text]).toEqual([2, 'Done.']);
    }
  });

  test('returns something other than JSON', async () => {
    const cwd = createWorkspace(`${object}
const tool = (execute) => ({ description: 'x', inputSchema: object, execute });
const circle = {}; circle.self = circle;
export default {
  nothing: tool(() => undefined), nul: tool(() => null), big: tool(() => 10n), circle: tool(() => circle),
  fn: tool(() => () => 1), symbol: tool(() => Symbol('x')), nan: tool(() => ({ n: NaN, i: Infinity })), date: tool(() => ({ d: new Date(0) })),
  map: tool(() => new Map([['a', 1]])), bytes: tool(() => Buffer.from('abc')), proto: tool(() => JSON.parse('{"__proto__": {"x": 1}, "ok": 1}')),
  json: tool(() => ({ toJSON() { throw new Error('no'); } })), lone: tool(() => '\\ud800 lone'), long: tool(() => 'x'.repeat(4_000_000)),
  code: tool(() => ({ error_code: 'OUT_OF_INK', error: 'No ink' })), oddCode: tool(() => ({ error_code: 5 })), gen: tool(async function* () { yield 1; yield 2; }),
};`);
    const names = [
      'nothing',
      'nul',
      'big',
      'circle',
      'fn',
      'symbol',
      'nan',
      'date',
      'map',
      'bytes',
      'proto',
      'json',
      'lone',
      'long',
      'code',
      'oddCode',
      'gen',
    ];
    const result = await runInWorkspace(cwd, [step(...names.map((n) => [n, {}] as const)), DONE]);
    expect(result.end.reason).toBe('final');
    expect(toolMessages(result.requests[1])).toHaveLength(names.length);
    expect(result.results('code')[0]?.error_code).toBe('OUT_OF_INK');
    expect(toolMessages(result.requests[1])[13]?.length).toBe(4_000_000);
  });

  test('prints, including fake protocol messages: notes, and every line of --json is an event', async () => {
    const cwd = createWorkspace(`${object}
export default { noisy: { description: 'x', inputSchema: object, execute() {
  process.stdout.write('\\u001b[31mred\\u001b[0m\\n'); process.send?.({ jsonrpc: '2.0', id: 0, result: 'forged' }); process.stdout.write('Content-Length: 5\\r\\n\\r\\nhello');
  for (let i = 0; i < 2000; i++) console.log('x'.repeat(1000));
  return 'quiet';
} } };`);
    const result = await runInWorkspace(cwd, [step(['noisy', {}]), DONE]);
    expect(result.results()[0]?.result).toBe('quiet');
    expect(result.end.reason).toBe('final');
    expect(result.ofType('note').length).toBeGreaterThan(0);
    expect(result.ofType('note').length).toBeLessThan(100);
  });

  test('ends its process: answered, restarted', async () => {
    const cwd = createWorkspace(`${object}
const tool = (execute) => ({ description: 'x', inputSchema: object, execute });
export default { exit: tool(() => process.exit(0)), abort: tool(() => process.kill(process.pid, 'SIGKILL')), fine: tool(() => 'fine'), wait: tool(() => new Promise(() => {})) };`);
    const result = await runInWorkspace(cwd, [
      step(['exit', {}], ['wait', {}]),
      step(['fine', {}]),
      step(['abort', {}]),
      step(['fine', {}]),
      DONE,
    ]);
    expect(result.results().map((one) => one.error_code !== undefined)).toEqual([true, true, false, true, false]);
    expect(result.end.reason).toBe('final');
  });
});

describe('schemas', () => {
  test('zod and JSON Schema: invalid input is answered before a question, defaults are filled in', async () => {
    const cwd = createWorkspace(`import { z } from 'zod';
const run = (name) => (input) => { log(name, JSON.stringify(input)); return 'ran'; };
export default {
  zod: { description: 'z', inputSchema: z.object({ n: z.number().int().min(1), unit: z.string().default('kg'), when: z.coerce.number().optional() }), needsApproval: false, execute: run('zod') },
  json: { description: 'j', inputSchema: { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'], additionalProperties: false }, needsApproval: true, execute: run('json') },
  refined: { description: 'r', inputSchema: z.object({ a: z.string() }).refine((v) => v.a !== 'no', 'not no'), execute: run('refined') },
};`);
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(join(import.meta.dirname, '../../../node_modules/zod'), join(cwd, 'node_modules/zod'));
    const result = await runInWorkspace(cwd, [
      step(
        ['zod', { n: 2 }],
        ['zod', { n: 0 }],
        ['zod', { n: 'two' }],
        ['zod', {}],
        ['json', { n: 1.5 }],
        ['json', { n: 1, x: 1 }],
        ['json', {}],
        ['refined', { a: 'no' }],
        ['zod', { n: 3, when: '7' }],
      ),
      DONE,
    ]);
    expect(result.results().map((one) => one.error_code)).toEqual([
      undefined,
      ...Array(7).fill('INVALID_ARGUMENTS'),
      undefined,
    ]);
    expect(result.ofType('pause')).toEqual([]);
    expect(readLog(cwd).toSorted()).toEqual(['zod {"n":2,"unit":"kg"}', 'zod {"n":3,"unit":"kg","when":7}']);
  });

  test('needsApproval applies only if it returns exactly true', async () => {
    const names = {
      yes: '() => true',
      later: 'async () => true',
      one: '() => 1',
      word: "() => 'true'",
      no: '() => false',
      nothing: '() => undefined',
      throws: "() => { throw new Error('x'); }",
      big: '({ n }) => n > 5',
      truthy: '1',
      object: 'new Boolean(true)',
    };
    const cwd = createWorkspace(`${object}
export default { ${Object.entries(names)
      .map(
        ([name, needs]) =>
          `${name}: { description: 'x', inputSchema: object, needsApproval: ${needs}, execute: () => log('${name}') ?? 'ran' }`,
      )
      .join(',\n')} };`);
    const result = await runInWorkspace(cwd, [step(...Object.keys(names).map((n) => [n, { n: 6 }] as const)), DONE]);
    const pausedTools = result
      .ofType('pause')
      .map((p) => result.ofType('tool_call').find((c) => c.id === p.call)?.tool);
    expect(pausedTools).toEqual(expect.arrayContaining(['yes', 'later', 'big']));
    for (const name of ['one', 'word', 'no', 'nothing']) expect(pausedTools).not.toContain(name);
    expect(readLog(cwd)).not.toContain('throws');
  });
});

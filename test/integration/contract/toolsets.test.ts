import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentRun, DONE, resume, step } from './agent-run.ts';
import { createWorkspace, readLog, runInWorkspace } from './workspace.ts';

const offeredTools = (result: AgentRun, n: number): readonly string[] =>
  (result.requests[n]?.body.tools ?? [])
    .map((one) => one.function.name)
    .filter((name) => !/^(list_skills|load_skill|load_skill_resource|run_skill_script)$/.test(name));
const object = "const object = { type: 'object', properties: {} };";

describe('invalid modules', () => {
  test('each adds a note with its name, and the run continues with the others', async () => {
    const left = 'ok: { description: "x", inputSchema: { type: "object" }, execute: () => 1 }';
    const sources = [
      'export default {',
      "throw new Error('no')",
      'process.exit(3)',
      'export const x = 1',
      'export default null',
      `export default { a: 5, b: null, c: {}, d: { execute: 1 }, ${left} }`,
      "export default () => { throw new Error('no'); }",
      'export default () => undefined',
      'export default {}',
      `export default Promise.resolve({ 'a b': 1, later: { inputSchema: { type: 'object' }, execute: () => 2 } })`,
      'export default { e: { inputSchema: 5, execute() {} }, f: { inputSchema: { $ref: "http://127.0.0.1:9/" }, execute() {} } }',
    ];
    const files = Object.fromEntries(sources.map((source, n) => [`m${n}.mjs`, source]));
    const tools = [...Object.keys(files), 'gone.mjs'].map((name) => `./${name}`);
    const cwd = createWorkspace('', { tools }, files);
    const result = await runInWorkspace(cwd, [step(['ok', {}], ['a', {}], ['e', {}]), DONE]);
    expect(offeredTools(result, 0)).toEqual(['ok', 'later']);
    for (const name of tools) {
      expect(result.ofType('note').map((one) => one.message)).toContainEqual(expect.stringContaining(name));
    }
    expect(result.results().map((one) => one.error_code)).toEqual([undefined, 'TOOL_NOT_FOUND', 'TOOL_NOT_FOUND']);
    expect(result.end.reason).toBe('final');
  });

  test('invalid and duplicate tool names', async () => {
    const names = [
      'load_skill',
      'list_skills',
      '__proto__',
      'constructor',
      'a b',
      '',
      'x'.repeat(200),
      'ä',
      'a/b',
      '../x',
      'skills__demo',
      'toString',
      'a.b',
      '\u0000',
      'fine',
    ];
    const cwd = createWorkspace(`${object}
const tools = Object.create(null);
for (const name of ${JSON.stringify(names)}) Object.defineProperty(tools, name, { enumerable: true, value: { description: 'x', inputSchema: object, execute: () => { log(name); return 'own ' + name; } } });
export default tools;`);
    const result = await runInWorkspace(cwd, [
      step(['load_skill', { skill_name: 'demo' }], ...names.slice(1).map((n) => [n, {}] as const)),
      DONE,
    ]);
    expect(readLog(cwd)).not.toContain('load_skill');
    expect(result.end.reason).toBe('final');
  });
});

describe('dynamic tools', () => {
  test('a function is called before every model call; state adds a tool at the next one, and survives a pause', async () => {
    const cwd = createWorkspace(`${object}
export default ({ state }) => { log('asked', JSON.stringify(state.get('open') ?? null)); return {
  open: { description: 'x', inputSchema: object, execute(_, { state }) { state.set('open', 1); state.set('temp:secret', 'canary-temp'); return 'opened'; } },
  look: { description: 'x', inputSchema: object, execute(_, { state }) { return { open: state.get('open'), temp: state.get('temp:secret') }; } },
  held: { description: 'x', inputSchema: object, needsApproval: true, execute(_, { state }) { return { open: state.get('open') ?? null }; } },
  ...(state.get('open') ? { inner: { description: 'x', inputSchema: object, execute: () => 'in' } } : {}) }; };`);
    const result = await runInWorkspace(cwd, [
      step(['open', {}], ['inner', {}]),
      step(['inner', {}], ['look', {}]),
      step(['held', {}]),
      DONE,
    ]);
    expect(offeredTools(result, 0)).toEqual(['open', 'look', 'held']);
    expect(offeredTools(result, 1).toSorted()).toEqual(['held', 'inner', 'look', 'open']);
    expect(result.results('inner').map((one) => one.error_code)).toEqual(['TOOL_NOT_FOUND', undefined]);
    expect(result.results('look')[0]?.result).toEqual({ open: 1, temp: 'canary-temp' });
    expect(result.stdout).not.toMatch(/"temp:/);
    const next = await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect(next.results().concat(next.ofType('tool_result'))[0]?.result).toEqual({ open: 1 });
    expect(offeredTools(result, 3)).toContain('inner');
  });

  test('a loaded skill adds tools of the pool at the next call, reports unknown ones, and is remembered', async () => {
    const files = {
      'skills/demo/SKILL.md':
        '---\nname: demo\ndescription: Adds.\nmetadata:\n  adk_additional_tools: [extra, unlisted, load_skill, extra]\n---\n\nUse `extra`.\n',
      'pool.mjs': `${object}\nexport default { extra: { description: 'x', inputSchema: object, execute: () => 'extra!' }, other: { description: 'x', inputSchema: object, execute: () => 'other' }, load_skill: { description: 'mine', inputSchema: object, execute: () => 'mine' } };`,
    };
    const cwd = createWorkspace(
      `${object}\nexport default { held: { description: 'x', inputSchema: object, needsApproval: true, execute: () => 1 } };`,
      { additionalTools: ['./pool.mjs'] },
      files,
    );
    const result = await runInWorkspace(cwd, [
      step(['load_skill', { skill_name: 'demo' }], ['extra', {}]),
      step(['extra', {}], ['other', {}]),
      step(['load_skill', { skill_name: 'demo' }]),
      step(['held', {}]),
      DONE,
    ]);
    expect(offeredTools(result, 0)).toEqual(['held']);
    expect(offeredTools(result, 1).toSorted()).toEqual(['extra', 'held']);
    expect(result.results('extra').map((one) => one.error_code)).toEqual(['TOOL_NOT_FOUND', undefined]);
    expect(result.results('other').map((one) => one.error_code)).toEqual(['TOOL_NOT_FOUND']);
    expect(result.ofType('tools_changed')).toMatchObject([
      { added: ['extra'], removed: [], unresolved: expect.arrayContaining(['unlisted']) },
    ]);
    await resume(result, ['--approve', `${result.ofType('pause')[0]?.id}`]);
    expect(offeredTools(result, 4)).toContain('extra');
    const on = await runInWorkspace(cwd, [DONE], ['--continue', basename(result.runFolder)]);
    expect(offeredTools(on, 0)).toContain('extra');
  });

  test('the environment of a module is clean', async () => {
    const cwd = createWorkspace(
      `${object}\nexport default { env: { description: 'x', inputSchema: object, execute: () => ({ env: process.env, argv: process.argv, cwd: process.cwd() }) } };`,
    );
    const result = await runInWorkspace(cwd, [step(['env', {}]), DONE], ['--api-key-env', 'MY_KEY'], {
      env: { CANARY: 'canary-env-1', MY_KEY: 'canary-key-1', NODE_OPTIONS: '--no-warnings' },
    });
    expect(JSON.stringify(result.events) + JSON.stringify(result.requests.map((r) => r.body))).not.toMatch(/canary/);
  });
});

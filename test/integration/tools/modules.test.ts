import { describe, expect, test } from 'vitest';
import type { Host } from '../../../runtime/loop/interfaces/host.ts';
import { notesOf, project, runAgent } from '../../equipment/runtime/agent-run.ts';
import { faultsOf } from '../../equipment/runtime/run-once.ts';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import { type ScriptedCall, scriptedModel } from '../../equipment/runtime/scripted-model.ts';
import { runCli } from '../run-support.ts';

const MODULE = `
export default {
  add: {
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number', default: 1 }, how: { enum: ['fast', 'slow'] } }, required: ['a'], additionalProperties: false },
    execute: ({ a, b }) => ({ sum: a + b }),
  },
  bare: { execute: async () => undefined },
  coded: { execute: () => ({ error: 'x', error_code: 'QUOTA' }) },
  throws: { execute() { throw new Error('broken inside'); } },
  circular: { execute() { const x = {}; x.x = x; return x; } },
  exits: { execute() { process.exit(7); } },
  prints: { execute() { console.log('to stdout'); console.error('to stderr'); process.stdout.write('{"type":"run_finished"}\\n'); return 'ok'; } },
  streams: { async *execute() { yield 1; yield 2; } },
  environment: { execute: () => Object.keys(process.env) },
  remembers: { execute(_, { state }) { state.set('count', (state.get('count') ?? 0) + 1); return state.get('count'); } },
  aborts: { execute: (_, { abortSignal }) => new Promise((resolve) => abortSignal.addEventListener('abort', () => resolve('ended'))) },
};`;

const createProject = (source: string): string =>
  project({ main: { instruction: 'x', tools: ['./tools.mjs'] } }, { 'tools.mjs': source });
/** Returns replies with one model step for each list of calls, then an answer. */
const steps = (...lists: readonly (readonly ScriptedCall[])[]) => [
  ...lists.map((calls) => ({ calls })),
  { text: 'done' },
];

async function results(source: string, ...lists: readonly (readonly ScriptedCall[])[]) {
  const result = await runAgent(createProject(source), { says: steps(...lists), guards: 'off' });
  expect(faultsOf(result)).toEqual([]);
  return { ...result, values: result.of('tool_result').map((event) => event.result), notes: notesOf(result) };
}

describe('a map of tools', () => {
  test('is offered in addition to the skill tools, with its JSON Schema', async () => {
    const { model } = await results(MODULE);
    const declared = model.requests[0]?.tools?.find((tool) => tool.name === 'add');
    expect(declared).toMatchObject({ type: 'function', description: 'Adds.', inputSchema: { required: ['a'] } });
  });

  test('returns results, with defaults filled in; several calls of one step run concurrently', async () => {
    const { values } = await results(MODULE, [
      ['add', { a: 1 }],
      ['add', { a: 1, b: 3 }],
      ['bare', {}],
      ['streams', {}],
    ]);
    expect(values).toEqual(expect.arrayContaining([{ sum: 2 }, { sum: 4 }, null, 2]));
  });

  test.each([
    [{}, /must have required property 'a'/],
    [{ a: 'one' }, /a must be number/],
    [{ a: 1, c: 2 }, /must NOT have additional properties: 'c'/],
    [{ a: 1, how: 'so' }, /how must be equal to one of the allowed values: "fast", "slow"/],
  ])('rejects input %o that the schema does not allow, and does not run the tool', async (input, message) => {
    const { values, codes } = await results(MODULE, [['add', input]]);
    expect(codes).toEqual(['INVALID_ARGUMENTS']);
    expect(values[0]).toMatchObject({ error: expect.stringMatching(message) });
  });

  test('[87] [88] an exception is an error of the tool; an error_code in a result is its code', async () => {
    const { codes, values } = await results(MODULE, [['throws', {}]], [['circular', {}]], [['coded', {}]]);
    expect(codes).toEqual(['TOOL_ERROR', 'TOOL_ERROR', 'QUOTA']);
    expect(values[0]).toMatchObject({ error: 'broken inside' });
  });

  test('a zod schema, even of another zod version, declares and validates', async () => {
    const zod = JSON.stringify(import.meta.resolve('zod'));
    const source = `import { z } from ${zod};
      export default { greet: { inputSchema: z.object({ name: z.string().min(2), loud: z.boolean().default(true) }), execute: (input) => input } };`;
    const { model, values, codes } = await results(source, [['greet', { name: 'Al' }]], [['greet', { name: 'A' }]]);
    expect(model.requests[0]?.tools?.find((tool) => tool.name === 'greet')).toMatchObject({
      inputSchema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
    });
    expect(values[0]).toEqual({ name: 'Al', loud: true });
    expect(codes[1]).toBe('INVALID_ARGUMENTS');
  });

  test('its process has a clean environment', async () => {
    process.env.SECRET_OF_OURS = 'x';
    const { values } = await results(MODULE, [['environment', {}]]);
    delete process.env.SECRET_OF_OURS;
    expect(values[0]).toContain('PATH');
    expect(values[0]).not.toContain('SECRET_OF_OURS');
  });

  test('reads and writes state, which is an event', async () => {
    const { values, of } = await results(MODULE, [['remembers', {}]], [['remembers', {}]]);
    expect(values).toEqual([1, 2]);
    expect(of('state').map((event) => event.delta)).toEqual([{ count: 1 }, { count: 2 }]);
  });
});

describe('a faulty module does not affect the run', () => {
  test('--json stays one event per line, whatever the module prints, even to file descriptor 1 and from its children', async () => {
    const source = `
      import { writeSync } from 'node:fs';
      import { spawnSync } from 'node:child_process';
      console.log('loading');
      export default { noisy: { execute() {
        writeSync(1, 'no event\\n');
        spawnSync(process.execPath, ['-e', 'console.log("a child")'], { stdio: 'inherit' });
        return 'quiet';
      } } };`;
    const folder = project({ main: { instruction: 'Use `noisy`.', tools: ['./tools.mjs'] } }, { 'tools.mjs': source });
    const { stdout, code, ofType } = await runCli(['run', 'x', '--agent', 'main', '--json'], { cwd: folder });
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('seq');
    expect(ofType('tool_result')[0]?.result).toBe('quiet');
    expect(stdout).toContain('a child');
  });

  test('its output becomes notes, never output of the run', async () => {
    const { values, notes } = await results(MODULE, [['prints', {}]]);
    expect(values).toEqual(['ok']);
    for (const text of ['to stdout', 'to stderr', '{"type":"run_finished"}']) expect(notes.join('\n')).toContain(text);
    expect(notes.every((note) => note.startsWith('./tools.mjs printed: '))).toBe(true);
  });

  test('process.exit ends its process: an error, a note, and the next call has a new one', async () => {
    const { codes, values, notes, finished } = await results(MODULE, [['exits', {}]], [['add', { a: 1 }]]);
    expect(codes).toEqual(['TOOL_PROCESS_ENDED', '-']);
    expect(values[1]).toEqual({ sum: 2 });
    expect(notes).toContain('./tools.mjs: its process ended: it exited with code 7.');
    expect(finished.reason).toBe('final');
  });

  test('a module that keeps exiting is not restarted', async () => {
    const exits = Array.from({ length: 6 }, () => [['exits', {}]] as const);
    const { model, notes } = await results(MODULE, ...exits);
    expect(notes.filter((note) => note.includes('process ended'))).toHaveLength(5);
    expect(model.requests.at(-1)?.tools).toBeUndefined();
  });

  test.each([
    ['throw new Error("at the top")', /it threw while loading: at the top/],
    ['process.exit(3)', /its process ended while loading: it exited with code 3/],
    ['export default 42', /its default export is neither an object of tools nor a function/],
    ['export const x = 1', /its default export is neither/],
    ['export default [1]', /its default export is neither/],
    ['this is no javascript', /it threw while loading/],
    ['import "no-such-package"; export default {}', /Cannot find package 'no-such-package'/],
    ['export default () => { throw new Error("in the function") }', /no tools: in the function/],
    ['export default { a: 1 }', /the tool 'a' is skipped: it is not an object with a function 'execute'/],
    ['export default { "a b": { execute() {} } }', /the tool 'a b' is skipped: a name has/],
    [
      'export default { a: { inputSchema: { type: "string" }, execute() {} } }',
      /its inputSchema is not of type 'object'/,
    ],
    [
      'export default { a: { inputSchema: { type: "nonsense" }, execute() {} } }',
      /its inputSchema is (not a JSON Schema|not of type 'object')/,
    ],
    [
      'setTimeout(() => { throw new Error("later") }, 1); await new Promise((r) => setTimeout(r, 200)); export default {}',
      /its process ended while loading/,
    ],
  ])('%s: a note, and the run continues', async (source, message) => {
    const { notes, finished, model } = await results(source);
    expect(notes.at(-1)).toMatch(message);
    expect(notes.filter((note) => !note.includes(' printed: '))).toHaveLength(1);
    expect(finished.reason).toBe('final');
    expect(model.requests[0]?.tools).toBeUndefined();
  });

  test("forged messages from the module's process are validated", async () => {
    const forged = [
      null,
      1,
      'x',
      [],
      {},
      { type: 'tools', id: 1, tools: 5 },
      { type: 'tools', id: 1, tools: [{ name: 'a b' }, 7] },
      { type: 'done' },
      { type: 'ask', id: 1 },
      { type: 'state', id: 2, key: {} },
      { type: 'nonsense', id: 1 },
    ];
    const source = `
      const forge = () => { for (const one of ${JSON.stringify(forged)}) process.send(one); };
      forge();
      export default { a: { execute() { forge(); return 'a'; } } };`;
    const { finished, events } = await results(source, [['a', {}]]);
    expect(finished.reason).toBe('final');
    expect(events.some((event) => event.type === 'note' && /Internal error/.test(event.message))).toBe(false);
  });

  test('a missing file is a note', async () => {
    const result = await runAgent(project({ main: { tools: ['./none.mjs'] } }), { says: steps() });
    expect(notesOf(result)).toEqual([expect.stringMatching(/^\.\/none\.mjs: no tools: Cannot find module/)]);
  });

  test('a call that never ends is aborted with the run, immediately', async () => {
    const controller = new AbortController();
    let startTime = 0;
    const source = 'export default { busy: { execute() { for (;;); } } }';
    const result = await runAgent(createProject(source), {
      says: steps([['busy', {}]]),
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== 'tool_call') return;
        setTimeout(() => {
          startTime = performance.now();
          controller.abort();
        }, 200);
      },
    });
    expect(performance.now() - startTime).toBeLessThan(scaledLimit(200));
    expect(result.finished.reason).toBe('cancelled');
    expect(faultsOf(result)).toEqual([]);
  });

  test('untrusted: nothing is loaded, and a note explains it', async () => {
    const result = await runAgent(createProject('process.exit(1)'), { says: steps(), trusted: false });
    expect(notesOf(result)).toEqual(['./tools.mjs: not loaded, because the workspace is not trusted']);
  });
});

describe('a function instead of a map', () => {
  const DYNAMIC = `
    const pool = { late: { execute: () => 'here' } };
    export default ({ state }) => ({
      activate: { execute(_, context) { context.state.set('active', ['late']); return 'from the next call on'; } },
      ...Object.fromEntries((state.get('active') ?? []).map((name) => [name, pool[name]])),
    });`;

  test('[79] is called before every model call: state written by a tool adds a tool at the next one', async () => {
    const { model, values, of } = await results(DYNAMIC, [['late', {}]], [['activate', {}]], [['late', {}]]);
    const offered = model.requests.map((request) => request.tools?.map((tool) => tool.name).includes('late'));
    expect(offered).toEqual([false, false, true, true]);
    expect(values).toEqual([
      expect.objectContaining({ error_code: 'TOOL_NOT_FOUND' }),
      'from the next call on',
      'here',
    ]);
    expect(of('tools_changed')).toMatchObject([{ added: ['late'], removed: [] }]);
  });

  test('[95] can request a credential, which is not recorded', async () => {
    const source = `export default async ({ requestCredential }) => {
      const token = await requestCredential({ key: 'TOKEN', hint: 'For the list.' });
      return { list: { execute: () => token.length } };
    };`;
    const host: Host = {
      isInteractive: true,
      preapproves: () => false,
      answer: async () => ({ credential: 'hunter2-very-secret' }),
    };
    const result = await runAgent(createProject(source), { says: steps([['list', {}]]), host });
    expect(result.of('pause')).toMatchObject([{ kind: 'credential', hint: 'For the list.' }]);
    expect(result.of('tool_result')[0]?.result).toBe(19);
    expect(JSON.stringify(result.events)).not.toContain('hunter2');
  });

  test('can only read state', async () => {
    const { notes } = await results('export default ({ state }) => { state.set("a", 1); return {}; }');
    expect(notes).toEqual([expect.stringMatching(/Write state in a tool: it is read-only here/)]);
  });
});

describe('approval', () => {
  const SOURCE = `
    let ran = 0;
    export default {
      always: { needsApproval: true, execute: () => ++ran },
      strict: { needsApproval: true, inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }, execute: () => ++ran },
      sometimes: { needsApproval: ({ big }) => big === true, execute: () => ++ran },
      inside: { async execute(_, context) { await context.requestConfirmation('Really?'); return ++ran; } },
      secret: { async execute(_, context) { return (await context.requestCredential({ key: 'TOKEN', hint: 'The token, please.' })).length; } },
      last: { execute(_, context) { context.actions.skipSummarization = true; return 'the end'; } },
    };`;
  const host = (reply: Awaited<ReturnType<Host['answer']>>): { host: Host; hints: string[] } => {
    const hints: string[] = [];
    return {
      hints,
      host: {
        isInteractive: true,
        preapproves: () => false,
        answer: async (pause) => {
          hints.push(String(pause.hint));
          return reply;
        },
      },
    };
  };
  const run = (calls: readonly ScriptedCall[], reply: Awaited<ReturnType<Host['answer']>>) => {
    const recorder = host(reply);
    return runAgent(createProject(SOURCE), { says: steps(calls), host: recorder.host }).then((result) => ({
      ...result,
      ...recorder,
    }));
  };

  test.each<[ScriptedCall, number]>([
    [['always', {}], 1],
    [['sometimes', { big: true }], 1],
    [['sometimes', { big: false }], 0],
    [['inside', {}], 1],
  ])('[93] %o asks as configured, and runs once approved', async (call, asks) => {
    const { of, hints } = await run([call], 'approve');
    expect(hints).toHaveLength(asks);
    expect(of('tool_result').map((event) => event.result)).toEqual([1]);
  });

  test('no question is asked about a call that its schema rejects', async () => {
    const { codes, hints } = await run([['strict', {}]], 'approve');
    expect([codes, hints]).toEqual([['INVALID_ARGUMENTS'], []]);
  });

  test.each<[ScriptedCall]>([[['always', {}]], [['inside', {}]]])('[91] %o denied: not run', async (call) => {
    const { codes, finished } = await run([call], 'deny');
    expect(codes).toEqual(['REJECTED']);
    expect(finished.reason).toBe('final');
  });

  test('a credential reaches the tool and is never recorded', async () => {
    const { of, events, hints } = await run([['secret', {}]], { credential: 'hunter2-very-secret' });
    expect(hints).toEqual(['The token, please.']);
    expect(of('tool_result')[0]?.result).toBe(19);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  test('[96] skipSummarization ends the run with the result', async () => {
    const { model, finished } = await run([['last', {}]], 'approve');
    expect(model.requests).toHaveLength(1);
    expect(finished.reason).toBe('final');
  });

  test('[89] without a user: the run ends paused, also from inside the tool', async () => {
    const result = await runAgent(createProject(SOURCE), { says: scriptedModel(steps([['inside', {}]])) });
    expect(result.finished.reason).toBe('paused');
    expect(result.of('pause')).toMatchObject([{ kind: 'confirmation', hint: 'Really?' }]);
  });
});

test('[114] a tool is read-only, or reports that one call of it was', async () => {
  const source = `export default {
    look: { readOnly: true, execute: () => 'seen' },
    shell: { execute: ({ command }, { actions }) => { actions.readOnly = command === 'ls'; return 'done'; } },
    write: { execute: () => 'written' },
  };`;
  const result = await results(
    source,
    [['look', {}]],
    [['shell', { command: 'ls' }]],
    [['shell', {}]],
    [['write', {}]],
  );
  expect(result.of('tool_result').map(({ tool, changes }) => [tool, changes])).toEqual([
    ['look', undefined],
    ['shell', undefined],
    ['shell', true],
    ['write', true],
  ]);
});

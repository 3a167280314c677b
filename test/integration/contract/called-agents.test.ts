import { describe, expect, test } from 'vitest';
import { scaledLimit } from '../../equipment/runtime/scaled-limit.ts';
import type { ModelRequest, Reply } from '../run-server.ts';
import { DONE, resource, resume, step } from './agent-run.ts';
import { createFolder, skill } from './command.ts';
import { readLog, runInWorkspace, toolMessages } from './workspace.ts';

const names = (request: ModelRequest | undefined): readonly string[] =>
  (request?.body.tools ?? []).map((one) => one.function.name);
describe('called agents', () => {
  const agents = (more: object = {}): string =>
    createFolder({
      'skills/demo/SKILL.md': skill('demo', 'Do as the user says.'),
      'tools.mjs': `import { appendFileSync } from 'node:fs'; const log = (...w) => appendFileSync(new URL('log.txt', import.meta.url), w.join(' ') + '\\n');
export default { held: { description: 'x', inputSchema: { type: 'object' }, needsApproval: true, execute: (i) => { log('held'); return 'held ' + (i.n ?? ''); } },
 slow: { description: 'x', inputSchema: { type: 'object' }, execute: () => { console.log('at work'); return new Promise(() => {}); } },
 last: { description: 'x', inputSchema: { type: 'object' }, execute: (_, c) => { c.actions.skipSummarization = true; return 'last words'; } } };`,
      '.skillwright.json': JSON.stringify({
        agents: {
          a: { instruction: 'I-AM-A', skills: ['./skills/demo'], agents: ['b', 'c'], maxLlmCalls: 8 },
          b: { instruction: 'I-AM-B', agents: ['a', 'c', 'b'], tools: ['./tools.mjs'], maxLlmCalls: 3 },
          c: { instruction: 'I-AM-C', agents: ['a', 'b'], tools: ['./tools.mjs'] },
          ...more,
        },
      }),
    });
  const agentOf = (request: ModelRequest): string =>
    /I-AM-(.)/.exec(JSON.stringify(request.body.messages[0]))?.[1] ?? '?';
  const replyByAgent = (
    answers: Record<string, (request: ModelRequest, n: number) => Reply>,
  ): ((request: ModelRequest) => Reply) => {
    const counts: Record<string, number> = {};
    return (request) => {
      const name = agentOf(request);
      counts[name] = (counts[name] ?? 0) + 1;
      return answers[name]?.(request, counts[name] ?? 0) ?? DONE;
    };
  };
  const call = (name: string, n: unknown = 1): Reply => step([name, { request: `Ask ${name} ${n}` }]);

  test('three levels deep: each reply is passed up, and no agent can call its callers', async () => {
    const runResult = await runInWorkspace(
      agents(),
      replyByAgent({
        A: (_, n) => (n === 1 ? call('b') : DONE),
        B: (_, n) => (n === 1 ? call('c') : { text: 'B says: C said so.' }),
        C: () => ({ text: 'C has spoken.' }),
      }),
    );
    const first = (name: string): readonly string[] => names(runResult.requests.find((r) => agentOf(r) === name));
    expect(first('A')).toEqual(expect.arrayContaining(['b', 'c']));
    expect(first('B')).toContain('c');
    expect(first('B')).not.toContain('a');
    expect(first('B')).not.toContain('b');
    expect(first('C')).not.toContain('a');
    expect(first('C')).not.toContain('b');
    expect(runResult.results('b')).toMatchObject([{ result: 'B says: C said so.' }]);
    expect(runResult.end).toMatchObject({ reason: 'final', llmCalls: 5 });
    expect(
      JSON.stringify(runResult.requests.filter((r) => agentOf(r) === 'C').map((r) => r.body.messages)),
    ).not.toContain('Do it.');
  });

  test('limits: those of the run include called agents, those of a called agent apply per call', async () => {
    const runResult = await runInWorkspace(
      agents(),
      replyByAgent({ A: (_, n) => call('b', n), B: (_, n) => step(['last2', { n }]) }),
      ['--guards', 'off'],
    );
    expect(runResult.requests).toHaveLength(8);
    expect(runResult.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: 8 });
    expect(runResult.requests.map(agentOf).join('')).toMatch(/^ABBBB?A/);
  });

  test('at its limit without a reply, the message names the limit', async () => {
    const cwd = createFolder({
      'skills/demo/SKILL.md': skill('demo', 'x'),
      '.skillwright.json': JSON.stringify({
        agents: {
          a: { instruction: 'I am A.', skills: ['./skills/demo'], agents: ['b'] },
          b: { instruction: 'I am B.', skills: ['./skills/demo'], maxLlmCalls: 2 },
        },
      }),
    });
    const runResult = await runInWorkspace(
      cwd,
      (request) => {
        if (JSON.stringify(request.body.messages[0]).includes('I am B.')) return step(resource('references/x.md'));
        return toolMessages(request).length > 0 ? DONE : step(['b', { request: 'x' }]);
      },
      ['--guards', 'off'],
    );
    const result = JSON.stringify(runResult.results('b')[0]?.result);
    expect(result).toContain('limit of model calls');
    expect(result).not.toContain('not there');
  });

  test('a model failure inside is an error for the caller, which continues', async () => {
    const runResult = await runInWorkspace(
      agents(),
      replyByAgent({ A: (_, n) => (n === 1 ? call('b') : DONE), B: () => ({ status: 400 }) }),
    );
    expect(runResult.results('b')[0]?.error_code).toEqual(expect.any(String));
    expect(runResult.end.reason).toBe('final');
  });

  test('skipSummarization inside ends the called agent, not the caller', async () => {
    const runResult = await runInWorkspace(
      agents(),
      replyByAgent({ A: (_, n) => (n === 1 ? call('b') : DONE), B: () => step(['last', {}]) }),
    );
    expect(runResult.requests.map(agentOf).join('')).toBe('ABA');
    expect(runResult.end.reason).toBe('final');
  });

  test('two concurrent pauses, each two levels deep: resumed one by one, each continues where it was', async () => {
    const cwd = agents();
    const runResult = await runInWorkspace(
      cwd,
      replyByAgent({
        A: (_, n) => (n === 1 ? step(['b', { request: 'x' }], ['c', { request: 'y' }]) : DONE),
        B: (r) => (toolMessages(r).length ? { text: 'B done' } : call('c')),
        C: (r) => (toolMessages(r).length ? { text: 'C done' } : step(['held', {}])),
      }),
    );
    const ids = runResult.ofType('pause').map((p) => `${p.id}`);
    expect([runResult.end.reason, ids.length]).toEqual(['paused', 2]);
    const half = await resume(runResult, ['--approve', `${ids[1]}`]);
    expect(half.end.reason).toBe('paused');
    const complete = await resume(runResult, ['--approve', `${ids[0]}`]);
    expect([complete.end.reason, readLog(cwd).length]).toEqual(['final', 2]);
    expect(toolMessages(runResult.requests.at(-1))).toEqual([
      expect.stringContaining('B done'),
      expect.stringContaining('C done'),
    ]);
  });

  test('Ctrl-C in a tool two levels deep: cancelled within 200 ms', { retry: 2 }, async () => {
    let signaledAt = 0;
    const runResult = await runInWorkspace(
      agents(),
      replyByAgent({ A: () => call('b'), B: () => call('c'), C: () => step(['slow', {}]) }),
      [],
      {
        onLine: (line, child) => {
          if (line.includes('at work'))
            setTimeout(() => {
              signaledAt = Date.now();
              child.kill('SIGINT');
            }, 50);
        },
      },
    );
    expect(runResult.end.reason).toBe('cancelled');
    expect(Date.parse(runResult.end.time) - signaledAt).toBeLessThan(scaledLimit(200));
  });

  test('guards: misses of a called agent are limited, and so are repeated calls of the caller', async () => {
    let n = 0;
    const cwd = agents({
      a: { instruction: 'I-AM-A', skills: ['./skills/demo'], agents: ['d'], maxLlmCalls: 100 },
      d: { instruction: 'I-AM-D', skills: ['./skills/demo'] },
    });
    const runResult = await runInWorkspace(
      cwd,
      replyByAgent({
        A: (r) => (names(r).length ? call('d', n++) : DONE),
        D: (r) => (names(r).length ? step(resource('references/gone.md')) : { text: 'D gives up' }),
      }),
    );
    expect(runResult.end.reason).toBe('guard');
  });
});

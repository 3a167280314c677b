import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, faultsOf, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import { finish, type Line, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import type { Tool, ToolOutcome } from './interfaces/tools.ts';

function tool(name: string, execute: Tool['execute']): Tool {
  return { name, description: '', inputSchema: { type: 'object' }, execute };
}
const ok = (value: string): ToolOutcome => ({ kind: 'result', value });
const later = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value));

/** Runs a skill that requests additional tools, which are available from the second call on. */
async function play(
  lines: readonly Line[] | Parameters<typeof scriptedModel>[0],
  pool: readonly Tool[] = [],
  more = {},
) {
  const names = pool.map(({ name }) => name);
  const skill = skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: Demo.\nmetadata:\n  adk_additional_tools: ${JSON.stringify(names)}\n---\nBody.\n`,
  });
  const model = scriptedModel(lines);
  const ran = await runOnce({ model, skills: [skill], pool, ...more });
  expect(faultsOf(ran)).toEqual([]);
  return { ...ran, requests: model.requests };
}
const load: Line = { calls: [['load_skill', { skill_name: 'demo' }]] };

describe('steps', () => {
  test("[72] sends the toolset's instruction with every request", async () => {
    const { requests } = await play([load, { calls: [['list_skills', {}]] }, { text: 'done' }]);
    expect(requests).toHaveLength(3);
    for (const { prompt } of requests) {
      expect(prompt[0]).toMatchObject({ role: 'system' });
      expect(JSON.stringify(prompt[0])).toMatch(/do not retry that path/);
    }
  });

  test("[73] [74] lists the tools before every call, so that a skill's additional tools are available in the next step", async () => {
    const { of, requests } = await play(
      [load, { calls: [['extra', {}]] }, { text: 'done' }],
      [tool('extra', () => ok('42'))],
    );
    expect(of('tools_changed')).toMatchObject([{ added: ['extra'], removed: [], unresolved: [] }]);
    expect(requests.map((request) => request.tools?.some(({ name }) => name === 'extra'))).toEqual([false, true, true]);
    expect(of('tool_result').at(-1)?.result).toBe('42');
  });

  test('[83] [84] makes exactly N model calls, then ends with a typed event and its own reason', async () => {
    const { finished, of } = await play([{ calls: [['list_skills', {}]] }], [], { maxLlmCalls: 7, guards: 'off' });
    expect(finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 7 });
    expect(of('guard')).toMatchObject([{ rule: 'max_llm_calls', verdict: 'stop', count: 7, threshold: 7 }]);
  });

  test('[83] treats 0 as no cap, and emits a note about it', async () => {
    const { finished, of } = await play((_, n) => (n < 12 ? { calls: [['list_skills', {}]] } : { text: 'done' }), [], {
      maxLlmCalls: 0,
      guards: 'off',
    });
    expect(finished).toMatchObject({ reason: 'final', llmCalls: 12 });
    expect(of('note')[0]?.message).toMatch(/no limit/);
  });

  test('[82] journals a streamed response once, not piece by piece', async () => {
    const piece = (delta: string) => ({ type: 'text-delta' as const, id: 't', delta });
    const { events, of } = await play([{ parts: [piece('One '), piece('two '), piece('three.'), finish('stop')] }]);
    expect(of('llm_response').map((event) => event.text)).toEqual(['One two three.']);
    expect(events.map((event) => event.type)).toEqual(['run_started', 'llm_request', 'llm_response', 'run_finished']);
  });

  test('[85] answers a call to an unknown tool with the available tools', async () => {
    const { of, finished } = await play([{ calls: [['lod_skill', {}]] }, { text: 'done' }]);
    expect(of('tool_result')[0]?.result).toMatchObject({
      error_code: 'TOOL_NOT_FOUND',
      available: ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script'],
    });
    expect(finished.reason).toBe('final');
  });

  test('[86] runs parallel calls concurrently and returns their results in the order of the calls', async () => {
    const slow = [
      tool('a', () => later(90, ok('A'))),
      tool('b', () => later(30, ok('B'))),
      tool('c', () => later(60, ok('C'))),
    ];
    const startTime = performance.now();
    const { of, requests } = await play(
      [load, { calls: slow.map(({ name }) => [name, {}] as const) }, { text: 'done' }],
      slow,
    );
    expect(performance.now() - startTime).toBeLessThan(scaledLimit(170));
    expect(
      of('tool_result')
        .map((event) => event.result)
        .slice(1),
    ).toEqual(['B', 'C', 'A']);
    const last = requests.at(-1)?.prompt.at(-1);
    expect(
      last?.role === 'tool' && last.content.map((part) => part.type === 'tool-result' && part.output),
    ).toMatchObject([{ value: 'A' }, { value: 'B' }, { value: 'C' }]);
  });

  test('[87] answers a call with an error if its tool throws, and continues', async () => {
    const bad = tool('bad', () => {
      throw new Error('boom');
    });
    const { codes, of, finished } = await play([load, { calls: [['bad', {}]] }, { text: 'done' }], [bad]);
    expect(codes).toEqual(['-', 'TOOL_ERROR']);
    expect(of('tool_result')[1]?.result).toMatchObject({ error: 'boom' });
    expect(finished.reason).toBe('final');
  });

  test.each(['{"skill_name": "de', '[1]', 'null', '"text"'])(
    'rejects arguments that are not a JSON object (%s), and sends them back as {}',
    async (input) => {
      const { codes, of, requests } = await play([{ calls: [['load_skill', input]] }, { text: 'done' }]);
      expect(codes).toEqual(['INVALID_ARGUMENTS']);
      expect(of('tool_call')[0]?.args).toBe(input);
      const assistant = requests[1]?.prompt.at(-2);
      expect(assistant?.role === 'assistant' && assistant.content[0]).toMatchObject({ type: 'tool-call', input: {} });
    },
  );

  test('makes missing and repeated call ids unique, so that every call has its own result', async () => {
    const same = {
      calls: [
        ['list_skills', {}, ''],
        ['list_skills', {}, 'call_0'],
        ['list_skills', {}, 'call_0'],
      ],
    } as Line;
    const { of } = await play([same, same, { text: 'done' }], [], { guards: 'off' });
    const ids = of('tool_result').map((event) => event.id);
    expect(new Set(ids).size).toBe(6);
  });

  test('a tool that returns nothing is not shown to the model as an interrupted call', async () => {
    const silent = tool('silent', () => ({ kind: 'result', value: null }));
    const { of, requests } = await play([load, { calls: [['silent', {}]] }, { text: 'done' }], [silent]);
    expect(of('tool_result').at(-1)?.result).toBeNull();
    expect(JSON.stringify(requests.at(-1)?.prompt.at(-1))).toContain('"output":{"type":"json","value":null}');
  });

  test('[81] journals state, except temporary keys', async () => {
    const writer = tool('writer', (_, context) => {
      context.state.set('temp:secret', 1);
      context.state.set('kept', { n: 2 });
      return ok('');
    });
    const reader = tool('reader', (_, context) =>
      ok(JSON.stringify([context.state.get('temp:secret'), context.state.get('kept')])),
    );
    const { of } = await play(
      [load, { calls: [['writer', {}]] }, { calls: [['reader', {}]] }, { text: 'done' }],
      [writer, reader],
    );
    expect(of('state').at(-1)?.delta).toEqual({ kept: { n: 2 } });
    expect(of('tool_result').at(-1)?.result).toBe('[1,{"n":2}]');
  });
});

describe('models that fail', () => {
  const api = (statusCode: number, retryAfter?: string): APICallError =>
    new APICallError(
      defined({
        message: 'Sorry',
        url: 'https://models.example/v1/chat?key=hidden',
        requestBodyValues: {},
        statusCode,
        responseHeaders: retryAfter === undefined ? undefined : { 'retry-after': retryAfter },
      }),
    );

  test('retries a rejected request with a note for each attempt, as one model call', async () => {
    const { finished, of } = await play([{ rejects: api(429, '0') }, { rejects: api(503) }, { text: 'at last' }]);
    expect(finished).toMatchObject({ reason: 'final', llmCalls: 1, text: 'at last' });
    expect(of('note')).toHaveLength(2);
  });

  test('fails after four rejected attempts', async () => {
    const { finished, requests } = await play([{ rejects: api(500) }]);
    expect(finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/answered 500 Sorry \(after 4 attempts\)/),
    });
    expect(requests).toHaveLength(4);
  });

  test('does not retry after a refused key, and explains what to do', async () => {
    const { finished, requests } = await play([{ rejects: api(401) }]);
    expect(finished.error).toMatch(/Check the API key/);
    expect(finished.needsKey).toMatchObject({ why: 'refused' });
    expect(finished.error).not.toContain('hidden');
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Line, RegExp]>([
    [
      'reading throws',
      { text: 'half', parts: [{ type: 'text-delta', id: 't', delta: 'half' }], throws: new Error('terminated') },
      /interrupted: terminated/,
    ],
    [
      'an error part, then finish error',
      { parts: [{ type: 'error', error: { message: 'overloaded' } }, finish('error')] },
      /overloaded/,
    ],
    [
      'an error part, then finish stop',
      { parts: [{ type: 'error', error: 'bad frame' }, finish('stop')] },
      /bad frame/,
    ],
    ['no finish at all', { parts: [{ type: 'text-delta', id: 't', delta: 'half' }] }, /without a finish/],
    ['no text and no call', { parts: [finish('stop')] }, /response was empty/],
    [
      'a call written as text',
      { text: '<tool_call>{"name":"load_skill"}</tool_call>' },
      /a call of load_skill as text/,
    ],
    ['an unknown call written as text', { text: '[TOOL_REQUEST]{"name":"x"}' }, /a tool call as text/],
    ['nothing before the output limit', { parts: [finish('length')] }, /output limit/],
    ['withheld by the filter', { parts: [finish('content-filter')] }, /content filter/],
    ['endless text', { text: 'x'.repeat(5_000_000) }, /longer than 2,000,000 characters/],
  ])('ends with model_error, a clear message and no tool call: %s', async (_, line, message) => {
    const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'list_skills', input: '{}' };
    const parts =
      line.parts === undefined || /response was empty|limit|filter/.test(message.source)
        ? line.parts
        : [call, ...line.parts];
    const { finished, of } = await play([{ ...line, ...defined<Partial<Line>>({ parts }) }]);
    expect(finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(message) });
    expect(of('tool_call')).toEqual([]);
    expect(of('llm_response')).toMatchObject([{ error: expect.stringMatching(message) }]);
  });

  test('aborts a silent call after the idle limit', async () => {
    const { finished } = await play([{ hangs: true }], [], { limits: { idleMs: 30 } });
    expect(finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/sent nothing/) });
  });

  test.each<[string, LanguageModelV4StreamPart]>([
    ['an empty text', { type: 'text-delta', id: 't', delta: '' }],
    ['empty reasoning', { type: 'reasoning-delta', id: 'r', delta: '' }],
    ['a block that only starts', { type: 'text-start', id: 't' }],
    ['empty arguments', { type: 'tool-input-delta', id: 'c', delta: '' }],
    ['metadata', { type: 'response-metadata', modelId: 'm' }],
    ['whatever the provider sent', { type: 'raw', rawValue: {} }],
  ])('does not reset the idle timer for parts without content: %s', async (_, forever) => {
    const before: LanguageModelV4StreamPart[] = [{ type: 'text-delta', id: 't', delta: 'half' }];
    const { finished, of } = await play([{ parts: before, forever }], [], { limits: { idleMs: 30 } });
    expect(finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(/sent nothing/) });
    expect(of('llm_response')).toMatchObject([{ text: 'half' }]);
  });

  test('resets the idle timer for content of any kind', async () => {
    const pieces = ['text-delta', 'reasoning-delta', 'tool-input-delta'] as const;
    const parts = Array.from({ length: 12 }, (_, at): LanguageModelV4StreamPart => {
      return { type: pieces[at % 3] ?? 'text-delta', id: 'x', delta: 'a' };
    });
    const { finished } = await play([{ parts: [...parts, finish('stop')], pause: 20 }], [], {
      limits: { idleMs: 150 },
    });
    expect(finished.reason).toBe('final');
  });
});

describe('cancelling ends within 200 ms', () => {
  async function cancelled(lines: readonly Line[], pool: readonly Tool[] = [], when = 'llm_request') {
    const controller = new AbortController();
    let at = 0;
    const ran = await play(lines, pool, {
      signal: controller.signal,
      host: APPROVES,
      onEvent: (event: { type: string; tool?: string }) => {
        if (event.type !== when || event.tool === 'load_skill' || controller.signal.aborted) return;
        setTimeout(() => {
          at = performance.now();
          controller.abort();
        }, 20);
      },
    });
    expect(ran.finished.reason).toBe('cancelled');
    expect(performance.now() - at).toBeLessThan(scaledLimit(200));
    return ran;
  }

  test('a model that never answers', async () => {
    const { of } = await cancelled([{ hangs: true }]);
    expect(of('llm_response')).toMatchObject([{ finish: 'error', error: 'Cancelled.' }]);
  });

  test('gives a tool that never ends its one result', async () => {
    const { codes } = await cancelled(
      [load, { calls: [['slow', {}]] }],
      [tool('slow', () => new Promise(() => undefined))],
      'tool_call',
    );
    expect(codes).toEqual(['-', 'CANCELLED']);
  });

  test('while waiting to retry', async () => {
    const error = new APICallError({
      message: 'Sorry',
      url: '',
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: { 'retry-after': '30' },
    });
    await cancelled([{ rejects: error }]);
  });

  test('a model that replies synchronously, forever', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const { finished } = await play([{ calls: [['list_skills', {}]] }], [], {
      signal: controller.signal,
      guards: 'off',
      maxLlmCalls: 0,
    });
    expect(finished.reason).toBe('cancelled');
  });

  test('before the run starts', async () => {
    const { finished, requests } = await play([{ text: 'x' }], [], { signal: AbortSignal.abort() });
    expect(finished).toMatchObject({ reason: 'cancelled', llmCalls: 0 });
    expect(requests).toEqual([]);
  });

  test('ignores events that a tool emits after it was abandoned', async () => {
    let report = (): void => undefined;
    const late = tool('late', (_, context) => {
      report = () => context.emit({ type: 'note', message: 'late' });
      return new Promise(() => undefined);
    });
    const { of, events } = await cancelled([load, { calls: [['late', {}]] }], [late], 'tool_call');
    const count = events.length;
    report();
    expect(events).toHaveLength(count);
    expect(of('note')).toEqual([]);
  });
});

test('runs 500 steps in seconds of processor time, including the journal', async () => {
  const model = scriptedModel((_, n) => (n <= 500 ? { calls: [['list_skills', {}]] } : { text: 'done' }));
  // Processor time: the machine may be busy.
  const startTime = process.threadCpuUsage();
  const ran = await runOnce({ model, skills: [skillOnDisk('demo')], guards: 'off', maxLlmCalls: 0 });
  expect(ran.finished.reason).toBe('final');
  const { user, system } = process.threadCpuUsage(startTime);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

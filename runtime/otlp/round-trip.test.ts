import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { throughProtobuf } from '../../test/equipment/runtime/otlp-definitions.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { brokenVariant } from '../../test/equipment/runtime/session-variants.ts';
import { readJournal } from '../journal/reader.ts';
import { readRequest } from '../journal/request-store.ts';
import type { JsonObject } from '../protocol/events.ts';
import { createChance } from '../random.ts';
import { withPayloads } from '../run/restore.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { readSkills } from '../toolset/read-skills.ts';
import type { AnyEvent } from './event-fields.ts';
import { eventsOfSpans, ownSpans } from './restore-events.ts';
import type { OtlpSpan } from './span.ts';
import { SpanBuilder } from './span-builder.ts';
import { traceLines } from './trace-lines.ts';

function spansOf(events: readonly AnyEvent[], requestOf?: (event: AnyEvent) => undefined): readonly OtlpSpan[] {
  const builder = new SpanBuilder(defined({ run: 'run-1', requestOf }));
  return [...events.flatMap((event) => builder.add(event)), ...builder.finish()];
}

function restored(spans: readonly OtlpSpan[]): readonly AnyEvent[] {
  const lines = [...traceLines(spans)].map((line) => JSON.parse(line) as object);
  for (const line of lines) {
    const { before, after } = throughProtobuf(line);
    expect(after).toEqual(before);
  }
  return eventsOfSpans(lines.flatMap(ownSpans));
}

const TRANSCRIPTS = join(import.meta.dirname, '../../test/equipment/fixtures/transcripts');

/** A golden transcript, with times. */
function transcript(name: string): readonly AnyEvent[] {
  const lines = readFileSync(join(TRANSCRIPTS, name), 'utf8').trim().split('\n');
  return lines.map((line, index) => ({
    ...(JSON.parse(line) as AnyEvent),
    time: new Date(1_764_000_000_000 + 7 * index).toISOString(),
  }));
}

describe('a run exported as OTLP', () => {
  it.each(readdirSync(TRANSCRIPTS))('is restored field by field: %s', (name) => {
    const events = transcript(name);
    expect(restored(spansOf(events))).toEqual(events);
  });

  it('has the model of each call of a session', async () => {
    const by = (id: string, name: string) => ({
      type: 'assistant',
      sessionId: 's',
      uuid: id,
      timestamp: '2026-01-05T10:00:01.000Z',
      message: { id, role: 'assistant', model: name, content: [{ type: 'text', text: 'Yes.' }] },
    });
    const { events } = await importRecords([by('m1', 'large'), by('m2', 'small')]);
    const all = events as unknown as readonly AnyEvent[];
    const spans = spansOf(all);
    expect(spans.flatMap(({ name }) => (name.startsWith('chat ') ? [name] : []))).toEqual(['chat large', 'chat small']);
    expect(restored(spans)).toEqual(all);
  });

  it.each(Object.keys(MADE_UP_SESSIONS))('is restored field by field from a session of %s', async (format) => {
    const folder = writeFiles(temporaryFolder(), { session: MADE_UP_SESSIONS[format] ?? '' });
    const { events } = await importFile(join(folder, 'session'));
    const all = events as unknown as readonly AnyEvent[];
    expect(restored(spansOf(all))).toEqual(all);
  });

  it('is restored if fields have unexpected forms and events no span', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const events: AnyEvent[] = [
      { ...base, seq: 1, type: 'note', message: 'first' },
      { ...base, seq: 2, type: 'run_started', run: 'r', model: 'm', prompt: { blob: 'gone', size: 1 }, skills: 'none' },
      { ...base, seq: 3, type: 'llm_request', call: 1.5, tools: [], parent: 2 },
      { ...base, seq: 4, time: 'yesterday', type: 'llm_response', text: '', toolCalls: [], usage: {}, finish: '' },
      { ...base, seq: 5, type: 'llm_response', text: 'late', toolCalls: [{ id: '1', tool: 't', args: '{', more: 1 }] },
      { ...base, seq: 6, type: 'from-the-future', 'a.b': null, ratio: 0.5, deep: [[1], { 'x.y': [] }], parent: 99 },
      { ...base, seq: 7, type: 'tool_result', id: 'x', result: 'no call', parent: 3 },
      { ...base, seq: 8, type: 'llm_response', text: 't', toolCalls: [], parent: 3, usage: { costUsd: 0.25, x: null } },
    ];
    expect(restored(spansOf(events))).toEqual(events);
  });

  it('is restored from broken sessions', async () => {
    const texts = Object.values(MADE_UP_SESSIONS);
    const file = join(temporaryFolder(), 'session');
    const different: number[] = [];
    for (let seed = 0; seed < 50; seed++) {
      const chance = createChance(seed);
      writeFileSync(file, brokenVariant(chance.pick(texts), chance));
      const events: AnyEvent[] = [];
      const emit = (event: SessionEvent): void => void events.push(JSON.parse(JSON.stringify(event)) as AnyEvent);
      await importSession(file, { emit });
      if (!isDeepStrictEqual(restored(spansOf(events)), events)) different.push(seed);
    }
    expect(different).toEqual([]);
  });

  it('repeats no content: a value in an attribute of the conventions is in none of ours', () => {
    const events = transcript('weak-guarded.jsonl');
    const text = JSON.stringify(spansOf(events));
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [JSON.stringify(event.result)] : []));
    expect(results.length).toBeGreaterThan(3);
    for (const span of spansOf(events))
      for (const { key, value } of span.attributes)
        if (key.startsWith('skillwright.')) expect(JSON.stringify(value).length).toBeLessThan(400);
    expect(text).not.toContain('skillwright.tool_result.result');
  });
});

describe('spans', () => {
  const attributes = (span: OtlpSpan | undefined): Record<string, unknown> =>
    Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);

  it('show messages, calls and usage to a viewer that knows only the conventions', async () => {
    const root = writeFiles(temporaryFolder(), {
      'demo/SKILL.md': '---\nname: demo\ndescription: Does demo things.\n---\nRead [notes](references/notes.md).\n',
      'demo/references/notes.md': 'Be kind.\n',
    });
    const skills = readSkills([root]);
    if (skills.kind !== 'found') throw new Error('no skills');
    const ran = await runOnce({
      skills: skills.skills,
      model: scriptedModel([
        { calls: [['load_skill', { skill_name: 'demo' }]] },
        { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/notes.md' }]] },
        { calls: [['load_skill_resource', { skill_name: 'demo', file_path: 'references/gone.md' }]] },
        { text: 'Done.' },
      ]),
    });
    const folder = join(ran.journal, '..');
    const events = readJournal(ran.journal).events.map((event) => withPayloads(event, folder)) as unknown as AnyEvent[];
    const builder = new SpanBuilder({
      run: ran.run,
      requestOf: (event) => {
        const read = readRequest(folder, event.request);
        return read.kind === 'found' ? read.content : undefined;
      },
    });
    const spans = [...events.flatMap((event) => builder.add(event)), ...builder.finish()];
    expect(restored(spans)).toEqual(events);
    expect(spans.map(({ name }) => name).sort()).toEqual(
      [
        'invoke_agent agent',
        ...Array.from({ length: 4 }, () => 'chat model'),
        'execute_tool load_skill demo',
        'execute_tool load_skill_resource demo references/notes.md',
        'execute_tool load_skill_resource demo references/gone.md',
      ].sort(),
    );
    const byName = (name: string) => spans.find((span) => span.name === name);
    const agent = byName('invoke_agent agent');
    expect(attributes(agent)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.request.model': 'model',
      'gen_ai.conversation.id': ran.run,
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":"Done."}],"finish_reason":"stop"}]',
    });
    // Several models can serve an agent in the same process, so the conventions give it no provider.
    expect(attributes(agent)).not.toHaveProperty('gen_ai.provider.name');
    const load = byName('execute_tool load_skill demo');
    expect(attributes(load)).toMatchObject({
      'gen_ai.skill.name': 'demo',
      'gen_ai.skill.description': 'Does demo things.',
      'gen_ai.skill.source.uri': expect.stringMatching(/^file:\/\/\/.*\/demo$/),
      'gen_ai.tool.call.arguments': '{"skill_name":"demo"}',
      'gen_ai.tool.description': expect.stringContaining('skill'),
    });
    const miss = byName('execute_tool load_skill_resource demo references/gone.md');
    expect(attributes(miss)).toMatchObject({
      'gen_ai.skill.resource.name': 'references/gone.md',
      'error.type': 'RESOURCE_NOT_FOUND',
    });
    expect(miss?.status.code).toBe(2);
    const chats = spans.filter(({ name }) => name === 'chat model');
    expect(chats.map(({ parentSpanId }) => parentSpanId)).toEqual(chats.map(() => agent?.spanId));
    expect(load?.parentSpanId).toBe(chats[0]?.spanId);
    const [first, second] = chats.map(attributes);
    expect(first).toMatchObject({ 'gen_ai.provider.name': 'scripted', 'gen_ai.request.stream': true });
    expect(first?.['gen_ai.system_instructions']).toMatch(/^\[\{"type":"text","content":"You have skills/);
    expect(JSON.parse(String(first?.['gen_ai.tool.definitions']))[1]).toMatchObject({
      type: 'function',
      name: 'load_skill',
      parameters: { type: 'object' },
    });
    // Unchanged instructions are not repeated.
    expect(second).not.toHaveProperty('gen_ai.system_instructions');
    expect(JSON.parse(String(second?.['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Please do it.' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: expect.any(String), name: 'load_skill', arguments: { skill_name: 'demo' } }],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_call_response',
            id: expect.any(String),
            response: expect.objectContaining({ skill_name: 'demo' }),
          },
        ],
      },
    ]);
  });

  it.each([
    ['anthropic/m', undefined, ['api.anthropic.com', '443']],
    ['openai-compatible/m', 'http://127.0.0.1:8080/v1', ['127.0.0.1', '8080']],
    ['openai-compatible/m', 'http://models.example', ['models.example', '80']],
    ['simulated/weak', undefined, [undefined, undefined]],
    ['openai-compatible/m', 'not an address', [undefined, undefined]],
  ])('of %s name the address of its endpoint %s', (model, baseUrl, [host, port]) => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const started = { ...base, seq: 1, type: 'run_started', run: 'r', model, prompt: 'go' };
    const request = { ...base, seq: 2, type: 'llm_request', call: 1, tools: [], parent: 1 };
    const own = baseUrl === undefined ? started : { ...started, baseUrl };
    const addressOf = (events: readonly AnyEvent[]) => {
      const found = attributes(spansOf(events).find(({ name }) => name.startsWith('chat ')));
      return [found['server.address'], found['server.port'], found['gen_ai.request.stream']];
    };
    expect(addressOf([own, request])).toEqual([host, port, true]);
    // A session can have reached the model elsewhere.
    expect(addressOf([{ ...own, imported: { format: 'pi', file: 'f' } }, request])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of an agent have the tokens of its calls, without those of the cache', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const usage = { inputTokens: 30, outputTokens: 4, cacheReadTokens: 20, costUsd: 0.5 };
    const events: AnyEvent[] = [
      { ...base, seq: 1, type: 'run_started', run: 'r', model: 'p/m', prompt: 'go' },
      { ...base, seq: 2, type: 'run_finished', reason: 'final', text: 'Done.', usage, parent: 1 },
    ];
    const [span] = spansOf(events);
    expect(attributes(span)).toMatchObject({ 'gen_ai.usage.input_tokens': '30', 'gen_ai.usage.output_tokens': '4' });
    expect(attributes(span)).not.toHaveProperty('gen_ai.usage.cache_read.input_tokens');
    expect(restored(spansOf(events))).toEqual(events);
  });

  it('of a call that names a skill without the file have only the tool in their name', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const call = (args: object): AnyEvent => ({
      ...base,
      seq: 2,
      type: 'tool_call',
      id: 'c',
      tool: 'load_skill_resource',
      args: args as JsonObject,
      parent: 1,
    });
    const spanOf = (args: object) =>
      spansOf([{ ...base, seq: 1, type: 'run_started', run: 'r', model: 'p/m', prompt: 'go' }, call(args)])[1];
    const span = spanOf({ skill_name: 'demo' });
    expect(span?.name).toBe('execute_tool load_skill_resource');
    expect(attributes(span)).toMatchObject({ 'gen_ai.skill.name': 'demo' });
    expect(attributes(span)).not.toHaveProperty('gen_ai.skill.resource.name');
  });

  it('of a paused and resumed run have the first one as their root', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const spans = spansOf([
      { ...base, seq: 1, type: 'run_started', run: 'r', model: 'p/m', prompt: 'go' },
      { ...base, seq: 2, type: 'run_finished', reason: 'paused', text: '', parent: 1 },
      { ...base, seq: 3, type: 'run_resumed', by: 'approve', parent: 1 },
      { ...base, seq: 4, type: 'llm_request', call: 1, tools: [], parent: 1 },
    ]);
    const [started, resumed, request] = spans;
    expect(started).not.toHaveProperty('parentSpanId');
    expect(resumed?.parentSpanId).toBe(started?.spanId);
    expect(request?.parentSpanId).toBe(resumed?.spanId);
  });

  it.each([true, false])(
    'of an agent in the call of a tool are inside a span of that agent; has ended: %s',
    async (ends) => {
      const at = (second: number) => `2026-11-23T10:00:0${second}.000Z`;
      const base = { invocation: 'i', agent: 'main' };
      const inner = { ...base, agent: 'counter' };
      const reply = { usage: {}, finish: 'stop', toolCalls: [] };
      const events: AnyEvent[] = [
        { ...base, seq: 1, time: at(0), type: 'run_started', run: 'run-1', model: 'p/m', prompt: 'go', skills: [] },
        { ...base, seq: 2, time: at(0), type: 'llm_request', call: 1, tools: [], parent: 1 },
        { ...base, seq: 3, time: at(1), type: 'llm_response', text: '', ...reply, parent: 2 },
        { ...base, seq: 4, time: at(1), type: 'tool_call', id: 'c', tool: 'counter', args: {}, parent: 2 },
        { ...inner, seq: 5, time: at(2), type: 'llm_request', call: 2, tools: [], parent: 4 },
        { ...inner, seq: 6, time: at(3), type: 'llm_response', text: 'One.', ...reply, parent: 5 },
        { ...inner, seq: 7, time: at(3), type: 'llm_request', call: 3, tools: [], parent: 4 },
        { ...inner, seq: 8, time: at(4), type: 'llm_response', text: 'Two.', ...reply, parent: 7 },
      ];
      if (ends) {
        const result = { type: 'tool_result', id: 'c', tool: 'counter', result: 'Two.' };
        events.push({ ...base, seq: 9, time: at(5), ...result, parent: 4 });
        events.push({
          ...base,
          seq: 10,
          time: at(6),
          type: 'run_finished',
          reason: 'final',
          text: '',
          usage: {},
          parent: 1,
        });
      }
      const spans = spansOf(events);
      const named = (name: string) => spans.filter((span) => span.name === name);
      const [agent, ...others] = named('invoke_agent counter');
      expect(others).toEqual([]);
      expect(agent?.parentSpanId).toBe(named('execute_tool counter')[0]?.spanId);
      expect(attributes(agent)).toEqual({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.conversation.id': 'run-1',
        'gen_ai.agent.name': 'counter',
      });
      const seconds = (nanos = '') => new Date(Number(nanos) / 1e6).getUTCSeconds();
      expect([seconds(agent?.startTimeUnixNano), seconds(agent?.endTimeUnixNano)]).toEqual([2, ends ? 5 : 4]);
      const calls = named('chat m').filter((span) => attributes(span)['gen_ai.agent.name'] === 'counter');
      expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual([agent?.spanId, agent?.spanId]);
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
      expect(restored(spans)).toEqual(events);
      const { finished } = await importRecords([...traceLines(spans)].map((line) => JSON.parse(line) as object));
      expect(finished).toMatchObject({ raw: 0, broken: 0 });
      const [line] = [...traceLines(spans)].map((text) => JSON.parse(text) as { resourceSpans: readonly object[] });
      const document = await importRecords([{ resourceSpans: line?.resourceSpans ?? [] }]);
      expect(document.finished).toMatchObject({ raw: 0, metadata: expect.any(Number) });
    },
  );

  it('of an agent that outlasts the call are inside of it, each agent in a span of its own', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'main' };
    const request = (seq: number, agent: string, parent: number): AnyEvent => ({
      ...base,
      agent,
      seq,
      type: 'llm_request',
      call: seq,
      tools: [],
      parent,
    });
    const reply = (seq: number, agent: string, parent: number): AnyEvent => ({
      ...base,
      agent,
      seq,
      type: 'llm_response',
      text: 'Yes.',
      usage: {},
      finish: 'stop',
      toolCalls: [],
      parent,
    });
    const events: AnyEvent[] = [
      { ...base, seq: 1, type: 'run_started', run: 'run-1', model: 'p/m', prompt: 'go', skills: [] },
      ...[request(2, 'main', 1), reply(3, 'main', 2)],
      { ...base, seq: 4, type: 'tool_call', id: 'c', tool: 'ask', args: {}, parent: 2 },
      ...[request(5, 'counter', 4), request(6, 'checker', 4), reply(7, 'checker', 6)],
      { ...base, seq: 8, type: 'tool_result', id: 'c', tool: 'ask', result: 'Started.', parent: 4 },
      ...[request(9, 'counter', 4), reply(10, 'counter', 5), reply(11, 'counter', 9)],
      { ...base, seq: 12, type: 'run_finished', reason: 'final', text: '', usage: {}, parent: 1 },
    ];
    const spans = spansOf(events);
    const parentOf = (span: OtlpSpan | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name;
    const agents = spans.filter(({ name }) => /^invoke_agent (?:counter|checker)$/.test(name));
    expect(agents.map(({ name }) => name).toSorted()).toEqual(['invoke_agent checker', 'invoke_agent counter']);
    expect(agents.map(parentOf)).toEqual(['execute_tool ask', 'execute_tool ask']);
    const calls = spans.filter((span) => span.name === 'chat m' && attributes(span)['gen_ai.agent.name'] !== 'main');
    expect(calls.map(parentOf).toSorted()).toEqual([
      'invoke_agent checker',
      'invoke_agent counter',
      'invoke_agent counter',
    ]);
    expect(restored(spans)).toEqual(events);
  });

  it('limit the messages of a call to the latest ones', () => {
    const base = { time: '2026-11-23T10:00:00.000Z', invocation: 'i', agent: 'a' };
    const events: AnyEvent[] = [{ ...base, seq: 1, type: 'run_started', run: 'r', model: 'p/m', prompt: 'go' }];
    for (let call = 1; call <= 300; call++) {
      const seq = events.length + 1;
      events.push({ ...base, seq, type: 'llm_request', call, tools: [], parent: 1 });
      const text = `${call} `.repeat(1000);
      events.push({
        ...base,
        seq: seq + 1,
        type: 'llm_response',
        text,
        toolCalls: [],
        usage: {},
        finish: 'stop',
        parent: seq,
      });
    }
    const last = spansOf(events)
      .filter(({ name }) => name === 'chat m')
      .at(-1);
    const { 'gen_ai.input.messages': messages, 'skillwright.omitted.messages': omitted } = attributes(last);
    const shown = JSON.parse(String(messages)) as unknown[];
    expect(String(messages).length).toBeLessThan(17_000);
    expect(shown.length + Number(omitted)).toBe(300);
    expect(JSON.stringify(shown.at(-1))).toContain('299 299');
  });
});

import { describe, expect, it } from 'vitest';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import type { SessionEvent } from '../log/session-event.ts';
import { inputMessages } from '../spans/attributes.ts';
import type { RecordedSpan } from '../spans/span.ts';

const importText = (text: string) => importRecords([text]);
const prompts = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []));
const find = (events: readonly SessionEvent[], type: SessionEvent['type'], agent: string) =>
  events.find((event) => event.type === type && event.agent === agent);

let ids = 0;
const span = (name: string, start: number, end: number, values: Record<string, unknown>, more: object = {}) => ({
  traceId: 't',
  spanId: `s${++ids}`,
  name,
  startTimeUnixNano: `${1_767_607_200 + start}000000000`,
  endTimeUnixNano: `${1_767_607_200 + end}000000000`,
  attributes: Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  })),
  ...more,
});
const trace = (...spans: readonly object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const model = { 'gen_ai.system': 'test', 'gen_ai.request.model': 'm' };

function logHelpers() {
  const any = (value: unknown): object => {
    if (typeof value === 'string') return { stringValue: value };
    if (typeof value === 'number') return { intValue: String(value) };
    if (Array.isArray(value)) return { arrayValue: { values: value.map(any) } };
    return { kvlistValue: { values: pairs(value as Record<string, unknown>) } };
  };
  const pairs = (values: Record<string, unknown>) =>
    Object.entries(values).map(([key, value]) => ({ key, value: any(value) }));
  const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 2 };
  return {
    body: (value: Record<string, unknown>) => ({ body: any(value) }),
    details: (prompt: string, answer: string) =>
      pairs({
        ...model,
        ...usage,
        'gen_ai.operation.name': 'chat',
        'gen_ai.conversation.id': 'talk',
        'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
        'gen_ai.tool.definitions': [{ type: 'function', name: 'bash' }],
        'gen_ai.input.messages': [{ role: 'user', parts: [{ type: 'text', content: prompt }] }],
        'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: answer }] }],
      }),
    log: (spanId: string, time: number, eventName: string, more: object) => ({
      traceId: 't',
      spanId,
      eventName,
      timeUnixNano: `${1_767_607_200 + time}000000000`,
      ...more,
    }),
    logs: (...logRecords: readonly object[]) => ({ resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords }] }] }),
    spanOf: (spanId: string, start: number) => ({
      ...span('chat m', start, start + 1, { ...model, ...usage, 'gen_ai.operation.name': 'chat' }),
      spanId,
    }),
  };
}

describe('OTLP', () => {
  it.each(['cache_write.input_tokens', 'cache_creation.input_tokens'])('reads tokens of %s', async (name) => {
    const usage = { 'gen_ai.usage.input_tokens': 90, 'gen_ai.usage.output_tokens': 2, [`gen_ai.usage.${name}`]: 70 };
    const { events } = await importRecords([
      trace(span('chat m', 1, 2, { ...model, 'gen_ai.operation.name': 'chat', ...usage })),
    ]);
    expect(events.find(({ type }) => type === 'llm_response')).toMatchObject({
      usage: { inputTokens: 90, cacheWriteTokens: 70 },
    });
  });

  it('reads spans in the order of their start, with agents inside of a call as sub-agents', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS.otlp ?? '');
    expect(prompts(events)).toEqual(['Brew.']);
    const task = events.find((event) => event.type === 'tool_call' && event.tool === 'task');
    expect(find(events, 'llm_request', 'counter')).toMatchObject({ parent: task?.seq });
    expect(finished).toMatchObject({ records: 4, used: 3, duplicate: 1, steps: 3 });
    expect(finished.usage).toEqual({ inputTokens: 225, outputTokens: 17 });
    expect(events.filter(({ type }) => type === 'skill_loaded')).toMatchObject([{ skill: 'brewer', by: 'read' }]);
    expect(events.map(({ time }) => time)).toEqual(events.map(({ time }) => time).sort());
  });

  it("reads VS Code's export, whose agent has what the user typed", async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['vscode-otlp'] ?? '');
    expect(prompts(events)).toEqual(['Brew tea.']);
    expect(events[0]).toMatchObject({ run: 'vscode-otlp-chat-1', imported: { client: 'vscode' } });
    expect(finished).toMatchObject({ records: 8, used: 6, metadata: 2, usage: { inputTokens: 225 } });
  });

  it("reads ADK's spans: two for a model call, with its tokens once", async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['adk-spans'] ?? '');
    expect(prompts(events)).toEqual(['Brew.']);
    expect(finished).toMatchObject({ records: 5, used: 4, metadata: 1, steps: 2 });
    expect(finished.usage).toEqual({ inputTokens: 70, outputTokens: 7 });
    expect(events.filter(({ type }) => type === 'skill_loaded')).toMatchObject([{ skill: 'brewer', by: 'tool' }]);
  });

  it('reads messages in events and in indexed attributes, and tools without an id by their name', async () => {
    const indexed = {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Brew.',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'I look.',
      'gen_ai.completion.0.tool_calls.0.id': 'c1',
      'gen_ai.completion.0.tool_calls.0.name': 'bash',
      'gen_ai.completion.0.tool_calls.0.arguments': '{"command":"ls"}',
    };
    const event = (name: string, values: Record<string, unknown>) => ({ ...span(name, 0, 0, values) });
    const { events, finished } = await importRecords([
      trace(span('chat', 0, 1, { ...model, ...indexed, 'gen_ai.usage.prompt_tokens': 10 })),
      trace(span('bash', 1, 2, { 'gen_ai.tool.name': 'bash', 'gen_ai.tool.call.result': 'cup' })),
      trace(
        span(
          'chat',
          2,
          3,
          { ...model, 'gen_ai.usage.input_tokens': 5, 'gen_ai.usage.cache_read.input_tokens': 20 },
          {
            events: [
              event('gen_ai.user.message', { content: 'And now?' }),
              event('gen_ai.choice', { message: '{"role":"assistant","content":"One cup."}' }),
            ],
          },
        ),
      ),
    ]);
    expect(prompts(events)).toEqual(['Brew.', 'And now?']);
    expect(events.flatMap((one) => (one.type === 'llm_response' ? [one.text] : []))).toEqual(['I look.', 'One cup.']);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({
      id: 'c1',
      result: 'cup',
      durationMs: 1000,
    });
    // The last input excludes what the cache had.
    expect(finished.usage).toMatchObject({ inputTokens: 35, cacheReadTokens: 20 });
  });

  it('reads indexed messages and calls in the order of their numbers', async () => {
    const indexed: Record<string, string> = {};
    for (const index of [10, 2, 0]) {
      indexed[`gen_ai.prompt.${index}.role`] = index === 10 ? 'user' : 'assistant';
      indexed[`gen_ai.prompt.${index}.content`] = `Message ${index}.`;
      indexed[`gen_ai.completion.0.tool_calls.${index}.id`] = `c${index}`;
      indexed[`gen_ai.completion.0.tool_calls.${index}.name`] = 'bash';
    }
    const messages = inputMessages({ attributes: indexed, events: [] } as unknown as RecordedSpan);
    expect(messages.map(({ text }) => text)).toEqual(['Message 0.', 'Message 2.', 'Message 10.']);
    const { events } = await importRecords([trace(span('chat', 0, 1, { ...model, ...indexed }))]);
    expect(prompts(events)).toEqual(['Message 10.']);
    expect(events.flatMap((one) => (one.type === 'tool_call' ? [one.id] : []))).toEqual(['c0', 'c2', 'c10']);
  });

  it('uses results in the next request of a model for calls without a span', async () => {
    const input = [
      { role: 'user', parts: [{ type: 'text', content: 'Brew.' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'bash', arguments: {} }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'cup' }] },
    ];
    const chat = (messages: readonly object[], output: readonly object[]) => ({
      ...model,
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.output.messages': JSON.stringify(output),
    });
    const { events, finished } = await importRecords([
      trace(span('chat', 0, 1, chat(input.slice(0, 1), input.slice(1, 2)))),
      trace(span('chat', 2, 3, chat(input, [{ role: 'assistant', parts: [{ type: 'text', content: 'One.' }] }]))),
      // A span that comes too late for its call.
      trace(span('bash', 2, 4, { 'gen_ai.tool.name': 'bash', 'gen_ai.tool.call.id': 'c1' })),
    ]);
    expect(prompts(events)).toEqual(['Brew.']);
    expect(events.filter(({ type }) => type === 'tool_result')).toMatchObject([{ id: 'c1', result: 'cup' }]);
    expect(finished).toMatchObject({ records: 3, used: 3 });
  });

  describe('log records of model calls', () => {
    const { body, details, log, logs, spanOf } = logHelpers();
    const texts = (events: readonly SessionEvent[]) =>
      events.flatMap((one) => (one.type === 'llm_response' ? [one.text] : []));
    const records = (events: readonly SessionEvent[], type: SessionEvent['type']) =>
      events.filter((one) => one.type === type).map(({ source }) => source?.records);

    it.each(['before', 'after'])('completes a span with those that are read %s it', async (place) => {
      const call = trace(spanOf('a', 1), spanOf('b', 4));
      const first = logs(
        log('a', 2, 'gen_ai.system.message', body({ content: 'Be brief.' })),
        log('a', 2, 'gen_ai.user.message', body({ content: 'Brew.' })),
        log(
          'a',
          2,
          'gen_ai.choice',
          body({
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
            },
          }),
        ),
      );
      const second = logs(
        log('b', 4, 'gen_ai.user.message', body({ content: 'Brew.' })),
        log('b', 4, 'gen_ai.assistant.message', body({ tool_calls: [{ id: 'c1', function: { name: 'bash' } }] })),
        log('b', 4, 'gen_ai.tool.message', body({ id: 'c1', content: 'cup' })),
        log('b', 5, 'gen_ai.choice', { body: { stringValue: '{"message":{"content":"One cup."}}' } }),
        log('b', 5, 'http.server.request', {}),
      );
      const order = place === 'before' ? [first, second, call] : [call, first, second];
      const { events, finished } = await importRecords(order);
      expect(prompts(events)).toEqual(['Brew.']);
      expect(texts(events)).toEqual(['', 'One cup.']);
      expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ id: 'c1', args: { command: 'ls' } });
      expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ id: 'c1', result: 'cup' });
      expect(events.find(({ type }) => type === 'llm_request')).toMatchObject({ sent: { system: expect.anything() } });
      expect(finished).toMatchObject({ records: 3, used: 3, usage: { inputTokens: 20, outputTokens: 4 } });
      expect(records(events, 'llm_response')[0]).toContain(place === 'before' ? 1 : 2);
    });

    it('reads the event of a whole call, once if it was exported twice, with instructions and tools', async () => {
      const event = log('a', 2, 'gen_ai.client.inference.operation.details', {
        attributes: details('Brew.', 'A cup.'),
      });
      const { events, finished } = await importRecords([logs(event), logs(event), trace(spanOf('a', 1)), logs(event)]);
      expect(prompts(events)).toEqual(['Brew.']);
      expect(texts(events)).toEqual(['A cup.']);
      expect(events.find(({ type }) => type === 'llm_request')).toMatchObject({
        sent: { system: expect.anything(), tools: expect.anything() },
      });
      expect(finished).toMatchObject({ records: 4, used: 2, duplicate: 2, steps: 1 });
    });

    it('reads logs without spans, as lines and as a document', async () => {
      const lines = [
        logs(log('a', 1, 'gen_ai.client.inference.operation.details', { attributes: details('Brew.', 'A cup.') })),
        logs(log('', 3, 'gen_ai.client.inference.operation.details', { attributes: details('More.', 'Two cups.') })),
        logs(log('b', 5, 'gen_ai.user.message', body({ content: 'Enough.' }))),
        logs(log('b', 6, 'gen_ai.choice', body({ message: { content: 'Fine.' } }))),
        logs(log('', 7, 'gen_ai.user.message', body({ content: 'Lost.' }))),
      ];
      const document = { resourceLogs: lines.flatMap(({ resourceLogs }) => resourceLogs) };
      for (const file of [lines, [document]]) {
        const { events, finished } = await importRecords(file);
        expect(prompts(events)).toEqual(['Brew.', 'More.', 'Enough.']);
        expect(texts(events)).toEqual(['A cup.', 'Two cups.', 'Fine.']);
        expect(finished).toMatchObject({ used: 4, raw: 1, steps: 3, usage: { inputTokens: 20, outputTokens: 4 } });
        expect(events[0]).toMatchObject({ imported: { format: 'otlp' } });
      }
    });

    const DETAILS = 'gen_ai.client.inference.operation.details';
    const call = (spanId: string, time: number, prompt: string, answer: string) =>
      log(spanId, time, DETAILS, { attributes: details(prompt, answer) });
    const tokens = ({ finished }: Awaited<ReturnType<typeof importRecords>>) => [
      finished.usage.inputTokens,
      finished.usage.outputTokens,
      finished.steps,
    ];
    /** Imports records in this order, and in the opposite one. */
    const inBothOrders = async (...lines: readonly object[]) => [
      await importRecords(lines),
      await importRecords(lines.toReversed()),
    ];

    it.each(['', '0000000000000000'])('reads each call in a line of several, without a span: “%s”', async (id) => {
      const line = logs(call(id, 1, 'One?', '1.'), call(id, 2, 'Two?', '2.'), call(id, 3, 'Three?', '3.'));
      const read = await importRecords([line, line]);
      expect(tokens(read)).toEqual([30, 6, 3]);
      expect(texts(read.events)).toEqual(['1.', '2.', '3.']);
      expect(read.finished).toMatchObject({ used: 1, duplicate: 1 });
    });

    it('reads the calls in a span that is not one, whatever comes first', async () => {
      const request = span('GET /', 0, 9, { 'http.request.method': 'GET' }, { spanId: 'h' });
      const both = logs(call('h', 1, 'One?', '1.'), call('h', 2, 'Two?', '2.'));
      for (const read of await inBothOrders(trace(request), both)) {
        expect(texts(read.events)).toEqual(['1.', '2.']);
        expect(tokens(read)).toEqual([20, 4, 2]);
      }
      const talk = logs(
        log('h', 1, 'gen_ai.user.message', body({ content: 'Brew.' })),
        log('h', 2, 'gen_ai.choice', body({ message: { content: 'A cup.' } })),
      );
      for (const { events } of await inBothOrders(trace(request), talk)) {
        expect([prompts(events), texts(events)]).toEqual([['Brew.'], ['A cup.']]);
      }
    });

    it('reads messages once if they are repeated, by an exporter or in another form', async () => {
      const choice = log('a', 2, 'gen_ai.choice', body({ message: { content: 'A cup.' } }));
      const user = log('a', 1, 'gen_ai.user.message', body({ content: 'Brew.' }));
      const own = {
        ...spanOf('a', 1),
        events: [{ name: 'gen_ai.choice', attributes: span('', 0, 0, { content: 'A cup.' }).attributes }],
      };
      const cases = [
        [trace(spanOf('a', 1)), logs(user, choice), logs(choice)],
        [trace(spanOf('a', 1)), logs(user, choice), logs(call('a', 2, 'Brew.', 'A cup.'))],
        [trace(own), logs(user, choice)],
      ];
      for (const lines of cases)
        for (const { events, finished } of await inBothOrders(...lines)) {
          expect([prompts(events), texts(events), finished.steps]).toEqual([['Brew.'], ['A cup.'], 1]);
        }
    });

    it('reads messages in the order of their times', async () => {
      const history = [
        log('a', 1, 'gen_ai.user.message', body({ content: 'Old?' })),
        log('a', 2, 'gen_ai.assistant.message', body({ content: 'Old.' })),
        log('a', 3, 'gen_ai.user.message', body({ content: 'New?' })),
        log('a', 4, 'gen_ai.choice', body({ message: { content: 'New.' } })),
      ];
      for (const { events } of await inBothOrders(trace(spanOf('a', 1)), ...history.map((one) => logs(one))))
        expect([prompts(events), texts(events)]).toEqual([['New?'], ['New.']]);
    });

    it('reads what only the event has: tokens, model and error', async () => {
      const bare = span('chat', 1, 2, { 'gen_ai.operation.name': 'chat' }, { spanId: 'a' });
      const failed = log('', 3, DETAILS, {
        attributes: [...details('More.', ''), { key: 'error.type', value: { stringValue: 'timeout' } }],
      });
      for (const { events, finished } of await inBothOrders(
        trace(bare),
        logs(call('a', 2, 'Brew.', 'A cup.')),
        logs(failed),
      )) {
        expect(finished.usage).toEqual({ inputTokens: 20, outputTokens: 4 });
        expect(events.filter(({ type }) => type === 'llm_response')).toMatchObject([
          { finish: 'stop' },
          { finish: 'error', error: 'timeout' },
        ]);
        expect(events[0]).toMatchObject({ model: 'test/m' });
      }
    });

    it('completes a call of thousands of messages in linear time', async () => {
      const messages = Array.from({ length: 4000 }, (_, index) =>
        log('a', 1, 'gen_ai.user.message', body({ content: `Message ${index}.` })),
      );
      const start = process.cpuUsage();
      const { events } = await importRecords([trace(spanOf('a', 1)), ...messages.map((one) => logs(one))]);
      expect(prompts(events).join()).toContain('Message 3999.');
      const { user } = process.cpuUsage(start);
      // Quadratic time is 25 times as long.
      expect(user).toBeLessThan(2_000_000);
    });

    it('keeps a message of a call that has been written, and skips other logs', async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => trace(spanOf(`s${index}`, index)));
      const { finished } = await importRecords([
        trace(spanOf('a', 0)),
        ...many,
        logs(log('a', 1, 'gen_ai.user.message', body({ content: 'Late.' }))),
        logs(log('a', 1, 'claude_code.tool_result', {})),
        { resourceLogs: 'broken' },
      ]);
      expect(finished).toMatchObject({ records: 20_004, used: 20_001, raw: 1, metadata: 2 });
    });
  });

  it('keeps a span without an id as is, and skips those of other operations', async () => {
    const { finished } = await importRecords([
      trace(span('chat', 0, 1, { ...model, 'gen_ai.usage.input_tokens': 1 })),
      trace({ name: 'lost' }),
      trace(span('GET /', 0, 1, { 'http.request.method': 'GET' })),
      trace(),
    ]);
    expect(finished).toMatchObject({ records: 4, used: 1, raw: 1, metadata: 2 });
  });

  it('reads the attributes of OpenInference', async () => {
    const kind = (value: string) => ({ 'openinference.span.kind': value });
    const llm = { ...kind('LLM'), 'llm.model_name': 'm', 'llm.provider': 'test', 'llm.token_count.total': 12 };
    const [asked, answered] = ['llm.input_messages.', 'llm.output_messages.'];
    const toolCall = `${answered}0.message.tool_calls.0.tool_call.`;
    const first = {
      ...llm,
      [`${asked}0.message.role`]: 'system',
      [`${asked}0.message.content`]: 'You brew.',
      [`${asked}1.message.role`]: 'user',
      [`${asked}1.message.contents.0.message_content.text`]: 'Brew.',
      [`${answered}0.message.role`]: 'assistant',
      [`${toolCall}id`]: 'c1',
      [`${toolCall}function.name`]: 'boil',
      [`${toolCall}function.arguments`]: '{"cups":2}',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 2,
      'llm.token_count.prompt_details.cache_read': 4,
    };
    const second = { ...llm, [`${answered}0.message.content`]: 'Done.', 'llm.token_count.prompt': 20 };
    const boil = { ...kind('TOOL'), 'tool.name': 'boil', 'input.value': '{"cups":2}', 'output.value': 'hot' };
    const total = { ...kind('AGENT'), 'llm.token_count.prompt': 30, 'llm.token_count.completion': 2 };
    const { events, finished } = await importText(
      JSON.stringify(
        trace(
          span('brew', 0, 9, total),
          span('step', 1, 8, { ...kind('CHAIN'), 'llm.token_count.prompt': 30 }),
          span('model', 2, 3, first),
          span('boil', 4, 5, boil),
          span('model', 6, 7, second),
        ),
      ),
    );
    expect(prompts(events)).toEqual(['Brew.']);
    expect(events[0]).toMatchObject({ model: 'test/m' });
    expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ tool: 'boil', args: { cups: 2 } });
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({
      id: 'c1',
      result: 'hot',
      durationMs: 1000,
    });
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
    expect(finished).toMatchObject({ steps: 2, usage: { inputTokens: 30, outputTokens: 2, cacheReadTokens: 4 } });
  });

  it("reads OpenLLMetry's tools, and content that is a list as JSON text", async () => {
    const chat = {
      ...model,
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': '[{"type":"text","text":"Brew."}]',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'I boil.',
    };
    const boil = {
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'boil',
      'traceloop.entity.input': '{"args":[],"kwargs":{"cups":2}}',
      'traceloop.entity.output': '"hot"',
    };
    const { events } = await importText(JSON.stringify(trace(span('chat', 0, 1, chat), span('boil.tool', 2, 3, boil))));
    expect(prompts(events)).toEqual(['Brew.']);
    expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ tool: 'boil', args: { cups: 2 } });
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ result: 'hot' });
  });

  it('reads an agent without spans of model calls as one model call', async () => {
    const agent = {
      ...model,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.usage.input_tokens': 30,
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Brew."}]}]',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Done."}]}]',
    };
    const boil = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'boil', 'gen_ai.tool.call.id': 'c1' };
    const { events, finished } = await importText(
      JSON.stringify(trace(span('agent', 0, 9, agent), span('boil', 1, 2, boil))),
    );
    expect(events[0]).toMatchObject({ prompt: 'Brew.', model: 'test/m' });
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.', usage: { inputTokens: 30 } });
    expect(finished).toMatchObject({ used: 2, metadata: 1, usage: { inputTokens: 30 } });
  });

  it('has no raw records for the logs and metrics of a Collector', async () => {
    const { finished } = await importRecords([
      { resourceMetrics: [] },
      trace(span('chat', 0, 1, { ...model, 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 3 })),
      { resourceLogs: [] },
    ]);
    expect(finished).toMatchObject({ used: 1, metadata: 2, raw: 0, usage: { inputTokens: 3 } });
  });
});

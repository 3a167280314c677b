import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { messagesBetween } from '../requests/recorded-requests.ts';
import { changesBetween } from '../requests/request-changes.ts';
import { textOf } from '../requests/token-shares.ts';
import type { SessionEvent } from './log/session-event.ts';
import { sessionRequests } from './session-requests.ts';

const second = (number: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, number)).toISOString();
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
const TOOL = { type: 'function', name: 'weather', description: 'Tells the weather.', inputSchema: SCHEMA };

/** Returns the content of each request, its categories of tokens, and what is unknown. */
async function requestsOf(events: readonly SessionEvent[]) {
  const accounts = await sessionRequests(events);
  return accounts.map(({ request, shares }) => ({
    ...request.content,
    kinds: shares.map(({ kind }) => kind),
    problem: request.problem,
  }));
}

async function ofRecords(records: readonly object[]) {
  return requestsOf((await importRecords(records)).events);
}

async function ofDocument(document: object) {
  const folder = writeFiles(temporaryFolder(), { 'session.json': JSON.stringify(document) });
  return requestsOf((await importFile(join(folder, 'session.json'))).events);
}

describe('the requests of a session', () => {
  const line = (number: number, type: string, payload: object) => ({ timestamp: second(number), type, payload });
  const message = (number: number, role: string, text: string) =>
    line(number, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text }] });
  const LIST =
    '<skills_instructions>\n### Available skills\n- brewer: Brews tea. (file: /s/brewer/SKILL.md)\n</skills_instructions>';
  const CODEX = [
    line(1, 'session_meta', {
      id: 'tea',
      cwd: '/home/ada',
      base_instructions: { text: 'You are Codex.' },
      dynamic_tools: [
        { type: 'namespace', name: 'app', tools: [{ ...TOOL, inputSchema: undefined, parameters: SCHEMA }] },
      ],
    }),
    message(2, 'developer', `Be careful.\n${LIST}`),
    message(3, 'user', '<environment_context>\n  <cwd>/home/ada</cwd>\n</environment_context>'),
    message(4, 'user', 'Brew.'),
    message(5, 'assistant', 'Done.'),
    message(6, 'user', '<environment_context>\n  <cwd>/tmp</cwd>\n</environment_context>'),
    message(7, 'user', 'Again.'),
    message(8, 'assistant', 'Done again.'),
  ];

  it('of Codex have its instructions, the texts that it added, its list of skills and added tools', async () => {
    const requests = await ofRecords(CODEX);
    expect(requests).toHaveLength(2);
    expect(requests[0]).toMatchObject({
      system: 'You are Codex.',
      catalogue: LIST,
      tools: [TOOL],
      problem: undefined,
      opening: `Be careful.\n${LIST}\n\n<environment_context>\n  <cwd>/home/ada</cwd>\n</environment_context>`,
      kinds: ['instructions', 'tools', 'catalogue', 'conversation'],
    });
    expect(requests[1]).toEqual(requests[0]);
  });

  it('are in the events of an import once, and again only if they change', async () => {
    const { events } = await importRecords([...CODEX, message(9, 'developer', 'Be quick.')]);
    const sent = events.flatMap((event) => (event.type === 'llm_request' ? [event.sent !== undefined] : []));
    expect(sent).toEqual([true, false]);
  });

  it('of Codex do not repeat what a resumed session repeats', async () => {
    const [request] = await ofRecords([...CODEX.slice(0, 3), ...CODEX.slice(0, 5)]);
    expect(request?.opening?.match(/Be careful/g)).toHaveLength(1);
    expect(request?.kinds).toContain('catalogue');
  });

  it('of Copilot CLI have its system message, but no tool descriptions', async () => {
    const event = (number: number, type: string, data: object) => ({
      type,
      data,
      id: `e${number}`,
      timestamp: second(number),
      parentId: null,
    });
    expect(
      await ofRecords([
        event(1, 'session.start', { sessionId: 'c1' }),
        event(2, 'system.message', { role: 'system', content: 'You are a terminal assistant.' }),
        event(3, 'user.message', { content: 'Brew.' }),
        event(4, 'assistant.message', { messageId: 'm1', content: 'Done.', toolRequests: [] }),
      ]),
    ).toEqual([
      {
        system: 'You are a terminal assistant.',
        tools: [],
        kinds: ['instructions', 'conversation'],
        problem: 'The session does not contain the tool descriptions.',
      },
    ]);
  });

  it('of ATIF have the tools of each agent and the system messages before its first prompt', async () => {
    const step = (id: number, source: string, text: string, more: object = {}) => ({
      step_id: id,
      timestamp: second(id),
      source,
      message: text,
      ...more,
    });
    const definition = {
      type: 'function',
      function: { name: 'weather', description: TOOL.description, parameters: SCHEMA },
    };
    const requests = await ofDocument({
      schema_version: 'ATIF-v1.7',
      session_id: 's',
      agent: { name: 'main', version: '1', model_name: 'test/m', tool_definitions: [definition] },
      steps: [
        step(1, 'system', 'You brew.'),
        step(2, 'user', 'Brew.'),
        step(3, 'system', 'Added context.'),
        step(4, 'agent', '', {
          tool_calls: [{ tool_call_id: 'c1', function_name: 'ask', arguments: {} }],
          observation: {
            results: [{ source_call_id: 'c1', content: 'Two.', subagent_trajectory_ref: [{ trajectory_id: 'inner' }] }],
          },
        }),
        step(5, 'agent', 'Done.'),
      ],
      subagent_trajectories: [
        {
          schema_version: 'ATIF-v1.7',
          trajectory_id: 'inner',
          agent: { name: 'inner', version: '1' },
          steps: [step(1, 'system', 'You count.'), step(2, 'user', 'Count.'), step(3, 'agent', 'Two.')],
        },
      ],
    });
    expect(requests.map(({ system, tools }) => [system, tools])).toEqual([
      ['You brew.', [TOOL]],
      ['You count.', []],
      ['You brew.', [TOOL]],
    ]);
  });

  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const chat = (number: number, attributes: readonly object[]) => ({
    traceId: 't',
    spanId: `m${number}`,
    name: 'chat m',
    startTimeUnixNano: `${Date.parse(second(number))}000000`,
    endTimeUnixNano: `${Date.parse(second(number)) + 500}000000`,
    attributes: [
      ...[text('gen_ai.operation.name', 'chat'), text('gen_ai.request.model', 'm'), text('gen_ai.provider.name', 'p')],
      ...attributes,
    ],
  });
  const trace = (...spans: readonly object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const say = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });

  it('of traces have the instructions and tools of each span, in current and older forms', async () => {
    const { inputSchema: parameters, ...rest } = TOOL;
    const requests = await ofRecords([
      trace(
        chat(1, [
          text('gen_ai.system_instructions', JSON.stringify([{ type: 'text', content: 'You brew.' }])),
          text('gen_ai.tool.definitions', JSON.stringify([{ ...rest, parameters }])),
          text('gen_ai.input.messages', JSON.stringify([say('user', 'Brew.')])),
          text('gen_ai.output.messages', JSON.stringify([say('assistant', 'Done.')])),
        ]),
        chat(2, [
          text('gen_ai.input.messages', JSON.stringify([say('system', 'You pour.'), say('user', 'Pour.')])),
          text('gen_ai.output.messages', JSON.stringify([say('assistant', 'Poured.')])),
          text('ai.prompt.tools', JSON.stringify([])),
        ]),
      ),
    ]);
    expect(requests.map(({ system, tools }) => [system, tools])).toEqual([
      ['You brew.', [TOOL]],
      ['You pour.', []],
    ]);
  });

  it('of ADK have what its spans of model calls contain', async () => {
    const { inputSchema: parameters, name, description } = TOOL;
    const config = {
      system_instruction: 'You brew.',
      tools: [{ function_declarations: [{ name, description, parameters }] }],
    };
    const requests = await ofDocument([
      {
        name: 'call_llm',
        span_id: 1,
        trace_id: 7,
        parent_span_id: null,
        start_time: Date.parse(second(1)) * 1e6,
        end_time: Date.parse(second(2)) * 1e6,
        attributes: {
          'gen_ai.request.model': 'm',
          'gcp.vertex.agent.llm_request': JSON.stringify({
            config,
            contents: [{ role: 'user', parts: [{ text: 'Brew.' }] }],
          }),
          'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts: [{ text: 'Done.' }] } }),
          'gen_ai.usage.input_tokens': 5,
        },
      },
    ]);
    expect(requests).toMatchObject([{ system: 'You brew.', tools: [TOOL] }]);
  });

  /** Returns the texts of the conversation that each call was sent, and the number of messages that were replaced. */
  async function conversationsOf(records: readonly object[]) {
    const accounts = await sessionRequests((await importRecords(records)).events);
    return accounts.map(({ request, before }) => [
      [...messagesBetween(request.conversation, 0, request.length)].map(textOf),
      before === undefined ? undefined : changesBetween(before, request).replaced,
    ]);
  }

  it.each([
    ['begin with the summary after a compaction', {}, []],
    [
      'have the summary and the messages that a compaction kept',
      { preservedSegment: { headUuid: 'u2', anchorUuid: 'u4', tailUuid: 'u2' } },
      ['Done.'],
    ],
  ])('of Claude Code %s', async (_, metadata, kept) => {
    const answeredBy = (number: number) => ({ id: `m${number}`, model: 'm', usage: {} });
    const record = (number: number, type: string, content: unknown, more: object = {}) => ({
      type,
      uuid: `u${number}`,
      parentUuid: `u${number - 1}`,
      sessionId: 's',
      timestamp: second(number),
      isSidechain: false,
      ...more,
      message: { role: type, content, ...(type === 'assistant' ? answeredBy(number) : undefined) },
    });
    expect(
      await conversationsOf([
        record(1, 'user', 'Brew.'),
        record(2, 'assistant', [{ type: 'text', text: 'Done.' }]),
        {
          ...record(3, 'system', ''),
          message: undefined,
          subtype: 'compact_boundary',
          compactMetadata: { preTokens: 9, ...metadata },
        },
        record(4, 'user', 'This session continues: tea was brewed.', { isCompactSummary: true }),
        record(5, 'user', 'Again.'),
        record(6, 'assistant', [{ type: 'text', text: 'Done again.' }]),
        record(7, 'user', 'Once more.'),
        record(8, 'assistant', [{ type: 'text', text: 'No.' }]),
      ]),
    ).toEqual([
      [['Brew.'], undefined],
      [['This session continues: tea was brewed.', ...kept, 'Again.'], 1],
      [['This session continues: tea was brewed.', ...kept, 'Again.', 'Done again.', 'Once more.'], undefined],
    ]);
  });

  it.each([{ firstKeptEntryIndex: 3 }, { firstKeptEntryId: 'e3' }])(
    'of pi have the messages that a compaction kept: %j',
    async (kept) => {
      const byId = 'firstKeptEntryId' in kept;
      const idOf = (number: number) => ({ id: `e${number}`, parentId: number === 1 ? null : `e${number - 1}` });
      const entry = (number: number, value: object) => ({
        ...(byId ? idOf(number) : undefined),
        timestamp: second(number),
        ...value,
      });
      const message = (number: number, role: string, content: string) =>
        entry(number, { type: 'message', message: { role, content: [{ type: 'text', text: content }], usage: {} } });
      expect(
        await conversationsOf([
          { type: 'session', id: 's', timestamp: second(0), cwd: '/home/ada', version: byId ? 3 : undefined },
          message(1, 'user', 'Brew.'),
          message(2, 'assistant', 'Done.'),
          message(3, 'user', 'Pour.'),
          message(4, 'assistant', 'Poured.'),
          entry(5, { type: 'compaction', summary: 'Tea was brewed.', tokensBefore: 9, ...kept }),
          message(6, 'user', 'Again.'),
          message(7, 'assistant', 'Done again.'),
        ]),
      ).toEqual([
        [['Brew.'], undefined],
        [['Brew.', 'Done.', 'Pour.'], undefined],
        [['Tea was brewed.', 'Pour.', 'Poured.', 'Again.'], 3],
      ]);
    },
  );

  it('of Codex have the summary and the messages that stay, and a prompt without a reply', async () => {
    expect(
      await conversationsOf([
        ...CODEX.slice(0, 5),
        message(6, 'user', 'Again.'),
        line(7, 'compacted', {
          message: 'Tea was brewed.',
          replacement_history: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Brew.' }] }],
        }),
        message(8, 'assistant', 'Done again.'),
      ]),
    ).toEqual([
      [['Brew.'], undefined],
      [['Brew.\n\nTea was brewed.', 'Again.'], 1],
    ]);
  });

  it('are unknown if a session has neither, and say so', async () => {
    const [request] = await ofRecords([
      trace(chat(1, [text('gen_ai.output.messages', JSON.stringify([say('assistant', 'Done.')]))])),
    ]);
    expect(request).toEqual({ kinds: [], problem: 'The session does not contain them.' });
  });

  it('are read from forged events without an exception', async () => {
    const base = { time: second(1), invocation: 'i', agent: 'a' };
    for (const sent of [null, 'x', 1, [], { system: 1 }, { tools: 'x' }, { tools: [1] }, { tools: {}, opening: [] }]) {
      const events = [
        { ...base, seq: 1, type: 'run_started', run: 'r', model: 'm', prompt: 'p', skills: [] },
        { ...base, seq: 2, type: 'llm_request', call: 1, tools: [], parent: 1, sent },
      ] as unknown as readonly SessionEvent[];
      expect((await requestsOf(events))[0]?.problem).toBe('The session does not contain them.');
    }
  });
});

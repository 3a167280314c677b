import { expect, it } from 'vitest';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import type { SessionEvent } from '../log/session-event.ts';

const ofType = (events: readonly SessionEvent[], type: SessionEvent['type']) =>
  events.filter((event) => event.type === type);

it('ATIF: embedded sub-agents belong to their calls, and the totals of all trajectories are reported', async () => {
  const { events, finished } = await importRecords([MADE_UP_SESSIONS.atif ?? '']);
  expect(finished).toMatchObject({ records: 10, used: 8, duplicate: 1, metadata: 1, steps: 4 });
  expect(finished.usage).toEqual(finished.reportedUsage);
  expect(finished.usage).toMatchObject({ inputTokens: 237, outputTokens: 16, costUsd: 1 });
  expect(ofType(events, 'run_started')).toMatchObject([{ prompt: 'Brew this.\n\n[image]', model: 'test/m' }]);
  // A result without the id of its call is that of all calls of the step.
  expect(ofType(events, 'tool_result')).toMatchObject([{ result: 'cup' }, { result: 'cup' }, { result: 'Two.' }]);
  const count = events.find((event) => event.type === 'tool_call' && event.tool === 'count');
  expect(events.find(({ agent, type }) => agent === 'counter' && type === 'llm_request')).toMatchObject({
    parent: count?.seq,
  });
  expect(ofType(events, 'note')).toMatchObject([{ message: 'The context was shortened.' }]);
});

it('ATIF: the reported total adds what the steps do not have', async () => {
  const { finished } = await importRecords([
    JSON.stringify({
      schema_version: 'ATIF-v1.4',
      session_id: 's',
      agent: { name: 'a', model_name: 'm' },
      steps: [
        { step_id: 1, source: 'user', message: 'Brew.' },
        { step_id: 2, source: 'agent', message: 'Done.', metrics: { prompt_tokens: 5, completion_tokens: 1 } },
        { step_id: 3, source: 'narrator' },
        'broken',
      ],
      final_metrics: { total_prompt_tokens: 9, total_completion_tokens: 1 },
    }),
  ]);
  expect(finished).toMatchObject({ records: 5, used: 3, raw: 1, broken: 1 });
  expect(finished.usage).toMatchObject({ inputTokens: 9, outputTokens: 1 });
});

it('ADK: calls without an id have the next result of their tool', async () => {
  const { events, finished } = await importRecords([MADE_UP_SESSIONS.adk ?? '']);
  expect(finished).toMatchObject({ records: 7, used: 4, duplicate: 1, metadata: 2, steps: 2 });
  expect(finished.usage).toEqual({ inputTokens: 50, outputTokens: 11, reasoningTokens: 4 });
  expect(ofType(events, 'tool_result')).toMatchObject([{ tool: 'load_skill', durationMs: 1000 }]);
  expect(ofType(events, 'skill_loaded')).toMatchObject([{ skill: 'brewer', by: 'tool' }]);
});

it('ADK: events in camel case, with an error of the model', async () => {
  const { events, finished } = await importRecords([
    JSON.stringify({
      id: 's',
      appName: 'tea',
      userId: 'ada',
      events: [
        { id: 'e1', author: 'user', timestamp: 1_767_607_200.5, content: { role: 'user', parts: [{ text: 'Brew.' }] } },
        {
          id: 'e2',
          author: 'main',
          timestamp: 1_767_607_201,
          usageMetadata: { promptTokenCount: 7 },
          content: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'count', args: { n: 1 } } }] },
        },
        {
          id: 'e3',
          author: 'main',
          timestamp: 1_767_607_202,
          content: {
            role: 'user',
            parts: [{ functionResponse: { id: 'c1', name: 'count', response: { error: 'No.' } } }],
          },
        },
        { id: 'e4', author: 'main', timestamp: 1_767_607_203, errorCode: 'MALFORMED', errorMessage: 'It failed.' },
      ],
    }),
  ]);
  expect(finished).toMatchObject({ records: 5, used: 4, metadata: 1, usage: { inputTokens: 7 } });
  expect(ofType(events, 'tool_result')).toMatchObject([{ id: 'c1', error_code: 'TOOL_ERROR', durationMs: 1000 }]);
  expect(ofType(events, 'run_finished')).toMatchObject([{ reason: 'model_error', error: 'It failed.' }]);
});

it('ADK: files of a skill are read, run and missed by its name', async () => {
  const call = (id: string, name: string, args: object) => ({
    id: `call-${id}`,
    author: 'main',
    timestamp: 1_767_607_201,
    content: { role: 'model', parts: [{ function_call: { id, name, args: { skill_name: 'brewer', ...args } } }] },
  });
  const result = (id: string, response: object) => ({
    id: `result-${id}`,
    author: 'main',
    timestamp: 1_767_607_202,
    content: { role: 'user', parts: [{ function_response: { id, name: 'x', response } }] },
  });
  const missing = { error: "Resource 'references/heat.md' not found.", error_code: 'RESOURCE_NOT_FOUND' };
  const { events } = await importRecords([
    JSON.stringify({
      id: 's',
      app_name: 'tea',
      events: [
        call('c1', 'load_skill', {}),
        result('c1', { skill_name: 'brewer', instructions: 'See references/heat.md.' }),
        call('c2', 'load_skill_resource', { path: 'references/leaves.md' }),
        result('c2', { content: 'Leaves.' }),
        call('c3', 'run_skill_script', { script_path: 'heat.py' }),
        result('c3', { stdout: '80' }),
        call('c4', 'load_skill_resource', { path: 'references/heat.md' }),
        result('c4', missing),
        call('c5', 'load_skill_resource', { path: 'references/leaves.md' }),
        result('c5', { error: 'It is locked.' }),
      ],
    }),
  ]);
  expect(ofType(events, 'tool_result')).toMatchObject([
    { read: { skill: 'brewer', path: 'SKILL.md' } },
    { read: { skill: 'brewer', path: 'references/leaves.md' } },
    { read: { skill: 'brewer', path: 'scripts/heat.py' }, ran: true },
    { miss: { skill: 'brewer', path: 'references/heat.md', kind: 'resource' }, error_code: 'FILE_NOT_FOUND' },
    { error_code: 'TOOL_ERROR' },
  ]);
});

it('ATIF: any number of steps of a sub-agent', async () => {
  const steps = Array.from({ length: 150_000 }, () => ({ source: 'system', message: '' }));
  const reference = [{ trajectory_id: 't2' }];
  const { finished } = await importRecords([
    JSON.stringify({
      schema_version: 'ATIF-v1.7',
      session_id: 's',
      agent: { name: 'main' },
      steps: [
        {
          source: 'agent',
          message: 'Go.',
          tool_calls: [{ tool_call_id: 'c1', function_name: 'task', arguments: {} }],
          observation: { results: [{ source_call_id: 'c1', content: 'Done.', subagent_trajectory_ref: reference }] },
        },
      ],
      subagent_trajectories: [{ trajectory_id: 't2', agent: { name: 'inner' }, steps }],
    }),
  ]);
  expect(finished.records).toBe(150_003);
});

it.each([
  ['a session without the name of its app', (events: object) => ({ id: 's', context: {}, events })],
  ['the list of events of a run', (events: object) => events],
])('ADK: %s', async (_, wrap) => {
  const event = (id: string, author: string, parts: object) => ({
    id,
    author,
    invocation_id: 'i',
    timestamp: 1_767_607_200,
    content: { role: author === 'user' ? 'user' : 'model', parts: [parts] },
  });
  const { events, finished } = await importRecords([
    JSON.stringify(
      wrap([
        event('e1', 'user', { text: 'Brew.' }),
        event('e2', 'main', { function_call: { name: 'count', args: {} } }),
        event('e3', 'main', { function_response: { name: 'count', response: { result: 2 } } }),
        event('e4', 'main', { text: 'Done.' }),
      ]),
      undefined,
      2,
    ),
  ]);
  expect(events[0]).toMatchObject({ prompt: 'Brew.', imported: { format: 'adk' } });
  expect(ofType(events, 'tool_result')).toMatchObject([{ tool: 'count' }]);
  expect(finished).toMatchObject({ used: 4, steps: 2 });
});

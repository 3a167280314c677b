import { describe, expect, it } from 'vitest';
import { MADE_UP_SESSIONS } from '../../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import type { SessionEvent } from '../log/session-event.ts';

const ofType = (events: readonly SessionEvent[], type: SessionEvent['type']) =>
  events.filter((event) => event.type === type);

describe("VS Code's chat sessions", () => {
  it('are rebuilt from the journal: a value that a later change replaced is a duplicate', async () => {
    const { events, finished } = await importRecords([MADE_UP_SESSIONS['vscode-chat'] ?? '']);
    expect(ofType(events, 'run_started')).toMatchObject([{ prompt: 'Brew.' }, { prompt: 'And the heat?' }]);
    expect(finished).toMatchObject({ records: 13, used: 6, duplicate: 4, metadata: 3, steps: 4 });
    expect(finished.usage).toEqual({ inputTokens: 90, outputTokens: 12 });
    expect(finished.reportedUsage).toEqual(finished.usage);
    expect(ofType(events, 'llm_response')).toMatchObject([
      { text: 'I load it.', reasoning: 'Tea?', finish: 'tool-calls' },
      { text: 'Done.' },
      { text: 'I look.' },
      { text: 'It is not there.' },
    ]);
    expect(ofType(events, 'tool_result')).toMatchObject([
      { result: '---\nname: brewer\ndescription: Brews.\n---\nText.', read: { skill: 'brewer', path: 'SKILL.md' } },
      { miss: { skill: 'brewer', path: 'references/heat.md' } },
    ]);
  });

  it('are read from one document, with the error messages of the client', async () => {
    const session = {
      version: 3,
      sessionId: 's1',
      responderUsername: 'Copilot',
      requests: [
        {
          requestId: 'r1',
          message: { text: 'Brew.' },
          timestamp: 1_767_607_200_000,
          isCanceled: true,
          response: [
            { kind: 'markdownContent', content: { value: 'I lo' } },
            {
              kind: 'toolInvocationSerialized',
              toolId: 'copilot_readFile',
              toolCallId: 'c1',
              isConfirmed: { type: 0 },
              invocationMessage: { uris: { 'file:///c%3A/tea/a%20b.md': {} } },
            },
          ],
          result: { errorDetails: { message: 'Canceled' }, promptTokens: 5, outputTokens: 2 },
        },
        { requestId: 'r2', message: 'Hello?', response: [] },
      ],
    };
    const { events, finished } = await importRecords([session]);
    expect(finished).toMatchObject({ records: 3, used: 2, metadata: 1, usage: { inputTokens: 5, outputTokens: 2 } });
    expect(ofType(events, 'tool_call')).toMatchObject([{ tool: 'read_file', args: { path: '/c:/tea/a b.md' } }]);
    expect(ofType(events, 'tool_result')).toMatchObject([{ denied: true, error_code: 'DENIED' }]);
    expect(ofType(events, 'note')).toMatchObject([{ message: 'Canceled' }]);
    expect(ofType(events, 'run_finished')[0]).toMatchObject({ reason: 'cancelled', error: 'Interrupted by the user.' });
  });

  it.each([true, false])('have the calls of sub-agents; with a list of model calls: %s', async (isListed) => {
    const part = (toolCallId: string, toolId: string, more: object = {}) => ({
      kind: 'toolInvocationSerialized',
      toolId,
      toolCallId,
      isComplete: true,
      pastTenseMessage: 'Read',
      ...more,
    });
    const inner = { subAgentInvocationId: 'p2' };
    const id = (value: string) => `${value}__vscode-1`;
    const toolCallRounds = [
      { response: 'I look.', toolCalls: [{ id: id('c1'), name: 'read_file', arguments: '{}' }] },
      { response: 'I ask.', toolCalls: [{ id: id('c2'), name: 'runSubagent', arguments: '{"prompt":"Heat?"}' }] },
      { response: 'Done.', toolCalls: [] },
    ];
    const results = { [id('c1')]: { content: [{ value: 'A' }] }, [id('c2')]: { content: [{ value: 'Hot.' }] } };
    const { events, finished } = await importRecords([
      { kind: 0, v: { sessionId: 's', requests: [{ requestId: 'r', message: { text: 'Brew.' }, response: [] }] } },
      { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'I look.' }, part('p1', 'copilot_readFile')] },
      { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'I ask.' }, part('p2', 'runSubagent')] },
      { kind: 2, k: ['requests', 0, 'response'], v: [part('p3', 'copilot_readFile', inner)] },
      { kind: 2, k: ['requests', 0, 'response'], v: [part('p4', 'copilot_listDirectory', inner), { value: 'Done.' }] },
      {
        kind: 1,
        k: ['requests', 0, 'result'],
        v: isListed ? { metadata: { toolCallRounds, toolCallResults: results } } : {},
      },
    ]);
    const starter = events.find((event) => event.type === 'tool_call' && event.tool === 'runSubagent');
    const request = events.find((event) => event.type === 'llm_request' && event.agent === 'runSubagent');
    expect(request).toMatchObject({ parent: starter?.seq });
    expect(events.filter(({ type, agent }) => type === 'tool_call' && agent === 'runSubagent')).toMatchObject([
      { id: 'p3', tool: 'read_file', parent: request?.seq },
      { id: 'p4', tool: 'list_directory', parent: request?.seq },
    ]);
    expect(ofType(events, 'tool_result')).toHaveLength(4);
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
    expect(finished).toMatchObject({ records: 6, used: 6, steps: 4 });
  });

  it('ignore a change outside of the session', async () => {
    const request = { requestId: 'r', message: { text: 'Brew.' }, response: [], result: {} };
    const { events, finished } = await importRecords([
      { kind: 0, v: { sessionId: 's', requests: [request] } },
      { kind: 1, k: ['requests', 0, 'result', '__proto__', 'polluted'], v: true },
      { kind: 1, k: ['requests', 0, 'result', 'constructor', 'prototype', 'polluted'], v: true },
      { kind: 1, k: ['requests', 9_000_000, 'message'], v: 'x' },
      { kind: 1, k: ['requests', 0, 'message', 'text'], v: 'Brew tea.' },
      { kind: 3, k: ['requests', 0, 'result'] },
      { kind: 9, v: 1 },
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(ofType(events, 'run_started')).toMatchObject([{ prompt: 'Brew tea.' }]);
    expect(finished).toMatchObject({ records: 7, used: 2, raw: 1 });
  });
});

describe("VS Code's debug logs", () => {
  it('are read in the order of time, with the text of a reply that was cut off', async () => {
    const { events, finished } = await importRecords([MADE_UP_SESSIONS['vscode-debug-log'] ?? '']);
    expect(finished).toMatchObject({ records: 8, used: 7, metadata: 1, steps: 2 });
    expect(finished.usage).toEqual({ inputTokens: 220, outputTokens: 15, cacheReadTokens: 40 });
    expect(ofType(events, 'llm_response')).toMatchObject([{ text: 'I load it.' }, { text: 'No' }]);
    expect(ofType(events, 'tool_result')).toMatchObject([
      { read: { skill: 'brewer', path: 'SKILL.md' }, durationMs: 500 },
      { miss: { skill: 'brewer', path: 'references/heat.md' } },
    ]);
  });
});

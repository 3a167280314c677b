import { expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';
import { prettySession } from '../../cli/pretty-session.ts';

const FOLDER = '/home/ada/.copilot/skills/brewer';
const SKILL = '---\nname: brewer\ndescription: Brews tea.\n---\n\nFollow the brewing guide.\n';

it.each(['before', 'after'])('keeps the text of a skill that comes %s the result of the tool', async (order) => {
  let count = 0;
  const event = (type: string, data: object) => ({
    type,
    data,
    id: `e${++count}`,
    parentId: null,
    timestamp: `2026-01-05T10:00:0${count}.000Z`,
  });
  const call = (toolCallId: string, name: string, args: object) =>
    event('assistant.message', { messageId: `m${toolCallId}`, toolRequests: [{ toolCallId, name, arguments: args }] });
  const invoked = event('skill.invoked', { name: 'brewer', path: `${FOLDER}/SKILL.md`, content: SKILL });
  const content = 'Skill "brewer" loaded. Follow the instructions.';
  const completed = event('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content } });
  const { events, summary } = await importRecords([
    event('session.start', { sessionId: 's', context: { cwd: '/home/ada/tea' } }),
    event('user.message', { content: 'Brew.' }),
    call('c1', 'skill', { skill: 'brewer' }),
    ...(order === 'before' ? [invoked, completed] : [completed, invoked]),
    call('c2', 'view', { path: `${FOLDER}/references/brewing_guide.md` }),
    event('tool.execution_complete', { toolCallId: 'c2', success: false, error: { message: 'Path does not exist' } }),
  ]);
  expect(summary.skills).toEqual([{ skill: 'brewer', by: ['tool'] }]);
  const missed = events.find((one) => one.type === 'tool_result' && one.miss !== undefined);
  expect(missed?.cause?.recorded).toMatchObject({ line: 6, text: 'the brewing guide' });
});

it('reads events without ids of earlier ones, texts as results, and messages after their calls', async () => {
  const { events, finished } = await importRecords([
    { type: 'user.message', data: { content: 'Brew.' } },
    { type: 'tool.execution_start', data: { toolCallId: 'c1', toolName: 'boil', arguments: { cups: 2 } } },
    { type: 'tool.execution_complete', data: { toolCallId: 'c1', success: true, result: 'hot' } },
    {
      type: 'assistant.message',
      data: {
        messageId: 'm1',
        content: 'Done.',
        outputTokens: 5,
        toolRequests: [{ toolCallId: 'c1', toolName: 'boil', arguments: { cups: 2 } }],
      },
    },
    { type: 'assistant.usage', data: { model: 'm', inputTokens: 30, outputTokens: 5, cacheReadTokens: 10 } },
  ]);
  expect(events.filter(({ type }) => type === 'tool_call')).toMatchObject([{ tool: 'boil', args: { cups: 2 } }]);
  expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ result: 'hot' });
  expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
  expect(finished.usage).toEqual({ inputTokens: 30, outputTokens: 5, cacheReadTokens: 10 });
});

it('reads the output of copilot -p, whose end states no tokens in', async () => {
  const event = (type: string, data: object) => ({ type, data, id: type, parentId: null });
  const { events, finished, summary } = await importRecords([
    event('session.tools_updated', { model: 'm' }),
    event('user.message', { content: 'Brew.' }),
    event('assistant.message', { messageId: 'm1', content: 'Done.', outputTokens: 12, toolRequests: [] }),
    {
      type: 'result',
      timestamp: '2026-04-02T08:00:12.000Z',
      sessionId: 'c0ffee00',
      exitCode: 0,
      usage: { premiumRequests: 1 },
    },
  ]);
  expect(finished).toMatchObject({ raw: 0, usage: { outputTokens: 12 } });
  expect(events[0]).toMatchObject({ run: 'copilot-cli-c0ffee00', model: 'copilot/m' });
  expect(prettySession(summary, finished)).toContain('tokens: unknown in, 12 out');
});

it.each([
  [{ producer: 'vscode-copilot-chat' }, 'vscode-transcript'],
  [{ producer: 'VS Code' }, 'vscode-transcript'],
  [{ producer: 'copilot-agent', vscodeVersion: '1.145.1' }, 'vscode-transcript'],
  [{ producer: 'copilot-agent', copilotVersion: '1.0.65' }, 'copilot-cli'],
  [{ producer: '[redacted]' }, 'copilot-cli'],
  [{}, 'copilot-cli'],
])('is called by its producer: %j', async (data, format) => {
  const event = (type: string, more: object) => ({ type, data: more, id: type, parentId: null });
  const path = `${FOLDER}/references/leaves.md`;
  const { events, summary } = await importRecords([
    event('session.start', { sessionId: 's', ...data }),
    event('user.message', { content: 'Brew.' }),
    event('skill.invoked', { name: 'brewer', path: `${FOLDER}/SKILL.md`, content: SKILL }),
    event('assistant.message', {
      messageId: 'm1',
      toolRequests: [{ toolCallId: 'c1', name: 'view', arguments: { path } }],
    }),
    event('tool.execution_complete', { toolCallId: 'c1', success: true }),
  ]);
  expect(events[0]).toMatchObject({
    imported: { format, client: format.startsWith('vscode') ? 'vscode' : 'copilot-cli' },
  });
  // Neither format says what the file contains.
  expect([...summary.filesRead, ...summary.requested]).toEqual(['brewer/references/leaves.md']);
  expect(summary.filesRead.size).toBe(0);
});

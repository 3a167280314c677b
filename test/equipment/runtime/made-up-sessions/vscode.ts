/** Made-up sessions of VS Code. */
import { lines, millis } from './lines.ts';

const request = (id: string, text: string, second: number) => ({
  requestId: id,
  message: { text, parts: [] },
  timestamp: millis(second),
  modelId: 'copilot/m',
  response: [],
});
const set = (path: readonly (string | number)[], value: unknown) => ({ kind: 1, k: path, v: value });
const push = (path: readonly (string | number)[], values: readonly unknown[], index?: number) => ({
  kind: 2,
  k: path,
  v: values,
  i: index,
});
const tree = (...texts: readonly string[]) => ({
  node: { type: 1, children: texts.map((text) => ({ type: 2, text, lineBreakBefore: true })) },
});
const SKILL = ['---', 'name: brewer', 'description: Brews.', '---', 'Text.'];
const line = (type: string, second: number, name: string, attrs: object, more: object = {}) => ({
  ts: millis(second),
  dur: 500,
  sid: 'log-1',
  type,
  name,
  spanId: `s${second}`,
  status: 'ok',
  attrs,
  ...more,
});

export const VSCODE_SESSIONS = {
  'vscode-chat': lines(
    { kind: 0, v: { version: 3, sessionId: 'chat-1', creationDate: millis(0), requests: [], inputState: {} } },
    set(['customTitle'], 'Tea'),
    push(['requests'], [request('r1', 'Brew.', 1)]),
    push(['requests', 0, 'response'], [{ kind: 'thinking', value: 'Tea?' }, { value: 'I load' }]),
    push(['requests', 0, 'response'], [{ value: 'I load it.' }], 1),
    set(['requests', 0, 'promptTokens'], 50),
    set(['requests', 0, 'promptTokens'], 90),
    set(['requests', 0, 'completionTokens'], 12),
    set(['requests', 0, 'result'], {
      metadata: {
        toolCallRounds: [
          {
            id: 'x1',
            response: 'I load it.',
            timestamp: millis(2),
            thinking: { text: 'Tea?' },
            toolCalls: [{ id: 'c1', name: 'read_file', arguments: '{"filePath":"/home/ada/brewer/SKILL.md"}' }],
          },
          { id: 'x2', response: 'Done.', timestamp: millis(4), toolCalls: [] },
        ],
        toolCallResults: { c1: { content: [{ value: tree(...SKILL) }] } },
      },
    }),
    push(['requests'], [request('r2', 'And the heat?', 6)]),
    push(
      ['requests', 1, 'response'],
      [
        { value: 'I look.' },
        {
          kind: 'toolInvocationSerialized',
          toolId: 'run_in_terminal',
          toolCallId: 'c2',
          isComplete: true,
          toolSpecificData: {
            kind: 'terminal',
            commandLine: { original: 'cat /home/ada/brewer/references/heat.md' },
            terminalCommandOutput: { text: 'cat: /home/ada/brewer/references/heat.md: No such file or directory' },
            terminalCommandState: { exitCode: 1 },
          },
        },
        { value: 'It is not there.' },
      ],
    ),
    push(['requests'], [request('r3', 'Never mind.', 8)]),
    push(['requests'], [], 2),
  ),
  'vscode-debug-log': lines(
    line('discovery', 0, 'Load Skills', { details: 'Resolved 1 skills' }),
    line('user_message', 1, 'user_message', { content: 'Brew.' }),
    line('tool_call', 4, 'read_file', { args: '{"filePath":"/home/ada/brewer/SKILL.md"}', result: SKILL.join('\n') }),
    line('llm_request', 2, 'chat:m', { model: 'm', inputTokens: 100, outputTokens: 10, cachedTokens: 40 }),
    line('agent_response', 3, 'agent_response', {
      response: JSON.stringify([
        {
          role: 'assistant',
          parts: [
            { type: 'text', content: 'I load it.' },
            { type: 'tool_call', name: 'read_file' },
          ],
        },
      ]),
    }),
    line(
      'tool_call',
      5,
      'read_file',
      { args: '{"filePath":"/home/ada/brewer/references/heat.md"}', result: '', error: 'ENOENT: no such file' },
      { status: 'error' },
    ),
    line('llm_request', 6, 'chat:m', { model: 'm', inputTokens: 120, outputTokens: 5 }),
    line('agent_response', 7, 'agent_response', {
      response: '[{"role":"assistant","parts":[{"type":"text","content":"No',
    }),
  ),
};

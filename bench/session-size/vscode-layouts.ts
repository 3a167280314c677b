import type { Layout } from './layout.ts';

/** Chats and debug logs of VS Code. */
export const VSCODE_LAYOUTS = {
  'vscode-debug-log': {
    start: `${JSON.stringify({ ts: Date.UTC(2026, 0, 5), dur: 0, sid: 'large', type: 'session_start', name: 'session_start', spanId: 's0', status: 'ok', attrs: {} })}\n`,
    separator: '\n',
    turn({ number, prompt, file, result, time }) {
      const line = (offset: number, type: string, name: string, attrs: object): string =>
        JSON.stringify({
          ts: time + offset,
          dur: 5,
          sid: 'large',
          type,
          name,
          spanId: `${type}-${number}`,
          status: 'ok',
          attrs,
        });
      const tokens = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
      return [
        ...(prompt === undefined ? [] : [line(0, 'user_message', 'user_message', { content: prompt })]),
        line(1, 'llm_request', 'chat:m', { model: 'm', ...tokens }),
        line(10, 'tool_call', 'read_file', { args: JSON.stringify({ filePath: file }), result }),
      ].join('\n');
    },
  },
  'vscode-chat-lines': {
    start: '{"kind":0,"v":{"version":3,"sessionId":"large","requests":[]}}\n',
    separator: '\n',
    turn(turn) {
      const { result, ...request } = JSON.parse(VSCODE_LAYOUTS['vscode-chat'].turn(turn)) as Record<string, unknown>;
      return [
        { kind: 2, k: ['requests'], v: [request] },
        { kind: 2, k: ['requests', turn.number - 1, 'response'], v: [{ value: 'I look.' }] },
        { kind: 1, k: ['requests', turn.number - 1, 'result'], v: result },
      ]
        .map((change) => JSON.stringify(change))
        .join('\n');
    },
  },
  'vscode-chat': {
    start: '{"version":3,"sessionId":"large","requests":[',
    separator: ',',
    turn({ number, file, result, time }) {
      const call = { id: `c${number}`, name: 'read_file', arguments: JSON.stringify({ filePath: file }) };
      const content = [{ value: { node: { type: 1, children: [{ type: 2, text: result }] } } }];
      return JSON.stringify({
        requestId: `r${number}`,
        message: { text: `Brew pot ${number}.` },
        timestamp: time,
        modelId: 'copilot/m',
        response: [],
        promptTokens: 10,
        completionTokens: 5,
        result: {
          metadata: {
            toolCallRounds: [{ id: `x${number}`, response: 'I look.', timestamp: time, toolCalls: [call] }],
            toolCallResults: { [`c${number}`]: { content } },
          },
        },
      });
    },
    end: ']}',
  },
} as const satisfies Record<string, Layout>;

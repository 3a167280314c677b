import type { Layout } from './layout.ts';

/** Rollouts of Codex. */
export const CODEX = {
  start: `${['session_meta', 'turn_context'].map((type) => JSON.stringify({ timestamp: '2026-01-05T00:00:00.000Z', type, payload: { id: 'large', cwd: '/home/ada', cli_version: '0.146.0', model: 'gpt-test' } })).join('\n')}\n`,
  separator: '\n',
  turn({ number, prompt, file, result, time }) {
    const line = (offset: number, type: string, payload: object): string =>
      JSON.stringify({ timestamp: new Date(time + offset).toISOString(), type, payload });
    const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] };
    const args = JSON.stringify({ command: ['cat', file] });
    const usage = (count: number) => ({ input_tokens: 10 * count, cached_input_tokens: 0, output_tokens: 5 * count });
    const info = { total_token_usage: usage(number), last_token_usage: usage(1) };
    const call = { call_id: `c${number}` };
    return [
      ...(prompt === undefined ? [] : [line(0, 'response_item', message)]),
      line(1, 'response_item', { type: 'function_call', name: 'shell', arguments: args, ...call }),
      line(2, 'response_item', { type: 'function_call_output', ...call, output: result }),
      line(3, 'event_msg', { type: 'token_count', info }),
    ].join('\n');
  },
} as const satisfies Layout;

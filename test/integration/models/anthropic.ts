import { type Format, json, objectsWith, splitInHalf, sse, TOKENS, valuesOf } from './format.ts';

const frame = (data: { readonly type: string } & Record<string, unknown>): string => sse(data, data.type);

/** Anthropic's Messages API. */
export const anthropic: Format = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  path: /^\/v1\/messages$/,
  key: ['x-api-key', (key) => key],
  frames: ({ reasoning, text, calls = [], end }, n) => {
    const blocks: { readonly begin: object; readonly deltas: readonly object[] }[] = [];
    if (reasoning !== undefined)
      blocks.push({
        begin: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...splitInHalf(reasoning.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: reasoning.signature },
        ],
      });
    if (text !== undefined)
      blocks.push({
        begin: { type: 'text', text: '' },
        deltas: splitInHalf(text).map((half) => ({ type: 'text_delta', text: half })),
      });
    calls.forEach(([name, args], index) => {
      blocks.push({
        begin: { type: 'tool_use', id: `toolu_${n}_${index}`, name, input: {} },
        deltas: splitInHalf(json(args)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      });
    });
    const stop =
      end === 'length' ? 'max_tokens' : end === 'refused' ? 'refusal' : calls.length > 0 ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: TOKENS.input - TOKENS.cached, cache_read_input_tokens: TOKENS.cached };
    const message = { id: `msg_${n}`, type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null };
    return [
      frame({ type: 'message_start', message: { ...message, usage: { ...usage, output_tokens: 1 } } }),
      frame({ type: 'ping' }),
      ...blocks.flatMap(({ begin, deltas }, index) => [
        frame({ type: 'content_block_start', index, content_block: begin }),
        ...deltas.map((delta) => frame({ type: 'content_block_delta', index, delta })),
        frame({ type: 'content_block_stop', index }),
      ]),
      frame({
        type: 'message_delta',
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: TOKENS.output, output_tokens_details: { thinking_tokens: TOKENS.reasoning } },
      }),
      frame({ type: 'message_stop' }),
    ];
  },
  tooLong: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  },
  broken: frame({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  parseRequest: (body) => {
    const {
      tools = [],
      system,
      messages,
    } = body as Record<'system' | 'messages', unknown> & { tools?: { name: string }[] };
    return {
      tools: tools.map(({ name }) => name),
      system: JSON.stringify(system),
      calls: objectsWith(messages, 'type', 'tool_use').map(({ id }) => String(id)),
      results: objectsWith(messages, 'type', 'tool_result').map(({ tool_use_id }) => String(tool_use_id)),
      files: valuesOf(messages, 'media_type').map(String),
      signatures: valuesOf(messages, 'signature').map(String),
    };
  },
};

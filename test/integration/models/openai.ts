import { type Format, json, objectsWith, splitInHalf, sse, TOKENS, valuesOf } from './format.ts';

const frame = (data: { readonly type: string } & Record<string, unknown>): string => sse(data, data.type);

/** OpenAI's Responses API. */
export const openai: Format = {
  provider: 'openai',
  model: 'gpt-5-mini',
  lacks: { refusalReason: true },
  path: /^\/v1\/responses$/,
  key: ['authorization', (key) => `Bearer ${key}`],
  frames: ({ reasoning, text, calls = [], end }, n) => {
    const items: ((output_index: number) => readonly string[])[] = [];
    if (reasoning !== undefined) {
      const item = { type: 'reasoning', id: `rs_${n}`, summary: [] };
      const at = { item_id: item.id, summary_index: 0 };
      items.push((output_index) => [
        frame({ type: 'response.output_item.added', output_index, item: { ...item, encrypted_content: null } }),
        frame({ type: 'response.reasoning_summary_part.added', output_index, ...at }),
        ...splitInHalf(reasoning.text).map((delta) =>
          frame({ type: 'response.reasoning_summary_text.delta', output_index, ...at, delta }),
        ),
        frame({ type: 'response.reasoning_summary_part.done', output_index, ...at }),
        frame({
          type: 'response.output_item.done',
          output_index,
          item: {
            ...item,
            summary: [{ type: 'summary_text', text: reasoning.text }],
            encrypted_content: reasoning.signature,
          },
        }),
      ]);
    }
    if (text !== undefined) {
      const item = { type: 'message', id: `msg_${n}`, role: 'assistant', status: 'in_progress', content: [] };
      const kind = end === 'refused' ? 'refusal' : 'output_text';
      items.push((output_index) => [
        frame({ type: 'response.output_item.added', output_index, item }),
        ...splitInHalf(text).map((delta) =>
          frame({ type: `response.${kind}.delta`, item_id: item.id, output_index, content_index: 0, delta }),
        ),
        ...(end === 'refused'
          ? [frame({ type: 'response.refusal.done', item_id: item.id, output_index, content_index: 0, refusal: text })]
          : []),
        frame({ type: 'response.output_item.done', output_index, item: { ...item, status: 'completed' } }),
      ]);
    }
    calls.forEach(([name, args], index) => {
      const item = { type: 'function_call', id: `fc_${n}_${index}`, call_id: `call_${n}_${index}`, name };
      items.push((output_index) => [
        frame({ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } }),
        ...splitInHalf(json(args)).map((delta) =>
          frame({ type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta }),
        ),
        frame({
          type: 'response.output_item.done',
          output_index,
          item: { ...item, arguments: json(args), status: 'completed' },
        }),
      ]);
    });
    const response = { id: `resp_${n}`, created_at: 1, model: 'm' };
    const usage = {
      input_tokens: TOKENS.input,
      input_tokens_details: { cached_tokens: TOKENS.cached },
      output_tokens: TOKENS.output,
      output_tokens_details: { reasoning_tokens: TOKENS.reasoning },
    };
    const cut = end === 'length';
    return [
      frame({ type: 'response.created', response }),
      ...items.flatMap((item, index) => item(index)),
      frame({
        type: cut ? 'response.incomplete' : 'response.completed',
        response: { ...response, usage, incomplete_details: cut ? { reason: 'max_output_tokens' } : undefined },
      }),
    ];
  },
  tooLong: {
    status: 400,
    body: {
      error: {
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    },
  },
  broken: frame({
    type: 'error',
    sequence_number: 3,
    error: { type: 'server_error', code: 'server_error', message: 'The server is overloaded.', param: null },
  }),
  parseRequest: (body) => {
    const { tools = [], input } = body as { tools?: { name: string }[]; input: unknown };
    return {
      tools: tools.map(({ name }) => name),
      system: JSON.stringify(
        objectsWith(input, 'role').filter(({ role }) => role === 'system' || role === 'developer'),
      ),
      calls: objectsWith(input, 'type', 'function_call').map(({ call_id }) => String(call_id)),
      results: objectsWith(input, 'type', 'function_call_output').map(({ call_id }) => String(call_id)),
      files: valuesOf(input, 'image_url').map((url) => /^data:([^;]+)/.exec(String(url))?.[1] ?? ''),
      signatures: valuesOf(input, 'encrypted_content').map(String),
    };
  },
};

import { type Format, json, objectsWith, splitInHalf, sse, TOKENS, valuesOf } from './format.ts';

/** OpenAI's chat completions, as implemented by many endpoints. Reasoning is plain text and is sent back as such. */
export const openaiCompatible: Format = {
  provider: 'openai-compatible',
  model: 'small',
  lacks: { signatures: true, prices: true, retryableErrors: true },
  path: /^\/v1\/chat\/completions$/,
  key: ['authorization', (key) => `Bearer ${key}`],
  frames: ({ reasoning, text, calls = [], end }, n) => {
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      sse({
        id: `r${n}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason }],
      });
    const finish =
      end === 'length' ? 'length' : end === 'refused' ? 'content_filter' : calls.length > 0 ? 'tool_calls' : 'stop';
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(reasoning === undefined ? [] : splitInHalf(reasoning.text).map((half) => chunk({ reasoning_content: half }))),
      ...(text === undefined ? [] : splitInHalf(text).map((content) => chunk({ content }))),
      ...calls.flatMap(([name, args], index) =>
        splitInHalf(json(args)).map((half, part) =>
          chunk({
            tool_calls: [
              part === 0
                ? { index, id: `call_${n}_${index}`, type: 'function', function: { name, arguments: half } }
                : { index, function: { arguments: half } },
            ],
          }),
        ),
      ),
      chunk({}, finish),
      sse({
        id: `r${n}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [],
        usage: {
          prompt_tokens: TOKENS.input,
          prompt_tokens_details: { cached_tokens: TOKENS.cached },
          completion_tokens: TOKENS.output,
          completion_tokens_details: { reasoning_tokens: TOKENS.reasoning },
          total_tokens: TOKENS.input + TOKENS.output,
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
  tooLong: {
    status: 400,
    body: {
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  },
  broken: sse({ error: { message: 'The server is overloaded.', type: 'server_error', code: null } }),
  parseRequest: (body) => {
    const { tools = [], messages } = body as { tools?: { function: { name: string } }[]; messages: { role: string }[] };
    return {
      tools: tools.map((tool) => tool.function.name),
      system: JSON.stringify(messages.filter(({ role }) => role === 'system')),
      calls: valuesOf(messages, 'tool_calls')
        .flatMap((calls) => calls as { id: string }[])
        .map(({ id }) => id),
      results: objectsWith(messages, 'role', 'tool').map(({ tool_call_id }) => String(tool_call_id)),
      files: valuesOf(messages, 'url').map((url) => /^data:([^;]+)/.exec(String(url))?.[1] ?? ''),
      signatures: valuesOf(messages, 'reasoning_content').map(String),
    };
  },
};

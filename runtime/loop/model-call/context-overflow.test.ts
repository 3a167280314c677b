import { APICallError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { isContextOverflow } from './context-overflow.ts';
import { describeError } from './model-retry.ts';

test.each([
  ['OpenAI, Responses', 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
  [
    'OpenAI, chat',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
  ],
  ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum'],
  ['Anthropic, with the answer', 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'],
  ['Google', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  [
    'LM Studio (1)',
    'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
  ],
  [
    'LM Studio (2)',
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10247 >= n_ctx: 4096).',
  ],
  ['LM Studio (3)', 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)'],
  [
    'llama.cpp',
    'the request exceeds the available context size. try increasing the context size or enable context shift',
  ],
  ['Ollama', 'the input length exceeds the context length'],
  ['xAI', "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
  ['Groq', 'Please reduce the length of the messages or completion.'],
])('recognizes the message of %s', (_, message) => {
  expect(isContextOverflow(message)).toBe(true);
});

test.each([
  'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000.',
  'This request would exceed your organization’s rate limit of 40,000 input tokens per minute.',
  'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for this model',
  'The model is overloaded.',
  'You exceeded your current quota, please check your plan and billing details.',
])('does not match another error: %s', (message) => {
  expect(isContextOverflow(message)).toBe(false);
});

test('recognizes a full context by the code in the body when the message does not say so', () => {
  const error = new APICallError({
    message: 'Bad Request',
    url: 'https://models.example/v1',
    requestBodyValues: {},
    statusCode: 400,
    responseBody: '{"error":{"message":"Bad Request","code":"context_length_exceeded"}}',
  });
  expect(describeError(error)).toMatch(/^The conversation no longer fits the model's context window: 400 Bad Request/);
});

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test, vi } from 'vitest';
import { usageOf } from '../prices/usage.ts';
import { openAiCompatibleModel } from '../providers/openai-compatible.ts';
import { withSanitizedChunks } from './sanitize-stream.ts';

type Chunk = Readonly<Record<string, unknown>>;

const delta = (delta: unknown, more: Chunk = {}): Chunk => ({ id: 'r', choices: [{ index: 0, delta, ...more }] });
const STOP = delta({}, { finish_reason: 'stop' });
const CALLS = delta({}, { finish_reason: 'tool_calls' });
const HELLO = delta({ role: 'assistant', content: 'Hello' });

/** Returns the parts that the provider's package reads from these chunks. */
async function read(chunks: readonly Chunk[]) {
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  try {
    const model = openAiCompatibleModel('x', { modelId: 'm', baseUrl: 'http://127.0.0.1:1' });
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] });
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) parts.push(part);
    const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('');
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [[part.toolName, part.input]] : []));
    const finish = parts.find((part) => part.type === 'finish');
    const error = parts.find((part) => part.type === 'error')?.error;
    return { text, calls, error, usage: usageOf(finish?.usage), finish: finish?.finishReason.unified };
  } finally {
    vi.unstubAllGlobals();
  }
}

test.each<[string, unknown, object]>([
  ['null', null, {}],
  ['an empty object', {}, {}],
  ['a word', 'unknown', {}],
  ['numeric strings', { prompt_tokens: '12', completion_tokens: '3' }, { inputTokens: 12, outputTokens: 3 }],
  ['text instead of a number', { prompt_tokens: 'n/a', completion_tokens: 3 }, { outputTokens: 3 }],
  ['one figure only', { prompt_tokens: 12 }, { inputTokens: 12 }],
  ['an empty string, which is not zero', { prompt_tokens: '', completion_tokens: '0' }, { outputTokens: 0 }],
  [
    'details of another type',
    { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: [], completion_tokens_details: 'none' },
    { inputTokens: 12, outputTokens: 3 },
  ],
  [
    'details as strings',
    {
      prompt_tokens: 12,
      prompt_tokens_details: { cached_tokens: '4' },
      completion_tokens_details: { reasoning_tokens: {} },
    },
    { inputTokens: 12, cacheReadTokens: 4 },
  ],
])('usage that is %s has its known figures and never causes an error', async (_, usage, expected) => {
  const answer = await read([HELLO, STOP, { id: 'r', choices: [], usage }]);
  expect(answer).toEqual({ text: 'Hello', calls: [], error: undefined, usage: expected, finish: 'stop' });
});

test.each<[string, readonly Chunk[]]>([
  ['usage without choices', [HELLO, STOP, { id: 'r', usage: { prompt_tokens: 1 } }]],
  ['choices that are null', [HELLO, STOP, { id: 'r', choices: null }]],
  ['a choice that is null', [{ id: 'r', choices: [null] }, HELLO, STOP]],
  [
    'an error that is null',
    [
      { ...HELLO, error: null },
      { ...STOP, error: null },
    ],
  ],
  ['an unknown role', [delta({ role: 'model', content: 'Hello' }), STOP]],
  ['ids and times of other types', [{ ...HELLO, id: 7, created: '1700000000', model: { name: 'm' } }, STOP]],
  ['no delta, or one of another type', [delta('none'), { id: 'r', choices: [{ index: 0 }] }, HELLO, STOP]],
  ['reasoning of another type', [delta({ reasoning: { text: 'x' }, reasoning_content: [], content: 'Hello' }), STOP]],
  ['calls that are not a list', [delta({ content: 'Hello', tool_calls: {} }), STOP]],
  [
    'text that is an object or a boolean',
    [delta({ content: { type: 'text' } }), delta({ content: false }), HELLO, STOP],
  ],
  ['text that is a list', [delta({ content: [{ type: 'text' }] }), HELLO, STOP]],
  ['a finish reason of another type', [delta({ content: 'Hello' }, { finish_reason: false }), STOP]],
])('an answer with %s is read', async (_, chunks) => {
  const { text, calls, error, finish } = await read(chunks);
  expect({ text, calls, error, finish }).toEqual({ text: 'Hello', calls: [], error: undefined, finish: 'stop' });
});

test('converts text that a proxy parsed as a number', async () => {
  const { text, error } = await read([delta({ content: 'It is ' }), delta({ content: 5 }), STOP]);
  expect({ text, error }).toEqual({ text: 'It is 5', error: undefined });
});

const call = (call: object): Chunk => delta({ tool_calls: [call] });

test.each<[string, readonly Chunk[]]>([
  [
    'indexes as strings',
    [
      call({ index: '0', id: 'c', function: { name: 'a', arguments: '{"x"' } }),
      call({ index: '0', function: { arguments: ':1}' } }),
    ],
  ],
  [
    'no indexes',
    [call({ id: 'c', function: { name: 'a', arguments: '{"x"' } }), call({ function: { arguments: ':1}' } })],
  ],
  ['arguments that are an object', [call({ index: 0, id: 'c', function: { name: 'a', arguments: { x: 1 } } })]],
  [
    'arguments that start as an empty object',
    [
      call({ index: 0, id: 'c', function: { name: 'a', arguments: {} } }),
      call({ index: 0, function: { arguments: '{"x":1}' } }),
    ],
  ],
  [
    'a numeric id, a piece without a function',
    [
      call({ index: 0, id: 5, function: { name: 'a', arguments: '{"x":1}' } }),
      call({ index: 0, function: null }),
      call({ index: 0 }),
    ],
  ],
  [
    'a call that is null',
    [delta({ tool_calls: [null, { index: 0, id: 'c', function: { name: 'a', arguments: '{"x":1}' } }] })],
  ],
  [
    'a piece of arguments that a proxy parsed as a number',
    [
      call({ index: 0, id: 'c', function: { name: 'a', arguments: '{"x":' } }),
      call({ index: 0, function: { arguments: 1 } }),
      call({ index: 0, function: { arguments: '}' } }),
    ],
  ],
  ...[
    { extra_content: 'x' },
    { extra_content: { google: 4 } },
    { extra_content: { google: { thought_signature: 4 } } },
  ].map((more): [string, readonly Chunk[]] => [
    JSON.stringify(more),
    [call({ index: 0, id: 'c', function: { name: 'a', arguments: '{"x":1}' }, ...more })],
  ]),
])('calls with %s are read', async (_, chunks) => {
  const { calls, error, finish } = await read([...chunks, CALLS]);
  expect({ calls, error, finish }).toEqual({ calls: [['a', '{"x":1}']], error: undefined, finish: 'tool-calls' });
});

// With an empty input the call would run without arguments.
test.each([[5], [0], [true], [false], [['x']], [[]], [[{ x: 1 }]]])('keeps arguments that are %j', async (given) => {
  const { calls, error } = await read([call({ index: 0, id: 'c', function: { name: 'a', arguments: given } }), CALLS]);
  expect({ calls, error }).toEqual({ calls: [['a', JSON.stringify(given)]], error: undefined });
});

test('passes errors and other data unchanged', async () => {
  expect((await read([HELLO, { error: { message: 'It broke.' } }])).error).toMatchObject({ message: 'It broke.' });
  expect((await read([{ type: 'message_start', message: {} }])).error).toBeDefined();
});

test('passes a response that is not a stream unchanged', () => {
  const response = Response.json({ tool_calls: [] });
  expect(withSanitizedChunks(response)).toBe(response);
});

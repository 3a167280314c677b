import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { readWrittenArguments } from '../../text/written-arguments.ts';
import { openAiCompatibleModel } from '../providers/openai-compatible.ts';
import { UNNAMED_CALL } from './call-pieces.ts';

type Delta = { index?: number; id?: string; function?: { name?: string | null; arguments?: string | object | null } };

const frame = (calls: readonly Delta[]): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n`;

/** Returns the parts that the provider's package reads from an answer sent in chunks of `size` bytes. */
async function read(frames: readonly string[], size: number): Promise<readonly LanguageModelV4StreamPart[]> {
  const bytes = new TextEncoder().encode(frames.join(''));
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.slice(n * size, (n + 1) * size),
  );
  const before = globalThis.fetch;
  globalThis.fetch = async () =>
    new Response(ReadableStream.from(pieces), { headers: { 'content-type': 'text/event-stream' } });
  try {
    const model = openAiCompatibleModel('x', { modelId: 'm', baseUrl: 'http://127.0.0.1:1' });
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] });
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) parts.push(part);
    return parts;
  } finally {
    globalThis.fetch = before;
  }
}

async function calls(frames: readonly string[], size: number): Promise<readonly (readonly [string, string])[]> {
  return (await read(frames, size)).flatMap((part) => {
    if (part.type === 'error') throw part.error;
    return part.type === 'tool-call' ? [[part.toolName, part.input] as const] : [];
  });
}

/** Returns the finish reason, or `error` if any part is one. */
async function finishOf(frames: readonly string[]): Promise<string | undefined> {
  const parts = await read(frames, 100_000);
  if (parts.some(({ type }) => type === 'error')) return 'error';
  return parts.find((part) => part.type === 'finish')?.finishReason.unified;
}

const END = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}\n\n`;
const DONE = `${END}data: [DONE]\n\n`;
const call = (index: number, name: string | null | undefined, args: string): Delta => ({
  index,
  id: `c${index}`,
  function: defined({ name, arguments: args }),
});

test.each<[string, readonly string[], readonly (readonly [string, string])[]]>([
  [
    'blank names',
    [frame([call(0, '', '{}'), call(1, 'b', '{"ü":1}')]), DONE],
    [
      [UNNAMED_CALL, '{}'],
      ['b', '{"ü":1}'],
    ],
  ],
  [
    'no names and no [DONE]',
    [frame([call(0, undefined, '{}')]), frame([call(1, 'b', '{}')]), END],
    [
      [UNNAMED_CALL, '{}'],
      ['b', '{}'],
    ],
  ],
  [
    'a blank name with every piece',
    [frame([call(0, 'a', '{"x"')]), frame([call(0, '', ':1}')]), DONE],
    [['a', '{"x":1}']],
  ],
  [
    'a blank name, arguments in pieces',
    [frame([call(0, '', '{"x"')]), frame([call(0, '', ':1}')]), DONE],
    [[UNNAMED_CALL, '{"x":1}']],
  ],
  ['a name that arrives late', [frame([call(0, '', '{"x"')]), frame([call(0, 'a', ':1}')]), DONE], [['a', '{"x":1}']]],
  [
    'no index',
    [
      frame([{ id: 'c', function: { name: ' ', arguments: '{}' } }]),
      frame([{ id: 'd', function: { name: 'b', arguments: '{}' } }]),
      DONE,
    ],
    [
      [UNNAMED_CALL, '{}'],
      ['b', '{}'],
    ],
  ],
])('a call whose name is %s', async (_, frames, expected) => {
  for (const size of [1, 7, 100_000]) expect((await calls(frames, size)).toSorted()).toEqual(expected.toSorted());
});

const X = '{"x":1}';
const Y = '{"y":{"z":2}}';
/** A piece of a call to `a`. */
const a = (args: string | object | null, more: Omit<Delta, 'function'> = {}): Delta => ({
  ...more,
  function: { name: 'a', arguments: args },
});
/** A piece without a name. */
const rest = (args: string, more: Omit<Delta, 'function'> = {}): Delta => ({ ...more, function: { arguments: args } });
const once = { index: 0, id: 'c' };

test.each<[string, readonly string[], readonly string[]]>([
  ['with the same index and id', [frame([a(X, once)]), frame([a(X, once)]), DONE], [X]],
  ['three times', [frame([a(X, once)]), frame([a(X, once)]), frame([a(X, once)]), DONE], [X]],
  ['without an id', [frame([a(X, { index: 0 })]), frame([a(X, { index: 0 })]), DONE], [X]],
  ['without an index', [frame([a(X, { id: 'c' })]), frame([a(X, { id: 'c' })]), DONE], [X]],
  ['with neither', [frame([a(X)]), frame([a(X)]), DONE], [X]],
  ['twice in a list', [frame([a(X, once), a(X, once)]), DONE], [X]],
  ['with a blank id', [frame([a(X, once)]), frame([a(X, { index: 0, id: '' })]), DONE], [X]],
  ['with an id at last', [frame([a(X, { index: 0 })]), frame([a(X, once)]), DONE], [X]],
  ['with another id at the same index', [frame([a(X, once)]), frame([a(X, { index: 0, id: 'd' })]), DONE], [X]],
  ['with its id at another index', [frame([a(X, once)]), frame([a(X, { index: 1, id: 'c' })]), DONE], [X]],
  ['with other blanks', [frame([a(X, once)]), frame([a('{ "x": 1 }', once)]), DONE], [X]],
  ['as an object', [frame([a(X, once)]), frame([a({ x: 1 }, once)]), DONE], [X]],
  ['in pieces', [frame([a(X, once)]), frame([a('{"x"', once)]), frame([rest(':1}', { index: 0 })]), DONE], [X]],
  [
    'after it came in pieces',
    [frame([a('{"x"', once)]), frame([rest(':1}', { index: 0 })]), frame([a(X, once)]), DONE],
    [X],
  ],
  ['without arguments', [frame([a('{}', once)]), frame([a('{}', once)]), DONE], ['{}']],
  ['cut off', [frame([a(X, once)]), frame([a('{"x":', once)]), DONE], [X]],
  ['after the end of its step', [frame([a(X, once)]), END, frame([a(X, once)]), DONE], [X]],
  [
    'with all calls, from index 0',
    [
      frame([a(X, { index: 1, id: 'c' })]),
      frame([a(Y, { index: 2, id: 'd' })]),
      frame([a(X, { index: 0, id: 'c' }), a(Y, { index: 1, id: 'd' })]),
      DONE,
    ],
    [X, Y],
  ],
  [
    'while two others stream',
    [
      frame([a('{"x"', once), a('{"y":', { index: 1, id: 'd' })]),
      frame([rest(':1}', { index: 0 }), rest('{"z":2}}', { index: 1 })]),
      frame([a(X, once), a(Y, { index: 1, id: 'd' })]),
      DONE,
    ],
    [X, Y],
  ],
])('a complete call that is sent again %s is one call', async (_, frames, expected) => {
  for (const size of [1, 100_000]) {
    const read = (await calls(frames, size)).map(([name, input]) => [name, readWrittenArguments(input)]);
    expect(read).toEqual(expected.map((input) => ['a', JSON.parse(input)]));
  }
});

test.each<[string, readonly string[], readonly string[]]>([
  ['other ids and indexes', [frame([a(X, once), a(X, { index: 1, id: 'd' })]), DONE], [X, X]],
  ['other indexes', [frame([a(X, { index: 0 })]), frame([a(X, { index: 1 })]), DONE], [X, X]],
  ['other ids, no index', [frame([a(X, { id: 'c' })]), frame([a(X, { id: 'd' })]), DONE], [X, X]],
  ['neither, in one list', [frame([a(X), a(X)]), DONE], [X, X]],
  ['other arguments, the same index and id', [frame([a(X, once)]), frame([a(Y, once)]), DONE], [X, Y]],
  ['other arguments, no index and id', [frame([a(X)]), frame([a(Y)]), DONE], [X, Y]],
  ['other arguments, one id', [frame([a(X, once)]), frame([a(Y, { index: 1, id: 'c' })]), DONE], [X, Y]],
  ['other arguments, one index', [frame([a(X, once)]), frame([a(Y, { index: 0, id: 'd' })]), DONE], [X, Y]],
  [
    'other arguments in pieces, the same index and id',
    [frame([a(X, once)]), frame([a('{"y":', once)]), frame([rest('{"z":2}}', { index: 0 })]), DONE],
    [X, Y],
  ],
  [
    'other arguments that are much longer',
    [frame([a(X, once)]), frame([a(`{"x":1,"y":"${'y'.repeat(2000)}"}`, once)]), DONE],
    [X, `{"x":1,"y":"${'y'.repeat(2000)}"}`],
  ],
  [
    'an empty object and arguments, other ids',
    [frame([a('{}', { index: 0, id: 'c' })]), frame([a(X, { index: 0, id: 'd' })]), DONE],
    ['{}', X],
  ],
])('calls with %s are several', async (_, frames, expected) => {
  expect((await calls(frames, 100_000)).map(([, input]) => input)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['before them', [frame([a('{}', once)]), frame([rest(X, { index: 0 })]), DONE]],
  ['before them, with the name again', [frame([a('{}', once)]), frame([a(X, once)]), DONE]],
  ['before them, without an id', [frame([a('{}', { index: 0 })]), frame([a(X, { index: 0 })]), DONE]],
  ['before them, without an index', [frame([a('{}', { id: 'c' })]), frame([a(X, { id: 'c' })]), DONE]],
  ['before them, with neither', [frame([a('{}')]), frame([a(X)]), DONE]],
  ['before their pieces', [frame([a('{}', once)]), frame([rest('{"x"', once)]), frame([rest(':1}', once)]), DONE]],
  ['after them', [frame([a(X, once)]), frame([rest('{}', { index: 0 })]), DONE]],
  ['in each piece', [frame([a('{}', once)]), frame([a(X, once)]), frame([a(X, once)]), DONE]],
])('arguments with an empty object %s are those of one call', async (_, frames) => {
  expect((await calls(frames, 100_000)).map(([name, input]) => [name, readWrittenArguments(input)])).toEqual([
    ['a', { x: 1 }],
  ]);
});

test.each<[string, readonly Delta[], readonly Delta[]]>([
  ['named pieces', [a('{"x"')], [a(':1}')]],
  ['pieces without anything', [a('{"x"')], [{ function: { arguments: ':1}' } }]],
  ['a new id with every piece', [a('{"x"', once)], [rest(':1}', { index: 0, id: 'd' })]],
])('a call in %s is one call', async (_, first, second) => {
  expect(await calls([frame(first), frame(second), DONE], 100_000)).toEqual([['a', X]]);
});

const text = (content: unknown): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const ONLY_DONE = 'data: [DONE]\n\n';
const ERROR = `data: ${JSON.stringify({ error: { message: 'It broke.' } })}\n\n`;

test.each<[string, readonly string[], string]>([
  ['a text', [text('Hi'), ONLY_DONE], 'stop'],
  ['a text in parts', [text([{ type: 'text', text: 'Hi' }]), ONLY_DONE], 'stop'],
  ['a text, then usage', [text('Hi'), 'data: {"choices":[],"usage":{}}\n\n', ONLY_DONE], 'stop'],
  ['a call', [frame([a(X, once)]), ONLY_DONE], 'tool-calls'],
  [
    'a text and a call in pieces',
    [text('Hi'), frame([a('{"x"', once)]), frame([rest(':1}', once)]), ONLY_DONE],
    'tool-calls',
  ],
  ['a call without arguments', [frame([a(null, once)]), ONLY_DONE], 'tool-calls'],
  ['a call that is sent again in part', [frame([a(X, once)]), frame([a('{"x', once)]), ONLY_DONE], 'tool-calls'],
  ['a call that is incomplete', [frame([a('{"x"', once)]), ONLY_DONE], 'error'],
  ['a complete and an incomplete call', [frame([a(X, once), a('{"x"', { index: 1 })]), ONLY_DONE], 'error'],
  ['a text and an incomplete call', [text('Hi'), frame([a('{"x"', once)]), ONLY_DONE], 'error'],
  ['a blank text', [text(' '), ONLY_DONE], 'error'],
  ['nothing', [ONLY_DONE], 'error'],
  ['a text and an error', [text('Hi'), ERROR, ONLY_DONE], 'error'],
  ['a text and broken JSON', [text('Hi'), 'data: {"choices\n\n', ONLY_DONE], 'error'],
  ['a text, and no [DONE]', [text('Hi')], 'error'],
])('%s with [DONE] and no finish reason', async (_, frames, finish) => {
  expect(await finishOf(frames)).toBe(finish);
});

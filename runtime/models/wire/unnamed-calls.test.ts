import { expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { openAiCompatibleModel } from '../providers/openai-compatible.ts';
import { UNNAMED_CALL } from './unnamed-calls.ts';

type Delta = { index?: number; id?: string; function?: { name?: string | null; arguments?: string } };

const frame = (calls: readonly Delta[]): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n`;

/** Returns the calls that the provider's package reads from an answer sent in chunks of `size` bytes. */
async function calls(frames: readonly string[], size: number): Promise<readonly (readonly [string, string])[]> {
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
    const read: (readonly [string, string])[] = [];
    for await (const part of stream) {
      if (part.type === 'tool-call') read.push([part.toolName, part.input]);
      if (part.type === 'error') throw part.error;
    }
    return read;
  } finally {
    globalThis.fetch = before;
  }
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

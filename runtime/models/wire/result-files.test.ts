import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { withFilesAfterResults } from './result-files.ts';

/** Returns the prompt that the wrapped model receives. */
function sent(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt | undefined {
  let request: LanguageModelV4CallOptions | undefined;
  const model = {
    doStream: (options: LanguageModelV4CallOptions) => (request = options),
  } as unknown as LanguageModelV4;
  void withFilesAfterResults(model).doStream({ prompt });
  return request?.prompt;
}

const png = { type: 'file', data: { type: 'data', data: 'aVZCTw==' }, mediaType: 'image/png' } as const;
const result = (id: string, value: readonly object[]) =>
  ({ type: 'tool-result', toolCallId: id, toolName: 't', output: { type: 'content', value } }) as never;

test('files of several results follow all of them, in order, and the results refer to them', () => {
  const prompt: LanguageModelV4Prompt = [
    { role: 'tool', content: [result('a', [{ type: 'text', text: 'See' }, png]), result('b', [png])] },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  ];
  const [results, files, last] = sent(prompt) ?? [];
  expect(results).toMatchObject({
    role: 'tool',
    content: [
      { output: { type: 'text', value: 'See\n[a file (image/png): number 1 of those in the next message]' } },
      { output: { type: 'text', value: '[a file (image/png): number 2 of those in the next message]' } },
    ],
  });
  expect(files).toEqual({ role: 'user', content: [expect.objectContaining({ type: 'text' }), png, png] });
  expect(last).toBe(prompt[1]);
});

test('results without files are unchanged', () => {
  const prompt: LanguageModelV4Prompt = [{ role: 'tool', content: [result('a', [{ type: 'text', text: 'See' }])] }];
  expect(sent(prompt)).toBe(prompt);
});

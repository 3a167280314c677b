import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MODEL_LIMITS } from '../../loop/model-call/limits.ts';
import { callModel } from '../../loop/model-call/model-call.ts';
import type { ModelReply } from '../../loop/model-call/model-reply.ts';
import type { EditorModelEnd, EditorModelProblem, EditorPart } from '../../protocol/editor-models.ts';
import { openModel } from '../registry.ts';
import { type EditorLink, vscodeModel } from './vscode.ts';
import { editorRequest } from './vscode-prompt.ts';

const PROMPT: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];
const DONE: EditorModelEnd = { kind: 'done' };

/** Creates an extension that replies with these parts, one batch per turn, and then with this end. */
function linkOf(
  batches: readonly (readonly EditorPart[])[],
  end: EditorModelEnd | Error,
): EditorLink & { requestCount: number } {
  const link = {
    requestCount: 0,
    ask: async (...[, onParts]: Parameters<EditorLink['ask']>) => {
      link.requestCount++;
      for (const batch of batches) {
        await Promise.resolve();
        onParts(batch);
      }
      if (end instanceof Error) throw end;
      return end;
    },
  };
  return link;
}

async function partsOf(link: EditorLink): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await vscodeModel('gpt-x', link).doStream({ prompt: PROMPT });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

function call(link: EditorLink, signal = new AbortController().signal, idleMs = 60_000): Promise<ModelReply> {
  const limits = { ...MODEL_LIMITS, idleMs, backoffMs: 1 };
  return callModel({
    model: vscodeModel('gpt-x', link),
    request: { prompt: PROMPT },
    limits,
    signal,
    onRetry: () => undefined,
  });
}

test('emits reasoning, text and parallel calls in order, each block opened and closed', async () => {
  const parts = await partsOf(
    linkOf(
      [
        [{ type: 'thinking', text: 'Hm' }],
        [],
        [
          { type: 'text', text: 'I ' },
          { type: 'text', text: 'look.' },
          { type: 'call', id: 'a', name: 'one', input: '{"x":1}' },
          { type: 'call', id: 'b', name: 'two', input: '{}' },
        ],
      ],
      DONE,
    ),
  );
  expect(parts.map((part) => ('delta' in part ? `${part.type} ${part.delta}` : part.type))).toEqual([
    'reasoning-start',
    'reasoning-delta Hm',
    'response-metadata',
    'reasoning-end',
    'text-start',
    'text-delta I ',
    'text-delta look.',
    'text-end',
    'tool-call',
    'tool-call',
    'finish',
  ]);
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
});

test('usage is unknown or marked as estimated, with the context window', async () => {
  const parts: EditorPart[] = [{ type: 'text', text: 'Hi' }];
  expect(await call(linkOf([parts], DONE))).toMatchObject({ kind: 'reply', text: 'Hi', finish: 'stop', usage: {} });
  expect(await call(linkOf([parts], { kind: 'done', tokens: { input: 9, output: 2 } }))).toMatchObject({
    usage: { inputTokens: 9, outputTokens: 2, estimated: true },
  });
  expect(await call(linkOf([parts], { kind: 'done', maxInputTokens: 64_000 }))).toMatchObject({
    usage: { contextWindow: 64_000 },
  });
});

test.each<[EditorModelProblem, string, RegExp]>([
  ['refused', 'no access', /Manage Language Model Access.*does not let Skillwright use gpt-x: no access$/],
  ['blocked', 'quota exceeded', /is not answering; its quota may be used up: quota exceeded$/],
  ['missing', '', /VS Code has no model gpt-x\..*choose another model\.$/],
  ['cancelled', 'Canceled', /was cancelled by VS Code or by the model's extension/],
  ['other', 'boom', /The model gpt-x of VS Code failed: boom$/],
])('%s: reported clearly and not retried', async (why, message, expected) => {
  const link = linkOf([], { kind: 'failed', why, message });
  const reply = await call(link);
  expect(reply).toMatchObject({ kind: 'failed', message: expect.stringMatching(expected) });
  expect(reply).toMatchObject({ message: expect.not.stringMatching(/broke off/) });
  expect(link.requestCount).toBe(1);
});

test('an interrupted answer keeps its text, and none of its calls runs', async () => {
  const half: EditorPart[] = [
    { type: 'text', text: 'Half' },
    { type: 'call', id: 'a', name: 'one', input: '{}' },
  ];
  const link = linkOf([half], { kind: 'failed', why: 'other', message: 'cut' });
  expect(await call(link)).toMatchObject({
    kind: 'failed',
    text: 'Half',
    message: expect.stringMatching(/response was interrupted: .*cut/),
  });
  expect(link.requestCount).toBe(1);
  expect(await call(linkOf([half], new Error('Connection got disposed.')))).toMatchObject({ kind: 'failed' });
});

test('a cancellation and a timeout reach the extension', async () => {
  const signals: AbortSignal[] = [];
  const silent: EditorLink = {
    ask: (_request, _onParts, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  };
  const controller = new AbortController();
  const cancelled = call(silent, controller.signal);
  controller.abort();
  expect(await cancelled).toEqual({ kind: 'cancelled' });
  expect(await call(silent, undefined, 5)).toMatchObject({ message: expect.stringMatching(/sent nothing/) });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('keep-alive parts prevent a timeout while VS Code asks for consent', async () => {
  // A fake clock: on a busy machine the real one may advance too far between two parts.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slow: EditorLink = {
    ask: async (_request, onParts) => {
      for (let i = 0; i < 6; i++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        onParts([]);
      }
      return DONE;
    },
  };
  const reply = call(slow, undefined, 60);
  await vi.advanceTimersByTimeAsync(120);
  expect(await reply).toMatchObject({ kind: 'reply' });
  // With longer gaps the call times out.
  const late = call(slow, undefined, 19);
  await vi.advanceTimersByTimeAsync(120);
  expect(await late).toMatchObject({ message: expect.stringMatching(/sent nothing/) });
});

test('converts a conversation to VS Code’s terms', () => {
  const { messages, tools, mustCall } = editorRequest({
    prompt: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          {
            type: 'file',
            mediaType: 'image/png',
            filename: 'a.png',
            data: { type: 'data', data: new Uint8Array([1, 2]) },
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'not sent' },
          { type: 'text', text: '' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'one', input: { x: 1 } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'two', input: 'not JSON' },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'one', output: { type: 'json', value: { y: 2 } } },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'two',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'seen' },
                { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQI=' } },
              ],
            },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'nothing else' }] },
    ],
    tools: [
      { type: 'function', name: 'one', description: 'First', inputSchema: { type: 'object' } },
      { type: 'function', name: 'two', inputSchema: { type: 'object' } },
    ],
    toolChoice: { type: 'tool', toolName: 'two' },
  });
  expect(messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'file', mediaType: 'image/png', filename: 'a.png', data: 'AQI=' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'call', id: 'a', name: 'one', input: { x: 1 } },
        { type: 'call', id: 'b', name: 'two', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'result', id: 'a', content: [{ type: 'text', text: '{"y":2}' }] },
        {
          type: 'result',
          id: 'b',
          content: [
            { type: 'text', text: 'seen' },
            { type: 'file', mediaType: 'image/png', data: 'AQI=' },
          ],
        },
      ],
    },
  ]);
  expect(tools.map(({ name }) => name)).toEqual(['two']);
  expect(mustCall).toBe(true);
});

test('the message outside VS Code says what to do', async () => {
  const opened = await openModel({ name: 'vscode/gpt-x', paced: false });
  expect(opened).toMatchObject({ kind: 'failed', message: expect.stringMatching(/in VS Code.*Run Agent/) });
});

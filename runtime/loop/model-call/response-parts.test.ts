import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { finish, type Line, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../../journal/reader.ts';
import type { LlmResponse, ResponsePart } from '../../protocol/events.ts';
import { assistantParts } from './response-parts.ts';

const call: LanguageModelV4StreamPart = {
  type: 'tool-call',
  toolCallId: 'c',
  toolName: 'list_skills',
  input: '{}',
  providerMetadata: { google: { thoughtSignature: 'sig-call' } },
};

/** Returns the parts that the model is sent back for a response with these parts, and the parts in the journal. */
async function resend(parts: readonly LanguageModelV4StreamPart[]) {
  const model = scriptedModel([{ parts: [...parts, finish('stop')] }, { text: 'Done.' }]);
  const ran = await runOnce({ model, guards: 'off' });
  const message = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  return { ran, model, message: message?.content, event: ran.of('llm_response')[0] };
}

describe('sends a response back unchanged', () => {
  test('reasoning with its signature, which is streamed in pieces, before text and calls', async () => {
    const { message, event } = await resend([
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'I thi' },
      { type: 'reasoning-delta', id: '0', delta: 'nk.' },
      { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: { anthropic: { signature: 'sig' } } },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'So.' },
      { type: 'text-end', id: '1' },
      call,
    ]);
    expect(message).toEqual([
      { type: 'reasoning', text: 'I think.', providerOptions: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'So.' },
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'list_skills',
        input: {},
        providerOptions: { google: { thoughtSignature: 'sig-call' } },
      },
    ]);
    expect(event).toMatchObject({ reasoning: 'I think.', text: 'So.' });
  });

  test('hidden reasoning as its metadata alone, without empty text parts', async () => {
    const { message } = await resend([
      { type: 'reasoning-start', id: 'r', providerMetadata: { anthropic: { redactedData: 'xyz' } } },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-start', id: 't' },
      { type: 'text-end', id: 't' },
      call,
    ]);
    expect(message).toMatchObject([
      { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'xyz' } } },
      { type: 'tool-call' },
    ]);
  });

  test('text that continues after reasoning, in the original order', async () => {
    const { message, event } = await resend([
      { type: 'text-delta', id: 't', delta: 'One.' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'text-delta', id: 't', delta: 'Two.' },
      call,
    ]);
    expect(message).toMatchObject([{ text: 'One.' }, { type: 'reasoning', text: 'Hm.' }, { text: 'Two.' }, {}]);
    expect(event).toMatchObject({ text: 'One.Two.', reasoning: 'Hm.' });
  });

  test('without storing parts if reasoning, text and calls are sufficient', async () => {
    const { providerMetadata: _, ...plain } = call as typeof call & { providerMetadata?: unknown };
    const { event, message } = await resend([
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'text-delta', id: 't', delta: 'So.' },
      plain as LanguageModelV4StreamPart,
    ]);
    expect(event).not.toHaveProperty('content');
    expect(message).toMatchObject([{ type: 'reasoning', text: 'Hm.' }, { text: 'So.' }, { type: 'tool-call' }]);
  });

  test('after the journal is read, even if the response is stored in a blob', async () => {
    const signature = 's'.repeat(100_000);
    const { ran } = await resend([
      { type: 'reasoning-start', id: 'r', providerMetadata: { anthropic: { signature } } },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      call,
    ]);
    const line = readJournal(ran.journal).events.find((event) => event.type === 'llm_response');
    expect(line).toMatchObject({ content: { blob: expect.any(String) } });
    const model = scriptedModel([{ text: 'Again.' }]);
    const again = await runOnce({ model, runs: ran.runs, continues: ran.run });
    expect(again.finished.reason).toBe('final');
    expect(model.requests[0]?.prompt.find(({ role }) => role === 'assistant')?.content).toMatchObject([
      { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature } } },
      { type: 'tool-call', providerOptions: { google: { thoughtSignature: 'sig-call' } } },
    ]);
  });

  test('counts metadata towards the size of the response', async () => {
    const endless = { anthropic: { signature: 's'.repeat(3_000_000) } };
    const line: Line = { parts: [{ type: 'reasoning-start', id: 'r', providerMetadata: endless }, finish('stop')] };
    const ran = await runOnce({ model: scriptedModel([line]) });
    expect(ran.finished.error).toMatch(/longer than 2,000,000/);
  });
});

test.each<[string, unknown]>([
  ['lacks a call', [{ type: 'text', text: 'So.' }]],
  ['names another call', [{ type: 'call', id: 'other' }]],
  [
    'names a call twice',
    [
      { type: 'call', id: 'c' },
      { type: 'call', id: 'c' },
    ],
  ],
  ['is nonsense', [7, null, { type: 'file' }, { type: 'text' }, { type: 'call', id: 'c', metadata: { x: 7 } }]],
  ['is not a list', 'nonsense'],
])('sends each call back once if the content in the journal %s', (_, content) => {
  const event = {
    text: 'So.',
    toolCalls: [{ id: 'c', tool: 't', args: {} }],
    content: content as readonly ResponsePart[],
  } as unknown as LlmResponse;
  const parts = assistantParts(event);
  expect(parts.filter(({ type }) => type === 'tool-call')).toEqual([
    { type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} },
  ]);
});

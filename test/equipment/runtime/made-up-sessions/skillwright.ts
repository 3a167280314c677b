/** Made-up journal of our own, and its export as OTLP. */
import type { AnyEvent } from '../../../../runtime/otlp/event-fields.ts';
import { SpanBuilder } from '../../../../runtime/otlp/span-builder.ts';
import { tracesData } from '../../../../runtime/otlp/trace-lines.ts';
import { at, lines } from './lines.ts';

const event = (seq: number, type: string, more: object) => ({
  seq,
  time: at(seq),
  type,
  invocation: 'i1',
  agent: 'agent',
  ...more,
});
const RUN = '20260105T100000000Z-aaaaaaaa';
const usage = { inputTokens: 7, outputTokens: 2 };

const events = [
  event(1, 'run_started', {
    run: RUN,
    model: 'test/m',
    skills: [],
    guards: 'default',
    maxLlmCalls: 500,
    prompt: 'Brew.',
    simulated: false,
  }),
  event(2, 'llm_request', { call: 1, tools: [], parent: 1 }),
  event(3, 'llm_response', { call: 1, text: 'Done.', toolCalls: [], usage, finish: 'stop', parent: 2 }),
  event(4, 'run_finished', { reason: 'final', llmCalls: 1, text: 'Done.', usage, parent: 1 }),
];

function spans() {
  const builder = new SpanBuilder({ run: RUN });
  return [...events.flatMap((one) => builder.add(one as AnyEvent)), ...builder.finish()];
}

export const SKILLWRIGHT_SESSIONS = {
  skillwright: lines(...events),
  'skillwright-otlp': lines(...spans().map((span) => tracesData([span]))),
};

/** Made-up journal of our own. */
import { at, lines } from './lines.ts';

const event = (seq: number, type: string, more: object) => ({
  ...{ seq, time: at(seq), type, invocation: 'i1', agent: 'agent', ...more },
});
const usage = { inputTokens: 7, outputTokens: 2 };

export const SKILLWRIGHT_SESSIONS = {
  skillwright: lines(
    event(1, 'run_started', {
      ...{ run: '20260105T100000000Z-aaaaaaaa', model: 'test/m', skills: [], guards: 'default', maxLlmCalls: 500 },
      ...{ prompt: 'Brew.', simulated: false },
    }),
    event(2, 'llm_request', { call: 1, tools: [], parent: 1 }),
    event(3, 'llm_response', { call: 1, text: 'Done.', toolCalls: [], usage, finish: 'stop', parent: 2 }),
    event(4, 'run_finished', { reason: 'final', llmCalls: 1, text: 'Done.', usage, parent: 1 }),
  ),
};

/** Made-up session of ADK. */
import { millis } from './lines.ts';

const event = (second: number, author: string, parts: readonly object[], more: object = {}) => ({
  id: `e${second}`,
  invocation_id: 'i1',
  author,
  timestamp: millis(second) / 1000,
  actions: { state_delta: {} },
  content: { role: author === 'user' ? 'user' : 'model', parts },
  ...more,
});
const usage = (input: number, output: number) => ({
  usage_metadata: { prompt_token_count: input, candidates_token_count: output, thoughts_token_count: 2 },
});

export const ADK_SESSIONS = {
  adk: JSON.stringify({
    id: 's3',
    app_name: 'tea',
    user_id: 'ada',
    state: {},
    events: [
      event(1, 'user', [{ text: 'Brew.' }]),
      event(2, 'main', [{ text: 'I lo' }], { partial: true }),
      event(
        3,
        'main',
        [{ text: 'I load it.' }, { function_call: { name: 'load_skill', args: { skill_name: 'brewer' } } }],
        usage(20, 3),
      ),
      event(4, 'main', [
        { function_response: { name: 'load_skill', response: { skill_name: 'brewer', instructions: 'Text.' } } },
      ]),
      {
        id: 'e5',
        invocation_id: 'i1',
        author: 'main',
        timestamp: millis(5) / 1000,
        actions: { state_delta: { a: 1 } },
      },
      event(6, 'main', [{ text: 'Done.' }], usage(30, 4)),
    ],
  }),
};

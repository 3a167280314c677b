/** Made-up trajectory in ATIF. */
import { at } from './lines.ts';

const step = (id: number, source: string, message: unknown, more: object = {}) => ({
  step_id: id,
  timestamp: at(id),
  source,
  message,
  ...more,
});
const metrics = (prompt: number, completion: number) => ({
  metrics: { prompt_tokens: prompt, completion_tokens: completion, cached_tokens: 4, cost_usd: 0.5 },
});
const call = (id: string, name: string, args: object) => ({ tool_call_id: id, function_name: name, arguments: args });

export const ATIF_SESSIONS = {
  atif: JSON.stringify({
    schema_version: 'ATIF-v1.7',
    session_id: 'run-1',
    agent: { name: 'main', version: '1', model_name: 'test/m' },
    steps: [
      step(1, 'system', 'You brew.'),
      step(2, 'user', [
        { type: 'text', text: 'Brew this.' },
        { type: 'image', source: { media_type: 'image/png', path: 'cup.png' } },
      ]),
      step(3, 'agent', 'I look.', {
        ...metrics(100, 10),
        tool_calls: [call('c1', 'bash', { command: 'cat a' }), call('c2', 'bash', { command: 'cat b' })],
        observation: { results: [{ content: 'cup' }] },
      }),
      step(4, 'agent', '', {
        llm_call_count: 0,
        tool_calls: [call('c3', 'count', {})],
        observation: {
          results: [{ source_call_id: 'c3', content: 'Two.', subagent_trajectory_ref: [{ trajectory_id: 'counter' }] }],
        },
      }),
      step(5, 'system', 'The context was shortened.'),
      step(6, 'agent', 'Two cups.', metrics(120, 5)),
    ],
    final_metrics: { total_prompt_tokens: 230, total_completion_tokens: 15, total_cached_tokens: 8, total_cost_usd: 1 },
    subagent_trajectories: [
      {
        schema_version: 'ATIF-v1.7',
        trajectory_id: 'counter',
        agent: { name: 'counter', version: '1' },
        steps: [
          step(1, 'user', 'Count.', { is_copied_context: true }),
          step(2, 'agent', 'Two.', { metrics: { prompt_tokens: 7, completion_tokens: 1 } }),
        ],
        final_metrics: { total_prompt_tokens: 7, total_completion_tokens: 1 },
      },
    ],
  }),
};

/** Made-up sessions of Codex. */
import { at, lines } from './lines.ts';

const command = (id: string, text: string, output: string, exitCode: number | null, status: string) => ({
  id,
  type: 'command_execution',
  command: text,
  aggregated_output: output,
  exit_code: exitCode,
  status,
});
const item = (type: string, content: object) => ({ type: `item.${type}`, item: content });
const rollout = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });
const LOAD = "bash -lc 'cat brewer/SKILL.md'";
const SKILL = '---\nname: brewer\ndescription: Brews.\n---\nText.';
const MISSING = 'cat: brewer/references/heat.md: No such file or directory';

export const CODEX_SESSIONS = {
  'codex-exec-json': lines(
    { type: 'thread.started', thread_id: 't1' },
    { type: 'turn.started' },
    item('completed', { id: 'item_0', type: 'agent_message', text: 'I look.' }),
    item('started', command('item_1', LOAD, '', null, 'in_progress')),
    item('completed', command('item_1', LOAD, SKILL, 0, 'completed')),
    item('completed', command('item_2', 'cat brewer/references/heat.md', MISSING, 1, 'failed')),
    item('completed', { id: 'item_3', type: 'agent_message', text: 'No.' }),
    { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 9 } },
  ),
  codex: lines(
    rollout(1, 'session_meta', { id: 't1', cwd: '/home/ada' }),
    rollout(2, 'event_msg', { type: 'user_message', message: 'Brew.' }),
    rollout(3, 'response_item', {
      type: 'function_call',
      call_id: 'c1',
      name: 'shell',
      arguments: '{"command":["bash","-lc","ls"]}',
    }),
    rollout(4, 'response_item', {
      type: 'function_call_output',
      call_id: 'c1',
      output: '{"output":"cup","metadata":{"exit_code":0}}',
    }),
    rollout(5, 'event_msg', {
      type: 'token_count',
      info: { total_token_usage: { input_tokens: 9, output_tokens: 1 } },
    }),
  ),
};

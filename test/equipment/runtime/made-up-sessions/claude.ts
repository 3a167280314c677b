/** Made-up sessions of Claude Code. */
import { at, lines } from './lines.ts';

const claude = (type: string, id: number, content: unknown, more: object = {}) => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: 'tea',
  cwd: '/home/ada',
  type,
  uuid: `u${id}`,
  timestamp: at(id),
  message: { role: type, content, ...more },
});
const reply = (id: string) => ({ id, model: 'm', usage: { input_tokens: 1, output_tokens: 2 } });
const streamed = (type: string, content: readonly object[], parent: string | null, more: object = {}) => ({
  type,
  session_id: 's1',
  parent_tool_use_id: parent,
  message: { ...more, role: type, content },
});
const answer = (id: string, block: object, parent: string | null = null, usage: object = tokens(10, 5)) =>
  streamed('assistant', [block], parent, { id, usage });
const tokens = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
const result = (id: string, content: string) =>
  streamed('user', [{ type: 'tool_result', tool_use_id: id, content }], null);

export const CLAUDE_SESSIONS = {
  'claude-code': lines(
    claude('user', 1, 'Brew.'),
    claude('assistant', 2, [{ type: 'tool_use', id: 'c1', name: 'Read', input: { file_path: 'a.md' } }], reply('m1')),
    claude('user', 3, [{ type: 'tool_result', tool_use_id: 'c1', content: 'File does not exist.', is_error: true }]),
    claude('assistant', 4, [{ type: 'text', text: 'No.' }], reply('m2')),
  ),
  'claude-stream-json': lines(
    {
      type: 'system',
      subtype: 'init',
      session_id: 's1',
      cwd: '/home/ada',
      model: 'claude-test',
      tools: ['Skill', 'Read', 'Task'],
    },
    answer('m1', { type: 'tool_use', id: 'c1', name: 'Skill', input: { skill: 'brewer' } }),
    result('c1', 'Launching skill: brewer\nBase directory for this skill: /home/ada/brewer'),
    answer('m2', { type: 'tool_use', id: 'c2', name: 'Task', input: { prompt: 'Count.' } }),
    answer('m3', { type: 'text', text: 'Two.' }, 'c2', tokens(3, 1)),
    result('c2', 'Two.'),
    answer('m4', { type: 'text', text: 'Two cups.' }),
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'Two cups.',
      num_turns: 3,
      total_cost_usd: 0.25,
      usage: tokens(33, 16),
    },
  ),
};

/** Made-up session of Gemini CLI. */
import { at, lines } from './lines.ts';

const message = (id: string, second: number, type: string, more: object) => ({
  id,
  timestamp: at(second),
  type,
  ...more,
});
const reply = (id: string, second: number, content: string, more: object = {}) =>
  message(id, second, 'gemini', { content, model: 'gemini-test', ...more });
const OUTPUT = '<activated_skill name="brewer"><instructions>Text.</instructions></activated_skill>';

const stream = (second: number, type: string, more: object) => ({ type, timestamp: at(second), ...more });

export const GEMINI_SESSIONS = {
  'gemini-cli': lines(
    { sessionId: 'g1', projectHash: 'p', startTime: at(0), lastUpdated: at(0), kind: 'main' },
    message('u1', 1, 'user', { content: [{ text: 'Brew.' }] }),
    reply('a1', 2, 'I activate it.'),
    reply('a1', 2, 'I activate it.', {
      thoughts: [{ subject: 'Tea', description: 'Which one?' }],
      tokens: { input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115 },
      toolCalls: [
        {
          id: 'c1',
          name: 'activate_skill',
          args: { name: 'brewer' },
          status: 'success',
          timestamp: at(3),
          result: [{ functionResponse: { response: { output: OUTPUT } } }],
        },
      ],
    }),
    reply('a2', 4, 'A wrong turn.', { tokens: { input: 1, output: 1 } }),
    { $rewindTo: 'a2' },
    { $set: { lastUpdated: at(5) } },
    reply('a3', 6, 'Done.', { tokens: { input: 120, output: 6, cached: 100 } }),
  ),
  'gemini-stream-json': lines(
    stream(0, 'init', { session_id: 'g2', model: 'gemini-test' }),
    stream(1, 'message', { role: 'user', content: 'Brew.' }),
    stream(2, 'message', { role: 'assistant', content: 'I ', delta: true }),
    stream(2, 'message', { role: 'assistant', content: 'activate it.', delta: true }),
    stream(3, 'tool_use', { tool_name: 'activate_skill', tool_id: 'c1', parameters: { name: 'brewer' } }),
    stream(4, 'tool_result', { tool_id: 'c1', status: 'success', output: OUTPUT }),
    stream(5, 'tool_use', { tool_name: 'read_file', tool_id: 'c2', parameters: { file_path: 'guide.md' } }),
    stream(6, 'tool_result', {
      tool_id: 'c2',
      status: 'error',
      output: 'File not found: guide.md',
      error: { type: 'FILE_NOT_FOUND', message: 'File not found: guide.md' },
    }),
    stream(7, 'message', { role: 'assistant', content: 'Done.', delta: true }),
    stream(8, 'result', { status: 'success', stats: { input_tokens: 300, output_tokens: 20, cached: 100 } }),
  ),
};
